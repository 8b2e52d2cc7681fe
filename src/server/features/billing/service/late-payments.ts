import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'
import { isLatePayment } from '../store/late-payments.ts'
import { addNote } from '../store/notes.ts'
import type { Deps } from './record-change.ts'

/**
 * Refunds a payment that arrives for an organization after its erasure began, or for a subscription unknown at that
 * time, and ends the subscription. The key is the invoice, so that a repeated event refunds nothing twice. Operators get
 * a note.
 *
 * @throws {AppError} unavailable if the provider can't be reached: the event will be sent again
 */
export async function refundLatePayment(
  deps: Deps,
  organizationId: OrganizationId,
  { id, createdAt, change }: PaymentEvent,
): Promise<void> {
  if (!change?.paidPeriod) return
  const { db, clock, log } = deps
  const { subscriptionId } = change
  if (!(await isLatePayment(db, organizationId, { subscriptionId, paidAt: createdAt }))) return
  const { invoiceId } = change.paidPeriod
  log.error({ event: id, organizationId, invoiceId }, 'Refunding a payment for an erased organization')
  const isRefunded = await refundInvoice(deps, { subscriptionId, invoiceId })
  if (!isRefunded)
    log.error({ event: id, organizationId, invoiceId }, 'The payment provider rejected the refund')
  const outcome = isRefunded ? 'refunded' : 'the provider rejected the refund; the subscription has ended'
  const note = { key: `payment:${invoiceId}`, kind: 'late_payment' as const, subject: invoiceId, outcome }
  await addNote(db, { ...note, organization: organizationId }, clock.now())
}

/** @returns false if the provider rejected the refund; the subscription ends anyway */
async function refundInvoice(
  { payments }: Deps,
  { subscriptionId, invoiceId }: { subscriptionId: string; invoiceId: string },
): Promise<boolean> {
  const idempotencyKey = `refund-${invoiceId}`
  try {
    await payments.refundAndCancel({ subscriptionId, invoiceId, idempotencyKey })
    return true
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    await payments.endNow({ subscriptionId, idempotencyKey })
    return false
  }
}
