import type { Billing } from '#contract/billing.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { useRefund, useSetCancel } from './billing-queries.ts'

interface CancelDialogProps {
  billing: Pick<Billing, 'status' | 'periodEnd'>
  organizationId: string
  onClose: () => void
}

/** Asks before the subscription is left to end; says until when what is open. */
export function CancelDialog({ billing, organizationId, onClose }: CancelDialogProps) {
  const cancel = useSetCancel(organizationId)
  const end = billing.periodEnd ? formatMomentDay(billing.periodEnd) : 'the end of the paid period'
  const description =
    billing.status === 'active'
      ? `You have access until ${end}. After that contacts are locked and credits cannot be used; nothing more is charged. You can resume it until then.`
      : 'It is not renewed again. The invoice that is open stays open: until it is paid contacts stay locked, and if no attempt to collect it succeeds, the subscription ends. You can resume it until then.'
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel the subscription?"
      description={description}
      cancelLabel="Keep it"
      confirmLabel="Cancel subscription"
      pendingLabel="Canceling..."
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate('cancel', { onSuccess: onClose })}
    />
  )
}

/** Asks before the money goes back, since that ends everything at once. */
export function RefundDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const refund = useRefund(organizationId)
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Get your money back?"
      description={
        'The whole payment goes back the way it was paid. The subscription ends now: contacts are locked at once, and the ' +
        'credits of this period that are left are taken back. This can be done once for your organization.'
      }
      cancelLabel="Keep it"
      confirmLabel="End now and refund"
      pendingLabel="Refunding..."
      pending={refund.isPending}
      onConfirm={() => refund.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
