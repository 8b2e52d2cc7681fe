import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ExternalRefund, PaymentEvent } from '#server/platform/payments/payments.ts'
import * as store from '../store/events.ts'
import { isLatePayment } from '../store/events.ts'
import { addNote } from '../store/notes.ts'
import { recordExternalRefund } from './external-refunds.ts'
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
  const externalRefund = refundedPayment === null ? null : await payments.externalRefund(refundedPayment)
  const organizationId = organizationIdOf(change ?? failedRefund ?? externalRefund)
  if (!organizationId) {
    await store.finishEvent(db, provider, event.id, 'ignored')
    log.debug({ event: event.id, type: event.type }, 'Ignoring a payment event without an organization')
    return null
  }
  await refundLatePayment(deps, organizationId, event)
  return db.tenant(organizationId, async (tx) => {
    if (!(await store.claimEvent(tx, provider, event.id))) return null
    if (!change) {
      const hasEffect = await recordRefundEvent(tx, deps, event, externalRefund)
      if (hasEffect && externalRefund)
        deps.events.publish(tx, organizationId, { type: 'organization.changed' })
      await store.finishEvent(tx, provider, event.id, outcomeOf(!hasEffect, hasEffect))
      return null
    }
    const reported = { change, at: event.createdAt, source: event.id }
    const { rejection, hasChanged, hasGranted } = await recordChange(tx, deps, reported)
    if (rejection) await recordRejectedChange(tx, deps, event, rejection)
    if (hasChanged || hasGranted) deps.events.publish(tx, organizationId, { type: 'organization.changed' })
    await store.finishEvent(tx, provider, event.id, outcomeOf(rejection !== null, hasChanged || hasGranted))
    return hasGranted ? organizationId : null
  })
}

/** @returns true if it changed something */
async function recordRefundEvent(
  tx: TenantTx,
  deps: Deps,
  { id: eventId, createdAt: at, failedRefund }: PaymentEvent,
  externalRefund: ExternalRefund | null,
): Promise<boolean> {
  if (failedRefund) return recordFailedRefund(tx, deps, failedRefund, at)
  return externalRefund !== null && recordExternalRefund(tx, deps, { ...externalRefund, at, eventId })
}

/** Logs a rejected event and, if money was paid, leaves a note for operators. */
async function recordRejectedChange(
  tx: TenantTx,
  { clock, log }: Deps,
  { id, type, change }: PaymentEvent,
  rejection: NonNullable<RecordResult['rejection']>,
): Promise<void> {
  const paidPeriod = change?.paidPeriod
  log[paidPeriod ? 'error' : 'warn']({ event: id, type, rejection }, 'Rejected a payment event')
  if (!paidPeriod) return
  const outcome =
    rejection === 'customer' ? 'customer of another organization' : 'organization unknown or erased'
  const note = {
    key: `payment:${paidPeriod.invoiceId}`,
    kind: 'payment_refused' as const,
    subject: paidPeriod.invoiceId,
  }
  await addNote(tx, { ...note, organization: tx.organizationId, outcome }, clock.now())
}

function outcomeOf(isRejected: boolean, hasEffect: boolean): 'ignored' | 'applied' | 'older' {
  if (isRejected) return 'ignored'
  return hasEffect ? 'applied' : 'older'
}

/** Null unless the event's metadata, which may contain anything, has a valid organization id. */
function organizationIdOf(fact: { organizationId: string } | null): OrganizationId | null {
  try {
    return fact && parseOrganizationId(fact.organizationId)
  } catch {
    return null
  }
}

/**
 * Refunds a payment that arrives for an organization after its erasure began, or for a subscription unknown at that
 * time, and ends the subscription. The key is the invoice, so that a repeated event refunds nothing twice. Operators get
 * a note.
 *
 * @throws {AppError} unavailable if the provider can't be reached: the event will be sent again
 */
async function refundLatePayment(
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
