import { bestSubscriptionOf } from '#domain/billing/subscription-standing.ts'
import { audit } from '#server/platform/audit.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { ExternalRefund } from '#server/platform/payments/payments.ts'
import { addNote } from '../store/notes.ts'
import * as organizations from '../store/organization.ts'
import * as store from '../store/subscriptions.ts'
import type { Deps } from './record-change.ts'

type ExternalRefundEvent = ExternalRefund & { at: string; eventId: string }
type Outcome = 'refunded' | 'in_part' | 'failed'

/**
 * What was paid back in the provider's own pages, as it stands now. Of a whole payment the credits go, as with our own
 * refunds, where it is the last one of its subscription, and come back where the refund fails later; whether the subscription goes on is the provider's to say. A
 * part is noted, no more. Each is left to operators to look at. Part of the caller's transaction.
 *
 * @returns whether that is news
 */
export async function recordExternalRefund(
  tx: TenantTx,
  deps: Deps,
  told: ExternalRefundEvent,
): Promise<boolean> {
  const { provider } = deps.payments
  const { organizationId } = tx
  const note = { organization: organizationId, subject: told.invoiceId }
  const now = deps.clock.now()
  if (!(await organizations.lockOrganization(tx))) return false
  const all = await store.listPayments(tx, { provider, subscriptionId: told.subscriptionId })
  const payment = all.find(({ invoiceId }) => invoiceId === told.invoiceId)
  if (!payment?.paidAt || payment.amountCents === null) {
    const key = `refund:${told.eventId}`
    await addNote(tx, { ...note, key, kind: 'refund_elsewhere', outcome: 'payment not known' }, now)
    return false
  }
  const outcome = outcomeOf(payment, told)
  if (!outcome) return false
  const refund = outcome === 'failed' ? null : { cents: told.amountCents, isWhole: outcome === 'refunded' }
  await store.setExternalRefund(tx, { provider, invoiceId: told.invoiceId, at: told.at, refund })
  if (outcome === 'refunded') {
    await revokeCredits(tx, deps, told, all)
    await deps.notifications.billing(tx, { what: 'refunded', key: told.invoiceId })
  } else if (payment.refundedAt !== null) await deps.credits.restorePeriod(tx, told.invoiceId)
  await audit(tx, {
    actor: { kind: 'system', job: 'billing' },
    action: outcome === 'failed' ? 'payment.refund_failed' : 'payment.refunded_elsewhere',
    subject: told.invoiceId,
    details: { amountCents: told.amountCents, subscription: told.subscriptionId, event: told.eventId },
  })
  const kind = outcome === 'failed' ? 'refund_failed' : 'refund_elsewhere'
  await addNote(tx, { ...note, key: `refund:${told.eventId}`, kind, outcome: textOf(outcome, told) }, now)
  return true
}

function outcomeOf(payment: store.Payment, { amountCents, at }: ExternalRefundEvent): Outcome | null {
  const { refundedAt, refundedCents, isElsewhere, refundFailedAt } = payment
  // Ours is told of by its own events.
  if (refundedAt !== null && !isElsewhere) return null
  if (amountCents === 0) return isElsewhere && refundedCents !== null ? 'failed' : null
  if (amountCents === refundedCents) return null
  // Read before it failed, and told after.
  if (refundFailedAt !== null && Date.parse(at) < Date.parse(refundFailedAt)) return null
  return amountCents >= (payment.amountCents ?? 0) ? 'refunded' : 'in_part'
}

function textOf(outcome: Outcome, { amountCents }: ExternalRefundEvent): string {
  if (outcome === 'failed') return 'refund failed, the money is still here'
  const amount = `${(amountCents / 100).toFixed(2)} USD`
  return outcome === 'in_part' ? `${amount} in part` : `${amount}, the whole payment`
}

/** Credits of an earlier payment have expired: those of the last one are there. */
async function revokeCredits(
  tx: TenantTx,
  { credits }: Deps,
  { invoiceId, subscriptionId }: ExternalRefundEvent,
  all: readonly store.Payment[],
): Promise<void> {
  const startOf = (payment: store.Payment | undefined) => Date.parse(payment?.periodStart ?? '') || 0
  const start = startOf(all.find((one) => one.invoiceId === invoiceId))
  if (all.some((one) => one.paidAt !== null && startOf(one) > start)) return
  const best = bestSubscriptionOf(await store.listSubscriptions(tx))
  const goesOn = best?.status === 'active' && best.subscriptionId !== subscriptionId
  await credits.revokePeriod(tx, invoiceId, goesOn)
}
