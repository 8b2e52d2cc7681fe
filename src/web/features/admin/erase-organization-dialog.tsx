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

/** Erases an organization after its name was typed, then opens the list. */
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
    toast({ title: 'Erasing the organization', description: organization.name })
    void navigate(urls.adminOrganizations, { replace: true })
  })
  return (
    <TypedConfirmation
      title={`Erase ${organization.name}`}
      description="This permanently deletes every contact and all related data, cancels the subscription and signs out all members. This can't be undone."
      label="Type the organization name"
      error={nameError}
      verb="Erase permanently"
      pending={erase.isPending}
      pendingLabel="Erasing..."
      onClose={onClose}
      // The error shows through the mutation's own state.
      onSubmit={(event) => void submit(event).catch(() => {})}
      more={
        <>
          <Field
            label="Reason"
            required
            error={formState.errors.reason?.message}
            hint="Recorded in the platform's audit log."
          >
            <Textarea {...register('reason')} rows={2} />
          </Field>
          {erase.error && !nameError && (
            <p role="alert" className="text-sm text-red">
              {messageOf(erase.error, "That didn't work. Try again.")}
            </p>
          )}
        </>
      }
    >
      <Input {...register('name')} autoComplete="off" />
    </TypedConfirmation>
  )
}
