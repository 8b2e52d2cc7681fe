import { PROFESSIONAL } from '#domain/billing/plans.ts'
import {
  applySubscriptionFact,
  bestSubscriptionOf,
  duplicateSubscriptionsOf,
  type Subscription,
} from '#domain/billing/subscription-standing.ts'
import type { BillingMailsService } from '#server/features/billing-mails/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { SubscriptionChange } from '#server/platform/payments/payments.ts'
import type { Platform } from '#server/platform/platform.ts'
import { DOUBLE_CHECKOUT_GRACE_MS, retainedUntil } from '../policy.ts'
import * as organizations from '../store/organization.ts'
import * as refunds from '../store/refunds.ts'
import * as store from '../store/subscriptions.ts'

export type Deps = Pick<Platform, 'db' | 'events' | 'payments' | 'clock' | 'log' | 'site'> & {
  credits: CreditsService
  mails: BillingMailsService
  notifications: Pick<NotificationsService, 'billing'>
}

/** What was told, when, and by what: the id of an event, or the name of our own verb. */
export type ReportedChange = { change: SubscriptionChange; at: string; source: string }

export type RecordResult =
  | { refusal: 'organization' | 'customer'; changed: false; granted: false }
  | { refusal: null; changed: boolean; granted: boolean }

const LIVE_STATUSES = new Set(['active', 'trialing', 'past_due'])

/**
 * Adds what was told to what is known, and lets the organization stand by its best subscription. All of it is one
 * transaction of the caller; told twice or in another order it comes to the same.
 */
export async function recordChange(tx: TenantTx, deps: Deps, told: ReportedChange): Promise<RecordResult> {
  const { provider } = deps.payments
  const { change } = told
  const isElsewhere = await store.isBoundElsewhere(tx, provider, change)
  const before = await organizations.lockOrganization(tx)
  if (!before) return { refusal: 'organization', changed: false, granted: false }
  const known = await store.listSubscriptions(tx)
  const own = known.find((one) => one.provider === provider && one.subscriptionId === change.subscriptionId)
  // A new subscription may be of a new customer: the old one was deleted, or belongs to another account.
  const isOtherCustomer = own !== undefined && own.customerId !== change.customerId
  if (isElsewhere || isOtherCustomer) return { refusal: 'customer', changed: false, granted: false }

  const { subscriptionId, customerId } = change
  const subscription = applySubscriptionFact(
    { provider, subscriptionId, customerId },
    own ?? null,
    subscriptionFactOf(told),
  )
  const isNews = JSON.stringify(subscription) !== JSON.stringify(own ?? null)
  if (isNews) await store.saveSubscription(tx, subscription)
  const all = [...known.filter((one) => one !== own), subscription]
  // Money first: what an owner is told of an end depends on whether it was paid back.
  const granted = await applyPayment(tx, deps, told, all)
  const isMoved = await setBestSubscription(tx, deps, before, all, told.source)
  if (own && own.cancelAtPeriodEnd !== subscription.cancelAtPeriodEnd) await noteRenewal(tx, subscription)
  if (isNews) await notifyPaymentFailure(tx, deps, subscription, bestSubscriptionOf(all))
  await orderDuplicateRefunds(tx, deps, all)
  if (isNews || granted) await organizations.closeCheckoutOrders(tx)
  return { refusal: null, changed: isNews || isMoved, granted }
}

/** Lets the organization stand by the best of its subscriptions; the other columns follow from it. */
export async function setBestSubscription(
  tx: TenantTx,
  deps: Deps,
  before: organizations.OrganizationRow,
  all: readonly Subscription[],
  source: string,
): Promise<boolean> {
  const best = bestSubscriptionOf(all)
  if (!best || !(await organizations.updateBestSubscription(tx, best))) return false
  await audit(tx, {
    actor: { kind: 'system', job: 'billing' },
    action: 'subscription.changed',
    subject: best.subscriptionId,
    details: {
      from: before.subscriptionStatus,
      to: best.status,
      periodEnd: best.periodEnd,
      event: source,
    },
  })
  const { subscriptionId } = best
  if (best.status === 'active' && before.subscriptionStatus === 'past_due')
    await deps.notifications.billing(tx, { what: 'recovered', key: `${subscriptionId}:${best.periodEnd}` })
  if (best.status === 'canceled' && LIVE_STATUSES.has(before.subscriptionStatus)) {
    const refund = await refunds.findRefund(tx, best)
    const isPaidBack = (await store.listPayments(tx, best)).some(({ refundedAt }) => refundedAt !== null)
    await deps.notifications.billing(tx, { what: 'ended', key: subscriptionId })
    await deps.mails.subscriptionEnded(tx, subscriptionId, {
      isRefunded: isPaidBack || (refund !== undefined && refund.state !== 'refused'),
      retainedUntil: retainedUntil(best.canceledAt ?? best.eventAt, deps.site),
    })
  }
  return true
}

/** Credits come by invoice, not by event: several events may tell of the same money. */
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
    const goesOn = best?.status === 'active' && best.subscriptionId !== change.subscriptionId
    await credits.revokePeriod(tx, invoiceId, goesOn)
  }
  return outcome === 'granted'
}

/** Once an attempt, and only while it is what locks the contacts. */
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
  await notifications.billing(tx, { what: 'payment_failed', key })
}

/**
 * Two checkouts that were both paid: the first subscription goes on, the second is paid back. Not at once: the end of
 * the first may be on its way.
 */
async function orderDuplicateRefunds(tx: TenantTx, deps: Deps, all: readonly Subscription[]): Promise<void> {
  const { provider } = deps.payments
  const now = deps.clock.now()
  const doubles = duplicateSubscriptionsOf(all).filter((one) => one.provider === provider)
  await refunds.deleteDuplicateRefunds(
    tx,
    provider,
    doubles.map(({ subscriptionId }) => subscriptionId),
  )
  for (const double of doubles) {
    const isPaid = (await store.listPayments(tx, double)).some(({ paidAt }) => paidAt !== null)
    if (!isPaid) continue
    await refunds.orderRefund(tx, {
      ...{ provider, subscriptionId: double.subscriptionId, reason: 'double_checkout', now },
      nextTryAt: new Date(now.getTime() + DOUBLE_CHECKOUT_GRACE_MS),
    })
  }
}

async function noteRenewal(tx: TenantTx, { subscriptionId, cancelAtPeriodEnd }: Subscription): Promise<void> {
  await audit(tx, {
    actor: { kind: 'system', job: 'billing' },
    action: 'subscription.renewal_changed',
    subject: subscriptionId,
    details: { cancelAtPeriodEnd },
  })
}

function subscriptionFactOf({ change, at }: ReportedChange) {
  return { ...change, at, periodStart: change.paidPeriod?.start ?? null }
}
