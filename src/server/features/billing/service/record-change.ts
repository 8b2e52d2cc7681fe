import { PROFESSIONAL } from '#domain/billing/plans.ts'
import {
  applySubscriptionFact,
  bestSubscriptionOf,
  duplicateSubscriptionsOf,
  type Subscription,
} from '#domain/billing/subscription-state.ts'
import type { BillingEmailsService } from '#server/features/billing-emails/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { SubscriptionChange } from '#server/platform/payments/payments.ts'
import type { Platform } from '#server/platform/platform.ts'
import { DUPLICATE_GRACE_MS, LIVE_STATUSES, retainedUntil } from '../limits.ts'
import * as organizations from '../store/organization.ts'
import * as refunds from '../store/refunds.ts'
import * as store from '../store/subscriptions.ts'
import { auditBilling } from './audit-billing.ts'

export type Deps = Pick<Platform, 'db' | 'events' | 'payments' | 'clock' | 'log' | 'site'> & {
  credits: CreditsService
  billingEmails: BillingEmailsService
  notifications: Pick<NotificationsService, 'billing'>
}

/** A reported change with its time and source: an event id, or the name of our own action. */
export type ReportedChange = { change: SubscriptionChange; at: string; source: string }

export type RecordResult = {
  rejection: 'organization' | 'customer' | null
  hasChanged: boolean
  hasGranted: boolean
}

/**
 * Merges a reported change into the stored subscriptions and updates the organization from its best one. Part of the
 * caller's transaction; repeated or reordered reports have the same result.
 */
export async function recordChange(
  tx: TenantTx,
  deps: Deps,
  reported: ReportedChange,
): Promise<RecordResult> {
  const { provider } = deps.payments
  const { change, at } = reported
  const isForeign = await store.isBoundElsewhere(tx, provider, change)
  const before = await organizations.lockOrganization(tx)
  if (!before) return { rejection: 'organization', hasChanged: false, hasGranted: false }
  const storedSubscriptions = await store.listSubscriptions(tx)
  const { subscriptionId, customerId } = change
  const current = storedSubscriptions.find(store.hasKey({ provider, subscriptionId }))
  // A new subscription may have a new customer: the old one was deleted, or belongs to another account.
  const isOtherCustomer = current !== undefined && current.customerId !== customerId
  if (isForeign || isOtherCustomer) return { rejection: 'customer', hasChanged: false, hasGranted: false }

  const fact = { ...change, at, periodStart: change.paidPeriod?.start ?? null }
  const subscription = applySubscriptionFact({ provider, subscriptionId, customerId }, current ?? null, fact)
  const hasChanged = JSON.stringify(subscription) !== JSON.stringify(current ?? null)
  if (hasChanged) await store.saveSubscription(tx, subscription)
  const subscriptions = [...storedSubscriptions.filter((each) => each !== current), subscription]
  // The payment comes first: the email about the end of a subscription depends on whether it was refunded.
  const hasGranted = await applyPayment(tx, deps, reported, subscriptions)
  const hasNewBest = await setBestSubscription(tx, deps, before, subscriptions, reported.source)
  const { cancelAtPeriodEnd } = subscription
  if (current && current.cancelAtPeriodEnd !== cancelAtPeriodEnd)
    await auditBilling(tx, 'subscription.renewal_changed', subscriptionId, { cancelAtPeriodEnd })
  if (hasChanged) await notifyPaymentFailure(tx, deps, subscription, bestSubscriptionOf(subscriptions))
  await orderDuplicateRefunds(tx, deps, subscriptions)
  if (hasChanged || hasGranted) await organizations.closeCheckoutOrders(tx)
  return { rejection: null, hasChanged: hasChanged || hasNewBest, hasGranted }
}

