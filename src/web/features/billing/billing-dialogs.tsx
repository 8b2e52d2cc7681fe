import type { Billing } from '#contract/billing.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { useRefund, useSetCancel } from './billing-queries.ts'

interface CancelDialogProps {
  billing: Pick<Billing, 'status' | 'periodEnd'>
  organizationId: string
  onClose: () => void
}

/** Confirms a cancellation and says until when the organization has access. */
export function CancelDialog({ billing, organizationId, onClose }: CancelDialogProps) {
  const cancel = useSetCancel(organizationId)
  const end = billing.periodEnd ? formatMomentDay(billing.periodEnd) : 'the end of the paid period'
  const description =
    billing.status === 'active'
      ? `You have access until ${end}. After that, contacts are locked, credits can't be used, and you won't be charged again. You can resume until then.`
      : "Your subscription won't renew. The unpaid invoice stays open: contacts stay locked until it is paid, and if every payment attempt fails, the subscription ends. You can resume until then."
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel your subscription?"
      description={description}
      cancelLabel="Keep subscription"
      confirmLabel="Cancel subscription"
      pendingLabel="Canceling..."
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate('cancel', { onSuccess: onClose })}
    />
  )
}

/** Confirms a refund, which ends the subscription at once. */
export function RefundDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const refund = useRefund(organizationId)
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Request a refund?"
      description="We refund the full payment to your original payment method. Your subscription ends right away: contacts are locked and this period's unused credits are removed. You can only do this once."
      cancelLabel="Keep subscription"
      confirmLabel="End now and refund"
      pendingLabel="Refunding..."
      pending={refund.isPending}
      onConfirm={() => refund.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
