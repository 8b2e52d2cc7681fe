import type { Subscription } from '#domain/billing/subscription-state.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { mailboxOf } from '#server/platform/http/callers.ts'
import type { PaymentEvent, SubscriptionChange } from '#server/platform/payments/payments.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import * as limits from '../limits.ts'
import { addNote } from '../store/notes.ts'
import * as organizations from '../store/organization.ts'
import * as store from '../store/refunds.ts'
import { hasKey, listPayments, listSubscriptions, reverseRefund } from '../store/subscriptions.ts'
import { auditBilling } from './audit-billing.ts'
import { readSubscription } from './overview.ts'
import { type Deps, recordChange } from './record-change.ts'

type RefundOutcome = { status: 'refunded' | 'pending'; amountCents: number | null }

const CARD_USED_TEXT = 'Another organization already used this card for the money-back guarantee'
const NOTHING_TO_REFUND_TEXT = 'There is no payment to refund'

/**
 * Guarantee refund, once per organization, owner mailbox and card. The request is stored before the provider is asked, and
 * the sweep continues an interrupted one under the same key, so that money is refunded once.
 *
 * @throws {AppError} conflict if it is too late, was done before, or the provider has nothing to refund
 */
export async function requestGuaranteeRefund(deps: Deps, context: Context): Promise<RefundOutcome> {
  const { organizationId } = context
  const subscriptionId = await deps.db.tenant(organizationId, (tx) => orderGuaranteeRefund(tx, deps, context))
  const key = { provider: deps.payments.provider, subscriptionId }
  if ((await tryRefund(deps, organizationId, key)) === 'card_used')
    throw new AppError('conflict', CARD_USED_TEXT)
  const refund = await deps.db.tenant(organizationId, (tx) => store.findRefund(tx, key))
  if (!refund || refund.state === 'refused') throw new AppError('conflict', NOTHING_TO_REFUND_TEXT)
  return { status: refund.state === 'done' ? 'refunded' : 'pending', amountCents: refund.amountCents }
}

/** @returns the refunded subscription; the second of two clicks gets the same one */
async function orderGuaranteeRefund(tx: TenantTx, deps: Deps, context: Context): Promise<string> {
  await organizations.lockOrganization(tx)
  const { provider } = deps.payments
  const refund = await store.findGuaranteeRefund(tx)
  const now = deps.clock.now()
  if (refund) {
    if (refund.provider === provider && isRecent(refund, now)) return refund.subscriptionId
    throw new AppError('conflict', 'Your organization already received a refund')
  }
  const { liveSubscription, refundableUntil } = await readSubscription(tx, deps)
  if (!liveSubscription || !refundableUntil) throw new AppError('conflict', NOTHING_TO_REFUND_TEXT)
  const { subscriptionId } = liveSubscription
  const mailboxes = (await store.listOwnerAddresses(tx)).map((email) => personHash(mailboxOf(email)))
  if (!(await store.claimGuarantee(tx, 'mailbox', mailboxes))) {
    throw new AppError(
      'conflict',
      'An owner of your organization already used the money-back guarantee with another organization',
    )
  }
  await store.orderRefund(tx, { provider, subscriptionId, reason: 'money_back', now, nextTryAt: now })
  await audit(tx, { ...context, action: 'subscription.refund_requested', subject: subscriptionId })
  return subscriptionId
}

/** True for an open refund, or one that was finished during the second click. */
function isRecent({ state, finishedAt }: store.Refund, now: Date): boolean {
  return state === 'open' || Date.parse(finishedAt ?? '') > now.getTime() - limits.DOUBLE_CLICK_MS
}

/**
 * Makes one attempt at a due refund; of any number of concurrent callers, one makes it. No connection is held while the
 * provider is asked.
 */
