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
import { DOUBLE_CHECKOUT_GRACE_MS, LIVE_STATUSES, retainedUntil } from '../limits.ts'
import * as organizations from '../store/organization.ts'
import * as refunds from '../store/refunds.ts'
import * as store from '../store/subscriptions.ts'
import { auditBilling } from './audit-billing.ts'

export type Deps = Pick<Platform, 'db' | 'events' | 'payments' | 'clock' | 'log' | 'site'> & {
  credits: CreditsService
  mails: BillingEmailsService
  notifications: Pick<NotificationsService, 'billing'>
}

/** A reported change with its time and source: an event id, or the name of our own action. */
export type ReportedChange = { change: SubscriptionChange; at: string; source: string }

export type RecordResult = {
  rejection: 'organization' | 'customer' | null
  changed: boolean
  granted: boolean
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
  const isElsewhere = await store.isBoundElsewhere(tx, provider, change)
  const before = await organizations.lockOrganization(tx)
  if (!before) return { rejection: 'organization', changed: false, granted: false }
  const stored = await store.listSubscriptions(tx)
  const { subscriptionId, customerId } = change
  const own = stored.find(store.isSubscription({ provider, subscriptionId }))
  // A new subscription may have a new customer: the old one was deleted, or belongs to another account.
  const isOtherCustomer = own !== undefined && own.customerId !== customerId
  if (isElsewhere || isOtherCustomer) return { rejection: 'customer', changed: false, granted: false }

  const fact = { ...change, at, periodStart: change.paidPeriod?.start ?? null }
  const subscription = applySubscriptionFact({ provider, subscriptionId, customerId }, own ?? null, fact)
  const hasChanged = JSON.stringify(subscription) !== JSON.stringify(own ?? null)
  if (hasChanged) await store.saveSubscription(tx, subscription)
  const all = [...stored.filter((one) => one !== own), subscription]
  // The payment comes first: the email about the end of a subscription depends on whether it was refunded.
  const granted = await applyPayment(tx, deps, reported, all)
  const hasNewBest = await setBestSubscription(tx, deps, before, all, reported.source)
  const { cancelAtPeriodEnd } = subscription
  if (own && own.cancelAtPeriodEnd !== cancelAtPeriodEnd)
    await auditBilling(tx, 'subscription.renewal_changed', subscriptionId, { cancelAtPeriodEnd })
  if (hasChanged) await notifyPaymentFailure(tx, deps, subscription, bestSubscriptionOf(all))
  await orderDuplicateRefunds(tx, deps, all)
  if (hasChanged || granted) await organizations.closeCheckoutOrders(tx)
  return { rejection: null, changed: hasChanged || hasNewBest, granted }
}

/** Updates the organization's plan and status columns from the best of its subscriptions. */
export async function setBestSubscription(
  tx: TenantTx,
  deps: Deps,
  before: organizations.OrganizationRow,
  all: readonly Subscription[],
  source: string,
): Promise<boolean> {
  const best = bestSubscriptionOf(all)
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
    const isPaidBack = (await store.listPayments(tx, best)).some(({ refundedAt }) => refundedAt !== null)
    await deps.notifications.billing(tx, { kind: 'ended', key: subscriptionId })
    await deps.mails.subscriptionEnded(tx, subscriptionId, {
      isRefunded: isPaidBack || (refund !== undefined && refund.state !== 'refused'),
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
  all: readonly Subscription[],
): Promise<boolean> {
  const { paidPeriod, refund } = change
  const invoiceId = paidPeriod?.invoiceId ?? refund?.invoiceId
  if (!invoiceId) return false
  const isPaidBack = await store.storePayment(tx, payments.provider, change, at)
  const outcome =
    paidPeriod &&
    (await credits.grantPeriod(tx, {
      key: invoiceId,
      amount: PROFESSIONAL.monthlyCredits,
      start: paidPeriod.start,
      end: change.periodEnd,
      isSwitch: paidPeriod.isSwitch === true,
    }))
  if (isPaidBack) {
    const best = bestSubscriptionOf(all)
    const isContinuing = best?.status === 'active' && best.subscriptionId !== change.subscriptionId
    await credits.revokePeriod(tx, invoiceId, isContinuing)
  }
  return outcome === 'granted'
}

/** Once per attempt, and only while this subscription is the one that locks the contacts. */
async function notifyPaymentFailure(
  tx: TenantTx,
  { mails, notifications }: Deps,
  subscription: Subscription,
  best: Subscription | null,
): Promise<void> {
  const { subscriptionId, status, failedAttempts: attempt, nextAttemptAt, periodEnd } = subscription
  if (best?.subscriptionId !== subscriptionId || status !== 'past_due' || attempt === 0) return
  const key = `${subscriptionId}:${periodEnd}:${attempt}`
  await mails.paymentFailed(tx, key, { attempt, nextAttemptAt })
  await notifications.billing(tx, { kind: 'payment_failed', key })
}

/**
 * Orders refunds for duplicate subscriptions. The first one continues and the second is refunded after a grace period,
 * because the end of the first may still be on its way.
 */
async function orderDuplicateRefunds(tx: TenantTx, deps: Deps, all: readonly Subscription[]): Promise<void> {
  const { provider } = deps.payments
  const now = deps.clock.now()
  const duplicates = duplicateSubscriptionsOf(all).filter((one) => one.provider === provider)
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
      nextTryAt: new Date(now.getTime() + DOUBLE_CHECKOUT_GRACE_MS),
    })
  }
}

/** Ends subscriptions that no provider reports on. Part of the caller's transaction. */
export async function endSubscriptions(
  tx: TenantTx,
  ended: readonly Subscription[],
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  for (const one of ended) {
    const periodEnd = one.periodEnd < at ? one.periodEnd : at
    await store.saveSubscription(tx, { ...one, status: 'canceled', periodEnd, eventAt: at, canceledAt: at })
  }
}
