import { PROFESSIONAL } from '#domain/billing/plans.ts'
import type { Subscription } from '#domain/billing/subscription-standing.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { AGREEMENT } from '../policy.ts'
import { lockOrganization, type OrganizationRow } from '../store/organization.ts'
import { listSubscriptions, saveSubscription } from '../store/subscriptions.ts'
import { type Deps, setBestSubscription } from './record-change.ts'

type Agreement = { id: string; plan: string; until: string; now: Date }

const isRunning = ({ provider, status }: Subscription) => provider === AGREEMENT && status === 'active'

/**
 * Lets an organization have a plan until a moment, in the place of an agreement that is running; its first credit
 * month is granted. Once an id. Part of the caller's transaction.
 *
 * @returns `paying` where the organization pays for a subscription: that one would go on being charged
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
  const isPaying = ({ provider, status }: Subscription) =>
    provider !== AGREEMENT && ['active', 'trialing', 'past_due'].includes(status)
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
 * Ends the agreement that is running; with `dueOnly` only one whose last day is over. Part of the caller's transaction.
 *
 * @returns whether there was one
 */
export async function endAgreement(tx: TenantTx, deps: Deps, now: Date, dueOnly = false): Promise<boolean> {
  const before = await locked(tx)
  const running = (await listSubscriptions(tx)).filter(isRunning)
  const ended = running.filter(({ periodEnd }) => !dueOnly || Date.parse(periodEnd) <= now.getTime())
  await end(tx, ended, now)
  if (ended.length > 0) await setBestSubscription(tx, deps, before, await listSubscriptions(tx), 'operator')
  return ended.length > 0
}

/** The agreement that is running, or null. */
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
