import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { newOrganization } from '#contract/admin-organizations.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAddOrganization } from './admin-queries.ts'

/** Adds an organization with its owner, then opens its page. */
export function AddOrganizationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const add = useAddOrganization()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(newOrganization),
    defaultValues: { name: '', ownerEmail: '' },
  })
  const submit = handleSubmit(async (values) => {
    try {
      const { id, name } = await add.mutateAsync(values)
      toast({ title: 'Organization added', description: `${name}: we emailed the owner a sign-in link.` })
      onClose()
      void navigate(urls.adminOrganization(id))
    } catch (error) {
      const { name, ownerEmail } = fieldErrorsOf(error)
      if (name) setError('name', { message: name })
      if (ownerEmail) setError('ownerEmail', { message: ownerEmail })
      if (!name && !ownerEmail) {
        setError('root', { message: messageOf(error, "We couldn't add the organization. Try again.") })
      }
    }
  })
  const { errors } = formState
  return (
    <FormDialog
      title="Add Organization"
      description="We'll email the owner a sign-in link. It has no plan until the owner buys one or you set a custom plan."
      verb="Add Organization"
      pending={add.isPending}
      pendingLabel="Adding..."
      refusal={errors.root?.message}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Company name" required error={errors.name?.message}>
        <Input {...register('name')} autoComplete="off" />
      </Field>
      <Field label="Owner's email" required error={errors.ownerEmail?.message}>
        <Input {...register('ownerEmail')} type="email" autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
