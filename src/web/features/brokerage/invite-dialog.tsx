import { z } from 'zod'
import type { BrokerageInvitationInput } from '#contract/brokerages.ts'
import { emailAddress } from '#contract/email-address.ts'
import { OutboxNote } from '#web/features/auth/outbox-note.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useInvite } from './brokerage-queries.ts'
import { INVITATION_KINDS } from './brokerage-texts.ts'

const KINDS = (['office', 'new_office', 'supervisor'] as const).map((value) => ({
  value,
  label: INVITATION_KINDS[value],
}))

const invitationForm = z
  .object({
    kind: z.enum(['office', 'new_office', 'supervisor']),
    email: emailAddress,
    officeName: z.string().trim().max(200, 'Company name is too long'),
  })
  .refine(({ kind, officeName }) => kind !== 'new_office' || officeName !== '', {
    path: ['officeName'],
    message: 'Company name is required',
  })
  .transform(
    ({ kind, email, officeName }): BrokerageInvitationInput =>
      kind === 'new_office' ? { kind, email, officeName } : { kind, email },
  )

/** Invites an organization, the owner of a new office, or a supervising broker. */
export function InviteDialog({ brokerageId, onClose }: { brokerageId: string; onClose: () => void }) {
  const { form, dialog } = useActionForm({
    schema: invitationForm,
    defaultValues: { kind: 'office', email: '', officeName: '' },
    send: useInvite(brokerageId).mutateAsync,
    onDone: onClose,
    fallback: 'Failed to send the invitation',
  })
  const kind = form.watch('kind')
  return (
    <FormDialog
      title="Invite to the brokerage"
      description="We'll email them. They sign in with this address and accept or decline within 14 days."
      verb="Send invitation"
      pendingLabel="Sending..."
      onClose={onClose}
      {...dialog}
    >
      <FormField
        form={form}
        name="kind"
        label="Invite"
        hint="An organization joins when its owner accepts. A supervising broker sees the same totals as you but can't change anything."
        options={KINDS}
      />
      <FormField
        form={form}
        name="email"
        label={kind === 'supervisor' ? 'Email' : "Owner's email"}
        required
        type="email"
        inputMode="email"
      />
      {kind === 'new_office' && <FormField form={form} name="officeName" label="Company name" required />}
      <OutboxNote purpose="to answer" />
    </FormDialog>
  )
}
