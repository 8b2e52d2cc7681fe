export type SubscriptionStatus = 'active' | 'canceled' | 'past_due' | 'trialing' | 'incomplete'

/** What one event tells of a subscription. Times are ISO 8601 in UTC. */
export type SubscriptionFact = {
  status: SubscriptionStatus
  plan: string
  period: 'monthly' | 'yearly'
  periodEnd: string
  /** When the provider made the event. */
  at: string
  /** Null where the event does not say; likewise below. */
  periodStart: string | null
  cancelAtPeriodEnd: boolean | null
  trialStart: string | null
  trialEnd: string | null
  attempt: number | null
  nextAttemptAt: string | null
}

/** A subscription as all events known so far tell of it. The times ending in `SaidAt` are those of the newest event that said so. */
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
  cancelSaidAt: string | null
  trialStart: string | null
  trialEnd: string | null
  trialSaidAt: string | null
  failedAttempts: number
  nextAttemptAt: string | null
  attemptSaidAt: string | null
  /** Of the first event known, and of the first that told of the end. */
  createdAt: string
  canceledAt: string | null
}

type SubscriptionIds = Pick<Subscription, 'provider' | 'subscriptionId' | 'customerId'>

/** Providers tell time in whole seconds; of two events of one second the later step of the life counts. */
const STEP = { incomplete: 0, trialing: 1, past_due: 2, active: 3, canceled: 4 } as const
/** `incomplete` is only ever a beginning, `canceled` an end: a late payment of an old invoice does not revive it. */
const PHASE = { incomplete: 0, trialing: 1, past_due: 1, active: 1, canceled: 2 } as const
/** Which of an organization's subscriptions it stands by: the one that opens most. */
const RANK = { active: 0, trialing: 1, past_due: 2, canceled: 3, incomplete: 4 } as const

/**
 * A subscription after one more event. Each part is the greatest of what was told of it, in an order that leaves no
 * two different values equal: so neither the order of events nor their repetition makes a difference.
 */
export function applySubscriptionFact(
  ids: SubscriptionIds,
  known: Subscription | null,
  fact: SubscriptionFact,
): Subscription {
  const told = subscriptionOf(ids, fact)
  if (!known) return told
  const life = compareKeys(lifeKey(told), lifeKey(known)) > 0 ? told : known
  const cancel = compareKeys(cancelKey(told), cancelKey(known)) > 0 ? told : known
  const trial = compareKeys(trialKey(told), trialKey(known)) > 0 ? told : known
  const attempt = compareKeys(attemptKey(told), attemptKey(known)) > 0 ? told : known
  return {
    ...known,
    status: life.status,
    plan: life.plan,
    period: life.period,
    periodEnd: life.periodEnd,
    eventAt: life.eventAt,
    periodStart: laterOf(known.periodStart, told.periodStart),
    cancelAtPeriodEnd: cancel.cancelAtPeriodEnd,
    cancelSaidAt: cancel.cancelSaidAt,
    trialStart: trial.trialStart,
    trialEnd: trial.trialEnd,
    trialSaidAt: trial.trialSaidAt,
    failedAttempts: attempt.failedAttempts,
    nextAttemptAt: attempt.nextAttemptAt,
    attemptSaidAt: attempt.attemptSaidAt,
    createdAt: earlierOf(known.createdAt, told.createdAt) ?? known.createdAt,
    canceledAt: earlierOf(known.canceledAt, told.canceledAt),
  }
}

function subscriptionOf(ids: SubscriptionIds, fact: SubscriptionFact): Subscription {
  const saysTrial = fact.trialStart !== null || fact.trialEnd !== null
  return {
    ...ids,
    status: fact.status,
    plan: fact.plan,
    period: fact.period,
    periodStart: fact.periodStart,
    periodEnd: fact.periodEnd,
    eventAt: fact.at,
    cancelAtPeriodEnd: fact.cancelAtPeriodEnd ?? false,
    cancelSaidAt: fact.cancelAtPeriodEnd === null ? null : fact.at,
    trialStart: fact.trialStart,
    trialEnd: fact.trialEnd,
    trialSaidAt: saysTrial ? fact.at : null,
    failedAttempts: fact.attempt ?? 0,
    nextAttemptAt: fact.attempt === null ? null : fact.nextAttemptAt,
    attemptSaidAt: fact.attempt === null ? null : fact.at,
    createdAt: fact.at,
    canceledAt: fact.status === 'canceled' ? fact.at : null,
  }
}

/**
 * The subscription that an organization stands by; null without any. Of several active ones it is the first, of others
 * the one that was told of last.
 */
export function bestSubscriptionOf(subscriptions: readonly Subscription[]): Subscription | null {
  return [...subscriptions].sort(compareStanding)[0] ?? null
}

/** Active subscriptions beside the one that the organization stands by, of the same provider: bought by a second checkout. */
export function duplicateSubscriptionsOf(subscriptions: readonly Subscription[]): Subscription[] {
  const active = subscriptions.filter(({ status }) => status === 'active').sort(compareStanding)
  return active.filter((one) => active.find(({ provider }) => provider === one.provider) !== one)
}

function compareStanding(one: Subscription, other: Subscription): number {
  const age =
    one.status === 'active'
      ? millis(one.createdAt) - millis(other.createdAt)
      : millis(other.eventAt) - millis(one.eventAt)
  return (
    RANK[one.status] - RANK[other.status] ||
    age ||
    compareKeys([one.provider, one.subscriptionId], [other.provider, other.subscriptionId])
  )
}

type OrderKey = readonly (number | string)[]

function lifeKey({ status, eventAt, periodEnd, plan, period }: Subscription): OrderKey {
  return [PHASE[status], millis(eventAt), STEP[status], millis(periodEnd), plan, period]
}

/** Of one second the cancellation counts: a subscription begins without one. */
function cancelKey({ cancelSaidAt, cancelAtPeriodEnd }: Subscription): OrderKey {
  return [millis(cancelSaidAt), Number(cancelAtPeriodEnd)]
}

function trialKey({ trialSaidAt, trialEnd, trialStart }: Subscription): OrderKey {
  return [millis(trialSaidAt), millis(trialEnd), millis(trialStart)]
}

/** Of one second the payment counts, as with the status. */
function attemptKey({ attemptSaidAt, failedAttempts, nextAttemptAt }: Subscription): OrderKey {
  return [millis(attemptSaidAt), Number(failedAttempts === 0), failedAttempts, millis(nextAttemptAt)]
}

function compareKeys(one: OrderKey, other: OrderKey): number {
  for (const [i, value] of one.entries()) {
    const against = other[i] ?? 0
    if (value !== against) return value > against ? 1 : -1
  }
  return 0
}

/** What was never said is older than everything. */
function millis(time: string | null): number {
  return time === null ? -1 : Date.parse(time)
}

function laterOf(one: string | null, other: string | null): string | null {
  return millis(other) > millis(one) ? other : one
}

function earlierOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return millis(other) < millis(one) ? other : one
}
