import { type DomainUse, domainInput } from '#contract/domains.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useAddDomain } from './domains-queries.ts'

const TEXTS = {
  app: {
    title: 'Add app domain',
    description: 'Use a name that no website has yet. You then prove that it is yours with a DNS record.',
    placeholder: 'app.example.com',
  },
  email: {
    title: 'Add email domain',
    description:
      'The part after @ in your email addresses. You then prove that it is yours with a DNS record.',
    placeholder: 'example.com',
  },
} as const

export function AddDomainDialog({ use, onClose }: { use: DomainUse; onClose: () => void }) {
  const { form, dialog } = useActionForm({
    schema: domainInput,
    defaultValues: { domain: '', use },
    send: useAddDomain().mutateAsync,
    onDone: onClose,
    fallback: 'Failed to add the domain',
  })
  const { title, description, placeholder } = TEXTS[use]
  return (
    <FormDialog
      title={title}
      description={description}
      verb="Add domain"
      pendingLabel="Adding..."
      onClose={onClose}
      {...dialog}
    >
      <FormField
        form={form}
        name="domain"
        label="Domain"
        required
        placeholder={placeholder}
        inputMode="url"
      />
    </FormDialog>
  )
}
