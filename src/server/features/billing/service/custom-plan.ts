import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { applySubscriptionFact, type Subscription } from '#domain/billing/subscription-state.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { CUSTOM_PLAN_PROVIDER, LIVE_STATUSES } from '../limits.ts'
import { lockOrganization, type OrganizationRow } from '../store/organization.ts'
import { hasKey, listSubscriptions, saveSubscription } from '../store/subscriptions.ts'
import { type Deps, endSubscriptions, setBestSubscription } from './record-change.ts'

type CustomPlan = {
  id: string
  plan: string
  until: string
  now: Date
  /** Grants the credits once per key instead of once per plan. */
  grantKey?: string
}

const isRunning = ({ provider, status }: Subscription) =>
  provider === CUSTOM_PLAN_PROVIDER && status === 'active'

/**
 * Gives an organization a custom plan until a moment, in place of a running one, and grants its first monthly credits.
 * Idempotent by `id`. Part of the caller's transaction.
 *
 * @returns `paying` if the organization has a paid subscription, which would continue to be charged
 */
export async function startCustomPlan(
  tx: TenantTx,
  deps: Deps,
  { id, plan, until, now, grantKey }: CustomPlan,
): Promise<'started' | 'exists' | 'paying'> {
  const organization = await requireOrganization(tx)
  const subscriptions = await listSubscriptions(tx)
  const subscriptionId = `agreement-${id}`
  if (subscriptions.some(hasKey({ provider: CUSTOM_PLAN_PROVIDER, subscriptionId }))) return 'exists'
  const isPaying = ({ provider, status }: Subscription) =>
    provider !== CUSTOM_PLAN_PROVIDER && LIVE_STATUSES.has(status)
  if (subscriptions.some(isPaying)) return 'paying'
  await endSubscriptions(tx, subscriptions.filter(isRunning), now)
  const start = now.toISOString()
  const ids = { provider: CUSTOM_PLAN_PROVIDER, subscriptionId, customerId: `agreement-${tx.organizationId}` }
  const subscription = applySubscriptionFact(ids, null, {
    status: 'active',
    plan,
    period: 'monthly',
    periodStart: start,
    periodEnd: until,
    at: start,
    cancelAtPeriodEnd: true,
    trialStart: null,
    trialEnd: null,
    attempt: null,
    nextAttemptAt: null,
  })
  await saveSubscription(tx, subscription)
  await deps.credits.grantPeriod(tx, {
    key: grantKey ?? subscriptionId,
    amount: PROFESSIONAL.monthlyCredits,
    ...{ start, end: until },
  })
  await setBestSubscription(tx, deps, organization, await listSubscriptions(tx), 'operator')
  return 'started'
}

/**
 * Ends the running custom plan; with `isDueOnly` only after its last day. Part of the caller's transaction.
 *
 * @returns true if there was one
 */
export async function endCustomPlan(
  tx: TenantTx,
  deps: Deps,
  now: Date,
  isDueOnly = false,
): Promise<boolean> {
  const organization = await requireOrganization(tx)
  const plans = (await listSubscriptions(tx)).filter(isRunning)
  const endedPlans = plans.filter(({ periodEnd }) => !isDueOnly || Date.parse(periodEnd) <= now.getTime())
  await endSubscriptions(tx, endedPlans, now)
  if (endedPlans.length > 0)
    await setBestSubscription(tx, deps, organization, await listSubscriptions(tx), 'operator')
  return endedPlans.length > 0
}

/** The running custom plan, or null. */
export async function findCustomPlan(tx: TenantTx): Promise<{ plan: string; until: string } | null> {
  const runningPlan = (await listSubscriptions(tx)).find(isRunning)
  return runningPlan ? { plan: runningPlan.plan, until: runningPlan.periodEnd } : null
}

async function requireOrganization(tx: TenantTx): Promise<OrganizationRow> {
  const organization = await lockOrganization(tx)
  if (!organization) throw notFound('Organization')
  return organization
}
