import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type Profile, profile } from '#contract/auth.ts'
import { useUser } from '#web/features/auth/protected.tsx'
import { useSaveNames } from '#web/features/profile/use-save-names.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/form-field.tsx'

interface ProfileStepProps {
  /** The name of the user's organization, if there is one. */
  companyName: string
  onSaved: () => void
}

/** Step 1: the user's name and company. */
export function ProfileStep({ companyName, onSaved }: ProfileStepProps) {
  const user = useUser()
  const form = useForm<Profile>({
    resolver: zodResolver(profile),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '', companyName },
  })
  const save = useSaveNames(form, { save: (body) => call('POST /api/profile/complete', { body }), onSaved })
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
        <FormField form={form} name="firstName" label="First Name" required autoComplete="given-name" />
        <FormField form={form} name="lastName" label="Last Name" required autoComplete="family-name" />
        <FormField
          form={form}
          name="companyName"
          label="Company Name"
          required
          hint={renames ? undefined : 'Only an owner or admin of the company can change its name.'}
          className="sm:col-span-2"
          autoComplete="organization"
          readOnly={!renames}
        />
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
