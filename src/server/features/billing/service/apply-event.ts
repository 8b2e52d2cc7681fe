import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import type { PaymentEvent, RefundsElsewhere } from '#server/platform/payments/payments.ts'
import * as store from '../store/events.ts'
import { addNote } from '../store/notes.ts'
import { payBackLate } from './late-payments.ts'
import { type Deps, type Recorded, recordChange } from './record-change.ts'
import { noteFailedRefund } from './refunds.ts'
import { noteRefundElsewhere } from './refunds-elsewhere.ts'

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
  await store.keepEvent(db, provider, event)
  const { change, failedRefund, refundedPayment } = event
  // A refund that was made elsewhere names no organization: it is read where it was made, as it stands now.
  const elsewhere = refundedPayment === null ? null : await payments.refundsElsewhere(refundedPayment)
  const organizationId = organizationOf(change ?? failedRefund ?? elsewhere)
  if (!organizationId) {
    await store.finishEvent(db, provider, event.id, 'ignored')
    log.debug({ event: event.id, type: event.type }, 'An event of the payment provider says nothing about us')
    return null
  }
  await payBackLate(deps, organizationId, event)
  return db.tenant(organizationId, async (tx) => {
    if (!(await store.claimEvent(tx, provider, event.id))) return null
    if (!change) {
      const isNews = await noteRefund(tx, deps, event, elsewhere)
      if (isNews && elsewhere) deps.events.publish(tx, organizationId, { type: 'organization.changed' })
      await store.finishEvent(tx, provider, event.id, outcomeOf(!isNews, isNews))
      return null
    }
    const told = { change, at: event.createdAt, source: event.id }
    const { refusal, changed, granted } = await recordChange(tx, deps, told)
    if (refusal) await noteRefusal(tx, deps, event, refusal)
    if (changed || granted) deps.events.publish(tx, organizationId, { type: 'organization.changed' })
    await store.finishEvent(tx, provider, event.id, outcomeOf(refusal !== null, changed || granted))
    return granted ? organizationId : null
  })
}

/** @returns whether it is news */
async function noteRefund(
  tx: TenantTx,
  deps: Deps,
  { id: eventId, createdAt: at, failedRefund }: PaymentEvent,
  elsewhere: RefundsElsewhere | null,
): Promise<boolean> {
  if (failedRefund) return noteFailedRefund(tx, deps, failedRefund, at)
  return elsewhere !== null && noteRefundElsewhere(tx, deps, { ...elsewhere, at, eventId })
}

/** Money that nothing came of: a person has to look where it belongs. */
async function noteRefusal(
  tx: TenantTx,
  { clock, log }: Deps,
  { id, type, change }: PaymentEvent,
  refusal: NonNullable<Recorded['refusal']>,
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
function organizationOf(told: { organizationId: string } | null): OrganizationId | null {
  try {
    return told && mintOrganizationId(told.organizationId)
  } catch {
    return null
  }
}
