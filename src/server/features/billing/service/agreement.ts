import { PROFESSIONAL } from '#domain/billing/plans.ts'
import type { Subscription } from '#domain/billing/subscription-standing.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { AGREEMENT, LIVE_STATUSES } from '../policy.ts'
import { lockOrganization, type OrganizationRow } from '../store/organization.ts'
import { listSubscriptions, saveSubscription } from '../store/subscriptions.ts'
import { type Deps, setBestSubscription } from './record-change.ts'

type Agreement = { id: string; plan: string; until: string; now: Date }

const isRunning = ({ provider, status }: Subscription) => provider === AGREEMENT && status === 'active'

/**
 * Gives an organization a custom plan until a moment, in place of a running one, and grants its first monthly credits.
 * Idempotent by `id`. Part of the caller's transaction.
 *
 * @returns `paying` if the organization has a paid subscription, which would continue to be charged
 */
export async function startAgreement(
  tx: TenantTx,
  deps: Deps,
  { id, plan, until, now }: Agreement,
): Promise<'started' | 'exists' | 'paying'> {
  const before = await locked(tx)
  const known = await listSubscriptions(tx)
  const subscriptionId = `agreement-${id}`
  if (known.some((one) => one.provider === AGREEMENT && one.subscriptionId === subscriptionId))
    return 'exists'
  const isPaying = ({ provider, status }: Subscription) => provider !== AGREEMENT && LIVE_STATUSES.has(status)
  if (known.some(isPaying)) return 'paying'
  await end(tx, known.filter(isRunning), now)
  const start = now.toISOString()
  await saveSubscription(tx, {
    ...{ provider: AGREEMENT, subscriptionId, customerId: `agreement-${tx.organizationId}` },
    ...{ status: 'active', plan, period: 'monthly', periodStart: start, periodEnd: until, eventAt: start },
    ...{ cancelAtPeriodEnd: true, cancelSaidAt: start, trialStart: null, trialEnd: null, trialSaidAt: null },
    ...{ failedAttempts: 0, nextAttemptAt: null, attemptSaidAt: null, createdAt: start, canceledAt: null },
  })
  await deps.credits.grantPeriod(tx, {
    key: subscriptionId,
    amount: PROFESSIONAL.monthlyCredits,
    ...{ start, end: until },
  })
  await setBestSubscription(tx, deps, before, await listSubscriptions(tx), 'operator')
  return 'started'
}

/**
 * Ends the running custom plan; with `dueOnly` only after its last day. Part of the caller's transaction.
 *
 * @returns true if there was one
 */
export async function endAgreement(tx: TenantTx, deps: Deps, now: Date, dueOnly = false): Promise<boolean> {
  const before = await locked(tx)
  const running = (await listSubscriptions(tx)).filter(isRunning)
  const ended = running.filter(({ periodEnd }) => !dueOnly || Date.parse(periodEnd) <= now.getTime())
  await end(tx, ended, now)
  if (ended.length > 0) await setBestSubscription(tx, deps, before, await listSubscriptions(tx), 'operator')
  return ended.length > 0
}

/** The running custom plan, or null. */
export async function agreementOf(tx: TenantTx): Promise<{ plan: string; until: string } | null> {
  const running = (await listSubscriptions(tx)).find(isRunning)
  return running ? { plan: running.plan, until: running.periodEnd } : null
}

async function end(tx: TenantTx, ended: readonly Subscription[], now: Date): Promise<void> {
  const at = now.toISOString()
  for (const one of ended) {
    const periodEnd = Date.parse(one.periodEnd) < now.getTime() ? one.periodEnd : at
    await saveSubscription(tx, { ...one, status: 'canceled', periodEnd, eventAt: at, canceledAt: at })
  }
}

async function locked(tx: TenantTx): Promise<OrganizationRow> {
  const organization = await lockOrganization(tx)
  if (!organization) throw notFound('Organization')
  return organization
}
