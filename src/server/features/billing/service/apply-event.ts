import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import type { ExternalRefund, PaymentEvent } from '#server/platform/payments/payments.ts'
import * as store from '../store/events.ts'
import { addNote } from '../store/notes.ts'
import { recordExternalRefund } from './external-refunds.ts'
import { refundLatePayment } from './late-payments.ts'
import { type Deps, type RecordResult, recordChange } from './record-change.ts'
import { recordFailedRefund } from './refunds.ts'

/**
 * Applies an event, for the webhook, the return page and the catch-up. The event is stored first; its effect and outcome
 * share one transaction, so each event has its effect once, in whatever order events arrive. Outcomes are `applied`,
 * `older` if something newer is known, or `ignored`.
 *
 * @returns the organization that received credits, if any
 */
export async function applyEvent(deps: Deps, event: PaymentEvent): Promise<OrganizationId | null> {
  const { db, payments, log } = deps
  const { provider } = payments
  await store.storeEvent(db, provider, event)
  const { change, failedRefund, refundedPayment } = event
  // An external refund names no organization, so its current state is read from the provider.
  const elsewhere = refundedPayment === null ? null : await payments.externalRefund(refundedPayment)
  const organizationId = organizationIdOf(change ?? failedRefund ?? elsewhere)
  if (!organizationId) {
    await store.finishEvent(db, provider, event.id, 'ignored')
    log.debug({ event: event.id, type: event.type }, 'Ignoring a payment event without an organization')
    return null
  }
  await refundLatePayment(deps, organizationId, event)
  return db.tenant(organizationId, async (tx) => {
    if (!(await store.claimEvent(tx, provider, event.id))) return null
    if (!change) {
      const isNews = await recordRefundEvent(tx, deps, event, elsewhere)
      if (isNews && elsewhere) deps.events.publish(tx, organizationId, { type: 'organization.changed' })
      await store.finishEvent(tx, provider, event.id, outcomeOf(!isNews, isNews))
      return null
    }
    const reported = { change, at: event.createdAt, source: event.id }
    const { refusal, changed, granted } = await recordChange(tx, deps, reported)
    if (refusal) await recordRejectedChange(tx, deps, event, refusal)
    if (changed || granted) deps.events.publish(tx, organizationId, { type: 'organization.changed' })
    await store.finishEvent(tx, provider, event.id, outcomeOf(refusal !== null, changed || granted))
    return granted ? organizationId : null
  })
}

/** @returns true if it changed something */
async function recordRefundEvent(
  tx: TenantTx,
  deps: Deps,
  { id: eventId, createdAt: at, failedRefund }: PaymentEvent,
  elsewhere: ExternalRefund | null,
): Promise<boolean> {
  if (failedRefund) return recordFailedRefund(tx, deps, failedRefund, at)
  return elsewhere !== null && recordExternalRefund(tx, deps, { ...elsewhere, at, eventId })
}

/** Logs a rejected event and, if money was paid, leaves a note for operators. */
async function recordRejectedChange(
  tx: TenantTx,
  { clock, log }: Deps,
  { id, type, change }: PaymentEvent,
  refusal: NonNullable<RecordResult['refusal']>,
): Promise<void> {
  const paid = change?.paidPeriod
  log[paid ? 'error' : 'warn']({ event: id, type, refusal }, 'Rejected a payment event')
  if (!paid) return
  const outcome =
    refusal === 'customer' ? 'customer of another organization' : 'organization unknown or erased'
  const note = { key: `payment:${paid.invoiceId}`, kind: 'payment_refused' as const, subject: paid.invoiceId }
  await addNote(tx, { ...note, organization: tx.organizationId, outcome }, clock.now())
}

function outcomeOf(isRefused: boolean, hasEffect: boolean): 'ignored' | 'applied' | 'older' {
  if (isRefused) return 'ignored'
  return hasEffect ? 'applied' : 'older'
}

/** Metadata may hold anything; null unless it is an organization id. */
function organizationIdOf(fact: { organizationId: string } | null): OrganizationId | null {
  try {
    return fact && mintOrganizationId(fact.organizationId)
  } catch {
    return null
  }
}