/** Updates the organization's plan and status columns from the best of its subscriptions. */
export async function setBestSubscription(
  tx: TenantTx,
  deps: Deps,
  before: organizations.OrganizationRow,
  subscriptions: readonly Subscription[],
  source: string,
): Promise<boolean> {
  const best = bestSubscriptionOf(subscriptions)
  if (!best || !(await organizations.updateBestSubscription(tx, best))) return false
  await auditBilling(tx, 'subscription.changed', best.subscriptionId, {
    from: before.subscriptionStatus,
    to: best.status,
    periodEnd: best.periodEnd,
    event: source,
  })
  const { subscriptionId } = best
  if (best.status === 'active' && before.subscriptionStatus === 'past_due')
    await deps.notifications.billing(tx, { kind: 'recovered', key: `${subscriptionId}:${best.periodEnd}` })
  if (best.status === 'canceled' && LIVE_STATUSES.has(before.subscriptionStatus)) {
    const refund = await refunds.findRefund(tx, best)
    const isRefunded = (await store.listPayments(tx, best)).some(({ refundedAt }) => refundedAt !== null)
    await deps.notifications.billing(tx, { kind: 'ended', key: subscriptionId })
    await deps.billingEmails.subscriptionEnded(tx, subscriptionId, {
      isRefunded: isRefunded || (refund !== undefined && refund.state !== 'refused'),
      retainedUntil: retainedUntil(best.canceledAt ?? best.eventAt, deps.site),
    })
  }
  return true
}

/** Grants credits by invoice rather than by event, because several events may report the same payment. */
async function applyPayment(
  tx: TenantTx,
  { credits, payments }: Deps,
  { change, at }: ReportedChange,
  subscriptions: readonly Subscription[],
): Promise<boolean> {
  const { paidPeriod, refund } = change
  const invoiceId = paidPeriod?.invoiceId ?? refund?.invoiceId
  if (!invoiceId) return false
  const isRefunded = await store.storePayment(tx, payments.provider, change, at)
  const outcome =
    paidPeriod &&
    (await credits.grantPeriod(tx, {
      key: invoiceId,
      amount: PROFESSIONAL.monthlyCredits,
      start: paidPeriod.start,
      end: change.periodEnd,
      isSwitch: paidPeriod.isSwitch === true,
    }))
  if (isRefunded) {
    const best = bestSubscriptionOf(subscriptions)
    const isContinuing = best?.status === 'active' && best.subscriptionId !== change.subscriptionId
    await credits.revokePeriod(tx, invoiceId, isContinuing)
  }
  return outcome === 'granted'
}

/** Notifies once per attempt, and only if this subscription is the one that locks the contacts. */
async function notifyPaymentFailure(
  tx: TenantTx,
  { billingEmails, notifications }: Deps,
  subscription: Subscription,
  best: Subscription | null,
): Promise<void> {
  const { subscriptionId, status, failedAttempts: attempt, nextAttemptAt, periodEnd } = subscription
  if (best?.subscriptionId !== subscriptionId || status !== 'past_due' || attempt === 0) return
  const key = `${subscriptionId}:${periodEnd}:${attempt}`
  await billingEmails.paymentFailed(tx, key, { attempt, nextAttemptAt })
  await notifications.billing(tx, { kind: 'payment_failed', key })
}

/**
 * Orders refunds for duplicate subscriptions. The first one continues and the second is refunded after a grace period,
 * because the end of the first may still be on its way.
 */
async function orderDuplicateRefunds(
  tx: TenantTx,
  deps: Deps,
  subscriptions: readonly Subscription[],
): Promise<void> {
  const { provider } = deps.payments
  const now = deps.clock.now()
  const duplicates = duplicateSubscriptionsOf(subscriptions).filter((each) => each.provider === provider)
  await refunds.deleteDuplicateRefunds(
    tx,
    provider,
    duplicates.map(({ subscriptionId }) => subscriptionId),
  )
  for (const duplicate of duplicates) {
    const isPaid = (await store.listPayments(tx, duplicate)).some(({ paidAt }) => paidAt !== null)
    if (!isPaid) continue
    await refunds.orderRefund(tx, {
      ...{ provider, subscriptionId: duplicate.subscriptionId, reason: 'double_checkout', now },
      nextTryAt: new Date(now.getTime() + DUPLICATE_GRACE_MS),
    })
  }
}

/** Ends subscriptions that no provider reports on. Part of the caller's transaction. */
export async function endSubscriptions(
  tx: TenantTx,
  subscriptions: readonly Subscription[],
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  for (const each of subscriptions) {
    const periodEnd = each.periodEnd < at ? each.periodEnd : at
    await store.saveSubscription(tx, { ...each, status: 'canceled', periodEnd, eventAt: at, canceledAt: at })
  }
}