export async function tryRefund(
  deps: Deps,
  organizationId: OrganizationId,
  key: store.RefundKey,
): Promise<'card_used' | undefined> {
  const { db, payments, log } = deps
  const claim = await db.tenant(organizationId, (tx) => claimRefundWork(tx, deps, key))
  if (!claim) return undefined
  const { refund, subscription, invoiceIds } = claim
  const refundedInvoices: RefundResult['refundedInvoices'] = []
  let isCardUsed = false
  try {
    isCardUsed =
      refund.reason === 'money_back' && !(await claimCards(deps, organizationId, { key, invoiceIds }))
    for (const invoiceId of isCardUsed ? [] : invoiceIds) {
      const { subscriptionId } = key
      const idempotencyKey = `refund-${invoiceId}`
      const paid = await payments.refundAndCancel({ subscriptionId, invoiceId, idempotencyKey })
      refundedInvoices.push({ invoiceId, ...paid })
    }
  } catch (error) {
    if (!isRejection(error)) return void (await postpone(deps, organizationId, refund))
    log.error({ organizationId, subscription: key.subscriptionId }, 'The payment provider rejected a refund')
  }
  const isUnrefunded = refundedInvoices.length === 0 && refund.reason === 'double_checkout'
  const endResult = isUnrefunded ? await endDuplicateSubscription(deps, subscription) : 'refused'
  if (endResult === 'later') return void (await postpone(deps, organizationId, refund))
  await db.tenant(organizationId, async (tx) => {
    if (endResult === 'ended') await recordEnd(tx, deps, subscription, null)
    await settleRefund(tx, deps, { refund, subscription, refundedInvoices })
  })
  return isCardUsed ? 'card_used' : undefined
}

/** Only the provider knows the cards. @returns false if another organization used the guarantee with one of them */
async function claimCards(
  { db, payments }: Deps,
  organizationId: OrganizationId,
  { key, invoiceIds }: { key: store.RefundKey; invoiceIds: readonly string[] },
): Promise<boolean> {
  const cards = await Promise.all(invoiceIds.map((invoiceId) => payments.cardOf(invoiceId)))
  const hashes = cards.flatMap((card) => (card ? [personHash(`card:${key.provider}:${card}`)] : []))
  return db.tenant(organizationId, (tx) => store.claimGuarantee(tx, 'card', hashes))
}

const isRejection = (error: unknown) => error instanceof AppError && error.code === 'conflict'

async function postpone(
  { db, clock, log }: Deps,
  organizationId: OrganizationId,
  refund: store.Refund,
): Promise<void> {
  const until = limits.nextRefundAttemptAt(refund.attempts, clock.now())
  await db.tenant(organizationId, (tx) => store.postponeRefund(tx, refund, until))
  log.warn({ organizationId, subscription: refund.subscriptionId }, 'A refund will be retried later')
}

/** Ends a duplicate subscription that can't be refunded, because it would continue to be charged. */
async function endDuplicateSubscription(
  { payments, log }: Deps,
  { subscriptionId }: Subscription,
): Promise<'ended' | 'refused' | 'later'> {
  try {
    await payments.endNow({ subscriptionId, idempotencyKey: `end-double-${subscriptionId}` })
    return 'ended'
  } catch (error) {
    if (!isRejection(error)) return 'later'
    log.error(
      { subscription: subscriptionId },
      'The payment provider refused to end a duplicate subscription',
    )
    return 'refused'
  }
}

/**
 * Attempts all open refunds of an organization before its erasure, because nothing else tracks them.
 *
 * @throws {AppError} unavailable while one stays open
 */
export async function finishRefunds(deps: Deps, organizationId: OrganizationId): Promise<void> {
  const listOpenRefunds = (dueBefore: Date) =>
    deps.db.tenant(organizationId, (tx) => store.makeRefundsDue(tx, deps.payments.provider, dueBefore))
  for (const key of await listOpenRefunds(deps.clock.now())) await tryRefund(deps, organizationId, key)
  if ((await listOpenRefunds(deps.clock.now())).length > 0)
    throw new AppError('unavailable', 'A refund to your organization is in progress. Please try again later.')
}

type RefundClaim = { refund: store.Refund; subscription: Subscription; invoiceIds: string[] }

async function claimRefundWork(tx: TenantTx, deps: Deps, key: store.RefundKey): Promise<RefundClaim | null> {
  const now = deps.clock.now()
  await organizations.lockOrganization(tx)
  const refund = await store.claimRefund(tx, key, now, new Date(now.getTime() + limits.REFUND_LEASE_MS))
  if (!refund) return null
  const subscription = (await listSubscriptions(tx)).find(hasKey(key))
  if (!subscription || key.provider !== deps.payments.provider) return null
  // A switch to a lower price may have cost nothing.
  const paid = (await listPayments(tx, subscription)).filter(({ amountCents }) => (amountCents ?? 0) > 0)
  // Newest first, because it is the most likely to be refundable.
  return { refund, subscription, invoiceIds: paid.map(({ invoiceId }) => invoiceId).reverse() }
}

