import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type CurrentUser, type PersonNames, personNames } from '#contract/auth.ts'
import { changeNames } from '#contract/profile.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSaveNames } from './use-save-names.ts'

/** The user's name and sign-in email. */
export function NamesCard({ user }: { user: CurrentUser }) {
  const form = useForm<PersonNames>({
    resolver: zodResolver(personNames),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
  })
  const { errors } = form.formState
  const save = useSaveNames(form, {
    save: (body) => call(changeNames, { body }),
    onSaved: (changed) => {
      toast({ title: 'Saved', description: 'We updated your name.' })
      form.reset({ firstName: changed.firstName ?? '', lastName: changed.lastName ?? '' })
    },
  })
  return (
    <Card className="p-4">
      <h2 className="text-base">About you</h2>
      <form
        noValidate
        aria-label="About you"
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
        className="mt-3 grid gap-3.5 sm:grid-cols-2"
      >
        <Field label="First Name" required error={errors.firstName?.message}>
          <Input autoComplete="given-name" {...form.register('firstName')} />
        </Field>
        <Field label="Last Name" required error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...form.register('lastName')} />
        </Field>
        <Field
          label="Email"
          className="sm:col-span-2"
          hint="You sign in with this email. Need to change it? Contact support."
        >
          <Input type="email" readOnly value={user.email} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          pendingLabel="Saving..."
          className="sm:col-span-2 sm:justify-self-start"
        >
          Save
        </Button>
      </form>
    </Card>
  )
}
