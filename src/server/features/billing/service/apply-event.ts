import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import type { ExternalRefund, PaymentEvent } from '#server/platform/payments/payments.ts'
import * as store from '../store/events.ts'
import { addNote } from '../store/notes.ts'
import { recordExternalRefund } from './external-refunds.ts'
import { refundLatePayment } from './late-payments.ts'
import { type Deps, type RecordResult, recordChange } from './record-change.ts'
import { noteFailedRefund } from './refunds.ts'

/**
 * The one step that the webhook, the return page and the look for lost events share: the event is kept first, then its
 * effect and the note that it took place are one transaction. However often and in whatever order events come, each has
 * its effect once. Kept beside it: `applied`, `older` where something newer is known, or `ignored`.
 *
 * @returns the organization that received credits, if any
 */
export async function applyEvent(deps: Deps, event: PaymentEvent): Promise<OrganizationId | null> {
  const { db, payments, log } = deps
  const { provider } = payments
  await store.storeEvent(db, provider, event)
  const { change, failedRefund, refundedPayment } = event
  // A refund that was made elsewhere names no organization: it is read where it was made, as it stands now.
  const elsewhere = refundedPayment === null ? null : await payments.externalRefund(refundedPayment)
  const organizationId = organizationIdOf(change ?? failedRefund ?? elsewhere)
  if (!organizationId) {
    await store.finishEvent(db, provider, event.id, 'ignored')
    log.debug({ event: event.id, type: event.type }, 'An event of the payment provider says nothing about us')
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
    const told = { change, at: event.createdAt, source: event.id }
    const { refusal, changed, granted } = await recordChange(tx, deps, told)
    if (refusal) await recordRefusedChange(tx, deps, event, refusal)
    if (changed || granted) deps.events.publish(tx, organizationId, { type: 'organization.changed' })
    await store.finishEvent(tx, provider, event.id, outcomeOf(refusal !== null, changed || granted))
    return granted ? organizationId : null
  })
}

/** @returns whether it is news */
async function recordRefundEvent(
  tx: TenantTx,
  deps: Deps,
  { id: eventId, createdAt: at, failedRefund }: PaymentEvent,
  elsewhere: ExternalRefund | null,
): Promise<boolean> {
  if (failedRefund) return noteFailedRefund(tx, deps, failedRefund, at)
  return elsewhere !== null && recordExternalRefund(tx, deps, { ...elsewhere, at, eventId })
}

/** Money that nothing came of: a person has to look where it belongs. */
async function recordRefusedChange(
  tx: TenantTx,
  { clock, log }: Deps,
  { id, type, change }: PaymentEvent,
  refusal: NonNullable<RecordResult['refusal']>,
): Promise<void> {
  const paid = change?.paidPeriod
  log[paid ? 'error' : 'warn']({ event: id, type, refusal }, 'An event of a payment was not taken')
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

/** Metadata may hold anything; what is no id names no organization. */
function organizationIdOf(told: { organizationId: string } | null): OrganizationId | null {
  try {
    return told && mintOrganizationId(told.organizationId)
  } catch {
    return null
  }
}
