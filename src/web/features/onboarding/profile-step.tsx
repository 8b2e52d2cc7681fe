import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type CurrentUser, completeProfile, type Profile, profile } from '#contract/auth.ts'
import { useSaveNames } from '#web/features/profile/use-save-names.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface ProfileStepProps {
  user: CurrentUser
  /** The name of the user's organization, if there is one. */
  companyName: string
  onSaved: () => void
}

/** Step 1: the user's name and company. */
export function ProfileStep({ user, companyName, onSaved }: ProfileStepProps) {
  const form = useForm<Profile>({
    resolver: zodResolver(profile),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '', companyName },
  })
  const { errors } = form.formState
  const save = useSaveNames(form, { save: (body) => call(completeProfile, { body }), onSaved })
  const renames = !user.organizationId || user.role !== 'MEMBER'
  return (
    <>
      <h1 className="text-2xl">Tell us about you</h1>
      <p className="mt-1 text-muted">
        Your database stays yours. Teammates you invite will share it. Working alone? Use your own name as the
        company.
      </p>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
        className="mt-8 grid max-w-lg gap-5 sm:grid-cols-2"
      >
        <Field label="First Name" required error={errors.firstName?.message}>
          <Input autoComplete="given-name" {...form.register('firstName')} />
        </Field>
        <Field label="Last Name" required error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...form.register('lastName')} />
        </Field>
        <Field
          label="Company Name"
          required
          error={errors.companyName?.message}
          hint={renames ? undefined : 'Only an owner or admin of the company can change its name.'}
          className="sm:col-span-2"
        >
          <Input autoComplete="organization" readOnly={!renames} {...form.register('companyName')} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          pendingLabel="Saving..."
          className="sm:col-span-2 sm:justify-self-start"
        >
          Continue
        </Button>
      </form>
    </>
  )
}
