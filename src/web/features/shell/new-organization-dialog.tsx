import { createOrganization } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useShowUser } from './switch-organization.ts'

/** Creates another organization and switches to it. */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const showUser = useShowUser()
  const { form, dialog } = useActionForm({
    schema: createOrganization.body,
    defaultValues: { companyName: '' },
    send: (body) => call('POST /api/auth/organizations', { body }),
    onDone: (user) => {
      onClose()
      showUser(user)
    },
    fallback: "We couldn't create the organization. Try again.",
  })
  return (
    <FormDialog
      title="New organization"
      description="It has its own contacts, team and plan. You switch between your organizations in the user menu."
      verb="Create organization"
      pendingLabel="Creating..."
      onClose={onClose}
      {...dialog}
    >
      <FormField form={form} name="companyName" label="Company name" required autoComplete="organization" />
    </FormDialog>
  )
}
