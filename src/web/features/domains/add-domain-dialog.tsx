import { type DomainUse, domainInput } from '#contract/domains.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useAddDomain } from './domains-queries.ts'

const TEXTS = {
  app: {
    title: 'Add app domain',
    description:
      "Use a name that doesn't have a website yet. Next, you'll add a DNS record to prove it's yours.",
    placeholder: 'app.example.com',
  },
  email: {
    title: 'Add email domain',
    description:
      "The part after the @ in your email addresses. Next, you'll add a DNS record to prove it's yours.",
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
