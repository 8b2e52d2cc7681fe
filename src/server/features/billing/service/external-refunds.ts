import { bestSubscriptionOf } from '#domain/billing/subscription-state.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { ExternalRefund } from '#server/platform/payments/payments.ts'
import { addNote } from '../store/notes.ts'
import * as organizations from '../store/organization.ts'
import * as store from '../store/subscriptions.ts'
import { auditBilling } from './audit-billing.ts'
import type { Deps } from './record-change.ts'

type ExternalRefundEvent = ExternalRefund & { at: string; eventId: string }
type Outcome = 'refunded' | 'in_part' | 'failed'

/**
 * Records an external refund in its current state. A full refund of a subscription's last payment takes the credits, as
 * our own refunds do, and they return if the refund fails later; the provider decides whether the subscription
 * continues. A partial refund is only recorded. Operators get a note. Part of the caller's transaction.
 *
 * @returns true if it changed something
 */
export async function recordExternalRefund(
  tx: TenantTx,
  deps: Deps,
  event: ExternalRefundEvent,
): Promise<boolean> {
  const { provider } = deps.payments
  const { organizationId } = tx
  const key = `refund:${event.eventId}`
  const note = { key, organization: organizationId, subject: event.invoiceId }
  const now = deps.clock.now()
  if (!(await organizations.lockOrganization(tx))) return false
  const payments = await store.listPayments(tx, { provider, subscriptionId: event.subscriptionId })
  const payment = payments.find(({ invoiceId }) => invoiceId === event.invoiceId)
  if (!payment?.paidAt || payment.amountCents === null) {
    await addNote(tx, { ...note, kind: 'refund_elsewhere', outcome: 'unknown payment' }, now)
    return false
  }
  const outcome = outcomeOf(payment, event)
  if (!outcome) return false
  const refund = outcome === 'failed' ? null : { cents: event.amountCents, isFull: outcome === 'refunded' }
  await store.setExternalRefund(tx, { provider, invoiceId: event.invoiceId, at: event.at, refund })
  if (outcome === 'refunded') {
    await revokeCredits(tx, deps, event, payments)
    await deps.notifications.billing(tx, { kind: 'refunded', key: event.invoiceId })
  } else if (payment.refundedAt !== null) await deps.credits.restorePeriod(tx, event.invoiceId)
  const action = outcome === 'failed' ? 'payment.refund_failed' : 'payment.refunded_elsewhere'
  await auditBilling(tx, action, event.invoiceId, {
    amountCents: event.amountCents,
    subscription: event.subscriptionId,
    event: event.eventId,
  })
  const kind = outcome === 'failed' ? 'refund_failed' : 'refund_elsewhere'
  await addNote(tx, { ...note, kind, outcome: describeOutcome(outcome, event) }, now)
  return true
}

function outcomeOf(payment: store.Payment, { amountCents, at }: ExternalRefundEvent): Outcome | null {
  const { refundedAt, refundedCents, isExternal, refundFailedAt } = payment
  // Our own refunds are reported by their own events.
  if (refundedAt !== null && !isExternal) return null
  if (amountCents === 0) return isExternal && refundedCents !== null ? 'failed' : null
  if (amountCents === refundedCents) return null
  // The failed refund was reported again.
  if (refundFailedAt !== null && Date.parse(at) < Date.parse(refundFailedAt)) return null
  return amountCents >= (payment.amountCents ?? 0) ? 'refunded' : 'in_part'
}

function describeOutcome(outcome: Outcome, { amountCents }: ExternalRefundEvent): string {
  if (outcome === 'failed') return 'refund failed; we still have the money'
  const amount = `${(amountCents / 100).toFixed(2)} USD`
  return outcome === 'in_part' ? `${amount} (partial)` : `${amount} (full payment)`
}

/** Only the last payment's credits can still exist: those of earlier payments have expired. */
async function revokeCredits(
  tx: TenantTx,
  { credits }: Deps,
  { invoiceId, subscriptionId }: ExternalRefundEvent,
  payments: readonly store.Payment[],
): Promise<void> {
  const startOf = (payment: store.Payment | undefined) => Date.parse(payment?.periodStart ?? '') || 0
  const start = startOf(payments.find((payment) => payment.invoiceId === invoiceId))
  if (payments.some((payment) => payment.paidAt !== null && startOf(payment) > start)) return
  const best = bestSubscriptionOf(await store.listSubscriptions(tx))
  const isContinuing = best?.status === 'active' && best.subscriptionId !== subscriptionId
  await credits.revokePeriod(tx, invoiceId, isContinuing)
}
