import { INVITED_ROLES, invitationInput } from '#contract/invitations.ts'
import { OutboxNote } from '#web/features/auth/outbox-note.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { ROLE_NAMES, useInvite } from './team-queries.ts'

const ROLES = INVITED_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))

/** Invites a person by email address and role. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { form, dialog } = useActionForm({
    schema: invitationInput,
    defaultValues: { email: '', role: 'MEMBER' },
    send: useInvite().mutateAsync,
    onDone: onClose,
    fallback: 'Failed to send the invitation',
  })
  return (
    <FormDialog
      title="Invite to the team"
      description="We'll email them a link. It works once, for 7 days, and only for this address."
      verb="Send invitation"
      pendingLabel="Sending..."
      onClose={onClose}
      {...dialog}
    >
      <FormField form={form} name="email" label="Email" required type="email" inputMode="email" />
      <FormField
        form={form}
        name="role"
        label="Role"
        hint="Members work with contacts and tasks. Admins also manage the team, export data and delete in bulk."
        options={ROLES}
      />
      <OutboxNote purpose="to get the link" />
    </FormDialog>
  )
}
