import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'
import { isLatePayment } from '../store/late-payments.ts'
import { addNote } from '../store/notes.ts'
import type { Deps } from './record-change.ts'

/**
 * Money that came in for an organization after its erasure had begun, or for a subscription that nobody knew of then,
 * goes back, and the subscription ends: there is nobody left to give anything to. The key is the invoice's, so that an
 * event that is told again pays nothing twice. Operators get a note of it.
 *
 * @throws {AppError} unavailable when the provider cannot be reached: the event is sent again
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
  log.error(
    { event: id, organizationId, invoiceId },
    'A payment came for an erased organization: it goes back',
  )
  const isBack = await refundInvoice(deps, { subscriptionId, invoiceId })
  if (!isBack)
    log.error({ event: id, organizationId, invoiceId }, 'The payment provider refused to pay it back')
  const outcome = isBack ? 'paid back' : 'the provider refused to pay it back; the subscription has ended'
  const note = { key: `payment:${invoiceId}`, kind: 'late_payment' as const, subject: invoiceId, outcome }
  await addNote(db, { ...note, organization: organizationId }, clock.now())
}

/** @returns false where the provider refused: then the subscription ends all the same */
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