type RefundResult = {
  refund: store.Refund
  subscription: Subscription
  refundedInvoices: { invoiceId: string; amountCents: number }[]
}

/** Applies a refund as the provider's own event would, which may arrive before or after. */
async function settleRefund(
  tx: TenantTx,
  deps: Deps,
  { refund, subscription, refundedInvoices }: RefundResult,
): Promise<void> {
  const now = deps.clock.now()
  for (const refundedInvoice of refundedInvoices) await recordEnd(tx, deps, subscription, refundedInvoice)
  const amountCents = refundedInvoices.reduce((sum, refundedInvoice) => sum + refundedInvoice.amountCents, 0)
  const state = refundedInvoices.length > 0 ? 'done' : 'refused'
  if (!(await store.endRefund(tx, refund, { from: 'open', state, amountCents, now }))) return
  if (state === 'refused' && refund.reason === 'money_back') await store.releaseGuarantee(tx)
  const action = state === 'done' ? 'subscription.refunded' : 'subscription.refund_refused'
  await auditBilling(tx, action, refund.subscriptionId, { amountCents, reason: refund.reason })
  if (state === 'done') await deps.notifications.billing(tx, { kind: 'refunded', key: refund.subscriptionId })
  if (state === 'done' && refund.reason === 'double_checkout')
    await deps.billingEmails.duplicateSubscription(tx, refund.subscriptionId, { amountCents })
  deps.events.publish(tx, tx.organizationId, { type: 'organization.changed' })
}

async function recordEnd(
  tx: TenantTx,
  deps: Deps,
  subscription: Subscription,
  refundedInvoice: SubscriptionChange['refund'],
): Promise<void> {
  const change = endChangeOf(tx.organizationId, subscription, refundedInvoice)
  await recordChange(tx, deps, { change, at: deps.clock.now().toISOString(), source: 'refund' })
}

/**
 * Records a refund that failed after it was done. A retry would use the same card, so the billing check alerts operators
 * instead. Part of the caller's transaction.
 *
 * @returns true if it changed something
 * @throws {AppError} unavailable while the refund is in progress: the provider reports it again
 */
export async function recordFailedRefund(
  tx: TenantTx,
  { payments, credits, clock, log }: Deps,
  { subscriptionId, invoiceId }: NonNullable<PaymentEvent['failedRefund']>,
  at: string,
): Promise<boolean> {
  const { organizationId } = tx
  const organization = await organizations.lockOrganization(tx)
  const key = { provider: payments.provider, subscriptionId }
  if (!organization) await recordLateFailure(tx, organizationId, invoiceId, clock.now())
  if ((await store.findRefund(tx, key))?.state === 'open')
    throw new AppError('unavailable', 'This refund is in progress')
  const hasChanged = await store.endRefund(tx, key, { from: 'done', state: 'failed', now: clock.now() })
  if (await reverseRefund(tx, { provider: payments.provider, invoiceId, at }))
    await credits.restorePeriod(tx, invoiceId)
  if (!hasChanged) return false
  log.error({ organizationId, subscription: subscriptionId, invoice: invoiceId }, 'A refund failed')
  await auditBilling(tx, 'subscription.refund_failed', subscriptionId, { invoiceId })
  return true
}

/** Leaves a note for operators, because no billing rule covers an erased organization. */
function recordLateFailure(tx: TenantTx, organization: string, invoiceId: string, now: Date): Promise<void> {
  const outcome = 'refund to an erased organization failed; we still have the money'
  const key = `failed:${invoiceId}`
  return addNote(tx, { key, kind: 'refund_failed', subject: invoiceId, organization, outcome }, now)
}

function endChangeOf(
  organizationId: string,
  { customerId, subscriptionId, period, periodEnd }: Subscription,
  refund: SubscriptionChange['refund'],
): SubscriptionChange {
  return {
    ...{ organizationId, customerId, subscriptionId, period, periodEnd, refund },
    status: 'canceled',
    plan: 'professional',
    ...{ cancelAtPeriodEnd: null, trialStart: null, trialEnd: null },
    ...{ attempt: null, nextAttemptAt: null, paidPeriod: null },
  }
}
