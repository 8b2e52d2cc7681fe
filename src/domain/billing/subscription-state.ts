export type SubscriptionStatus = 'active' | 'canceled' | 'past_due' | 'trialing' | 'incomplete'

/** The state of a subscription in one provider event. Times are ISO 8601 in UTC. */
export type SubscriptionFact = {
  status: SubscriptionStatus
  plan: string
  period: 'monthly' | 'yearly'
  periodEnd: string
  /** Time of the event. */
  at: string
  /** Null here and below if the event does not include the field. */
  periodStart: string | null
  cancelAtPeriodEnd: boolean | null
  trialStart: string | null
  trialEnd: string | null
  attempt: number | null
  nextAttemptAt: string | null
}

/** A subscription after all events so far. Times ending in `EventAt` belong to the newest event with that field. */
export type Subscription = {
  provider: string
  subscriptionId: string
  customerId: string
  status: SubscriptionStatus
  plan: string
  period: 'monthly' | 'yearly'
  periodStart: string | null
  periodEnd: string
  eventAt: string
  cancelAtPeriodEnd: boolean
  cancelEventAt: string | null
  trialStart: string | null
  trialEnd: string | null
  trialEventAt: string | null
  failedAttempts: number
  nextAttemptAt: string | null
  attemptEventAt: string | null
  /** Time of the first event. */
  createdAt: string
  /** Time of the first event with status `canceled`. */
  canceledAt: string | null
}

type SubscriptionIds = Pick<Subscription, 'provider' | 'subscriptionId' | 'customerId'>

/** Providers send whole seconds. The higher step wins between events of the same second. */
const STEP = { incomplete: 0, trialing: 1, past_due: 2, active: 3, canceled: 4 } as const
/** `incomplete` always comes first and `canceled` last; late payments of old invoices don't revive a subscription. */
const PHASE = { incomplete: 0, trialing: 1, past_due: 1, active: 1, canceled: 2 } as const
/** Precedence of an organization's subscriptions: the one that grants the most comes first. */
const RANK = { active: 0, trialing: 1, past_due: 2, canceled: 3, incomplete: 4 } as const

/**
 * Applies one more event. Each group of fields keeps its greatest value in a total order, so events may arrive in any
 * order and more than once.
 */
export function applySubscriptionFact(
  ids: SubscriptionIds,
  current: Subscription | null,
  fact: SubscriptionFact,
): Subscription {
  const update = subscriptionOf(ids, fact)
  if (!current) return update
  const newerBy = (key: (subscription: Subscription) => OrderKey) =>
    compareKeys(key(update), key(current)) > 0 ? update : current
  const { status, plan, period, periodEnd, eventAt } = newerBy(statusKey)
  const { cancelAtPeriodEnd, cancelEventAt } = newerBy(cancelKey)
  const { trialStart, trialEnd, trialEventAt } = newerBy(trialKey)
  const { failedAttempts, nextAttemptAt, attemptEventAt } = newerBy(attemptKey)
  return {
    ...current,
    ...{ status, plan, period, periodEnd, eventAt, cancelAtPeriodEnd, cancelEventAt },
    ...{ trialStart, trialEnd, trialEventAt, failedAttempts, nextAttemptAt, attemptEventAt },
    periodStart: laterOf(current.periodStart, update.periodStart),
    createdAt: earlierOf(current.createdAt, update.createdAt) ?? current.createdAt,
    canceledAt: earlierOf(current.canceledAt, update.canceledAt),
  }
}

function subscriptionOf(ids: SubscriptionIds, fact: SubscriptionFact): Subscription {
  const { at, attempt, nextAttemptAt, cancelAtPeriodEnd, ...fields } = fact
  const hasTrial = fact.trialStart !== null || fact.trialEnd !== null
  return {
    ...ids,
    ...fields,
    eventAt: at,
    cancelAtPeriodEnd: cancelAtPeriodEnd ?? false,
    cancelEventAt: cancelAtPeriodEnd === null ? null : at,
    trialEventAt: hasTrial ? at : null,
    failedAttempts: attempt ?? 0,
    nextAttemptAt: attempt === null ? null : nextAttemptAt,
    attemptEventAt: attempt === null ? null : at,
    createdAt: at,
    canceledAt: fact.status === 'canceled' ? at : null,
  }
}

/** The subscription in effect for an organization: the oldest active one, or else the best by status, then newest. */
export function bestSubscriptionOf(subscriptions: readonly Subscription[]): Subscription | null {
  return [...subscriptions].sort(compareSubscriptions)[0] ?? null
}

/** Active subscriptions from a second checkout: all but the first of each provider. */
export function duplicateSubscriptionsOf(subscriptions: readonly Subscription[]): Subscription[] {
  const active = subscriptions.filter(({ status }) => status === 'active').sort(compareSubscriptions)
  return active.filter(
    (subscription) => active.find(({ provider }) => provider === subscription.provider) !== subscription,
  )
}

function compareSubscriptions(a: Subscription, b: Subscription): number {
  const age =
    a.status === 'active' ? millis(a.createdAt) - millis(b.createdAt) : millis(b.eventAt) - millis(a.eventAt)
  return (
    RANK[a.status] - RANK[b.status] ||
    age ||
    compareKeys([a.provider, a.subscriptionId], [b.provider, b.subscriptionId])
  )
}

type OrderKey = readonly (number | string)[]

function statusKey({ status, eventAt, periodEnd, plan, period }: Subscription): OrderKey {
  return [PHASE[status], millis(eventAt), STEP[status], millis(periodEnd), plan, period]
}

/** The cancellation wins within a second, because subscriptions begin without one. */
function cancelKey({ cancelEventAt, cancelAtPeriodEnd }: Subscription): OrderKey {
  return [millis(cancelEventAt), Number(cancelAtPeriodEnd)]
}

function trialKey({ trialEventAt, trialEnd, trialStart }: Subscription): OrderKey {
  return [millis(trialEventAt), millis(trialEnd), millis(trialStart)]
}

/** The payment wins within a second, as with the status. */
function attemptKey({ attemptEventAt, failedAttempts, nextAttemptAt }: Subscription): OrderKey {
  return [millis(attemptEventAt), Number(failedAttempts === 0), failedAttempts, millis(nextAttemptAt)]
}

function compareKeys(a: OrderKey, b: OrderKey): number {
  for (const [i, value] of a.entries()) {
    const otherValue = b[i] ?? 0
    if (value !== otherValue) return value > otherValue ? 1 : -1
  }
  return 0
}

/** A missing time is older than every other. */
function millis(time: string | null): number {
  return time === null ? -1 : Date.parse(time)
}

function laterOf(a: string | null, b: string | null): string | null {
  return millis(b) > millis(a) ? b : a
}

function earlierOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return millis(b) < millis(a) ? b : a
}
