import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { eraseByOperator, type ManagedOrganization } from '#contract/admin-organizations.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ActDialog } from './act-dialog.tsx'
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
  return (
    <ActDialog
      title={`Erase ${organization.name}`}
      description="Its contacts and everything about them go for good, its subscription is canceled, and its members are signed out. This cannot be undone."
      verb="Erase for good"
      danger
      hint="Stands in the audit log of the platform."
      error={nameError ? null : erase.error}
      pending={erase.isPending}
      onClose={onClose}
      onSubmit={handleSubmit(async (values) => {
        await erase.mutateAsync(values)
        toast({ title: 'The organization is being erased', description: organization.name })
        void navigate(urls.adminOrganizations, { replace: true })
      })}
      reason={{ field: register('reason'), error: formState.errors.reason?.message }}
    >
      <Field label="Type the name of the organization" required error={nameError}>
        <Input {...register('name')} autoComplete="off" />
      </Field>
    </ActDialog>
  )
}
