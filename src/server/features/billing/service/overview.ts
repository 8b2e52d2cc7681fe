import type { Billing } from '#contract/billing.ts'
import { bestSubscriptionOf, type Subscription } from '#domain/billing/subscription-state.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import * as limits from '../limits.ts'
import * as organizations from '../store/organization.ts'
import { findGuaranteeRefund } from '../store/refunds.ts'
import * as store from '../store/subscriptions.ts'
import type { Deps } from './record-change.ts'

type SubscriptionDeps = Pick<Deps, 'payments' | 'clock' | 'site'>

type SubscriptionState = {
  /** The subscription that determines the organization's plan and status. */
  best: Subscription | null
  /** The best live subscription at the connected provider: the one that can be canceled and refunded. */
  liveSubscription: Subscription | null
  /** End of the guarantee period; null if there is nothing to refund. */
  refundableUntil: string | null
  refundPending: boolean
  /** Customer of the best or newest subscription at the connected provider. */
  customerId: string | null
  /** True while that provider retries a payment. */
  isBehind: boolean
}

/** Current state of an organization's subscriptions, with the possible actions. */
export async function readSubscription(tx: TenantTx, deps: SubscriptionDeps): Promise<SubscriptionState> {
  const subscriptions = await store.listSubscriptions(tx)
  const best = bestSubscriptionOf(subscriptions)
  const { provider } = deps.payments
  const connected = subscriptions.filter((each) => each.provider === provider)
  const liveSubscription = bestSubscriptionOf(
    connected.filter(({ status }) => limits.LIVE_STATUSES.has(status)),
  )
  const refund = await findGuaranteeRefund(tx)
  return {
    best,
    liveSubscription,
    refundableUntil: liveSubscription && !refund ? await refundableUntilOf(tx, liveSubscription, deps) : null,
    refundPending: refund?.state === 'open',
    customerId: bestSubscriptionOf(connected)?.customerId ?? null,
    isBehind: connected.some(({ status }) => status === 'past_due'),
  }
}

async function refundableUntilOf(
  tx: TenantTx,
  subscription: Subscription,
  { clock, site }: Pick<Deps, 'clock' | 'site'>,
): Promise<string | null> {
  if (!['active', 'past_due'].includes(subscription.status)) return null
  const paidPayments = (await store.listPayments(tx, subscription)).filter(({ paidAt }) => paidAt !== null)
  const firstPayment = paidPayments[0]
  if (!firstPayment?.paidAt || paidPayments.some(({ refundedCents }) => refundedCents !== null)) return null
  const until = limits.refundableUntil(firstPayment.paidAt, site)
  return Date.parse(until) > clock.now().getTime() ? until : null
}

/** Data of the billing page. */
export function readOverview(deps: Deps, context: Context): Promise<Billing> {
  return deps.db.tenant(context.organizationId, (tx) => overview(tx, deps))
}

async function overview(tx: TenantTx, deps: Deps): Promise<Billing> {
  const { payments, credits, site } = deps
  const organization = await organizations.findOrganization(tx)
  if (!organization) throw notFound('Organization')
  const { best, liveSubscription, refundableUntil, refundPending, customerId } = await readSubscription(
    tx,
    deps,
  )
  const status = organization.subscriptionStatus
  const canceledAt = status === 'canceled' ? (best?.canceledAt ?? null) : null
  const isBehind = status === 'past_due'
  const month = await credits.monthOf(tx)
  return {
    paymentsKind: payments.provider,
    plan: organization.subscriptionPlan,
    period: best?.period ?? null,
    status,
    isAgreed: best?.provider === limits.CUSTOM_PLAN_PROVIDER && best.status === 'active',
    beside: best === liveSubscription ? null : liveSubscription,
    periodEnd: organization.subscriptionPeriodEnd,
    trialStart: organization.trialStartDate,
    trialEnd: organization.trialEndDate,
    cancelAtPeriodEnd: status !== 'canceled' && best?.cancelAtPeriodEnd === true,
    failedAttempts: isBehind ? (best?.failedAttempts ?? 0) : 0,
    nextAttemptAt: isBehind ? (best?.nextAttemptAt ?? null) : null,
    refundableUntil,
    refundPending,
    canceledAt,
    retainedUntil: canceledAt && limits.retainedUntil(canceledAt, site),
    hasPortal: customerId !== null,
    credits: {
      ...month,
      // No credits are granted without a subscription, or after one that doesn't renew.
      renewsAt: renewalOf(month.renewsAt, status, best),
    },
  }
}

function renewalOf(renewsAt: string | null, status: string, best: Subscription | null): string | null {
  if (status !== 'active' || renewsAt === null) return null
  const hasEndedByThen = best?.cancelAtPeriodEnd === true && renewsAt >= best.periodEnd
  return hasEndedByThen ? null : renewsAt
}
