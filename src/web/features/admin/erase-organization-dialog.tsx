import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { eraseByOperator, type ManagedOrganization } from '#contract/admin-organizations.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TypedConfirmation } from '#web/ui/typed-confirmation.tsx'
import { useEraseOrganization } from './admin-queries.ts'

interface EraseOrganizationDialogProps {
  organization: ManagedOrganization
  onClose: () => void
}

/** Erases an organization once its name was typed, and goes back to the list. */
export function EraseOrganizationDialog({ organization, onClose }: EraseOrganizationDialogProps) {
  const navigate = useNavigate()
  const erase = useEraseOrganization(organization.id)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(eraseByOperator),
    defaultValues: { name: '', reason: '' },
  })
  const nameError = formState.errors.name?.message ?? fieldErrorsOf(erase.error).name
  const submit = handleSubmit(async (values) => {
    await erase.mutateAsync(values)
    toast({ title: 'The organization is being erased', description: organization.name })
    void navigate(urls.adminOrganizations, { replace: true })
  })
  return (
    <TypedConfirmation
      title={`Erase ${organization.name}`}
      description="Its contacts and everything about them go for good, its subscription is canceled, and its members are signed out. This cannot be undone."
      label="Type the name of the organization"
      error={nameError}
      verb="Erase for good"
      pending={erase.isPending}
      pendingLabel="Erasing..."
      onClose={onClose}
      // A refusal is shown from the mutation's own error.
      onSubmit={(event) => void submit(event).catch(() => {})}
      more={
        <>
          <Field
            label="Reason"
            required
            error={formState.errors.reason?.message}
            hint="Stands in the audit log of the platform."
          >
            <Textarea {...register('reason')} rows={2} />
          </Field>
          {erase.error && !nameError && (
            <p role="alert" className="text-sm text-red">
              {messageOf(erase.error, 'That did not work. Please try again.')}
            </p>
          )}
        </>
      }
    >
      <Input {...register('name')} autoComplete="off" />
    </TypedConfirmation>
  )
}
