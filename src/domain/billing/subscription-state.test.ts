import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applySubscriptionFact,
  bestSubscriptionOf,
  duplicateSubscriptionsOf,
  type Subscription,
  type SubscriptionFact,
  type SubscriptionStatus,
} from './subscription-state.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()

const fact = (
  status: SubscriptionStatus,
  day: number,
  overrides: Partial<SubscriptionFact> = {},
): SubscriptionFact => ({
  status,
  plan: 'professional',
  period: 'monthly',
  periodEnd: at(day + 30),
  at: at(day),
  periodStart: null,
  cancelAtPeriodEnd: null,
  trialStart: null,
  trialEnd: null,
  attempt: null,
  nextAttemptAt: null,
  ...overrides,
})

const idsOf = (subscriptionId: string, provider = 'test') => ({
  provider,
  subscriptionId,
  customerId: 'cus_a',
})

function subscriptionAfter(
  facts: readonly SubscriptionFact[],
  id = 'sub_a',
  provider = 'test',
): Subscription {
  let current: Subscription | null = null
  for (const each of facts) current = applySubscriptionFact(idsOf(id, provider), current, each)
  return current!
}

const statusAfter = (...facts: SubscriptionFact[]) => subscriptionAfter(facts).status

describe('A25 one subscription', () => {
  test('ignores an older event that arrives late', () => {
    expect(statusAfter(fact('active', 1), fact('past_due', 2))).toBe('past_due')
    expect(statusAfter(fact('past_due', 2), fact('active', 1))).toBe('past_due')
  })

  test('prefers the later step, then the longer period, of events in the same second', () => {
    expect(statusAfter(fact('active', 1), fact('past_due', 1))).toBe('active')
    expect(statusAfter(fact('past_due', 1), fact('active', 1))).toBe('active')
    const [shortFact, longFact] = [fact('active', 1), fact('active', 1, { periodEnd: at(61) })]
    expect(subscriptionAfter([longFact, shortFact]).periodEnd).toBe(at(61))
  })

  test('never goes back to incomplete and never revives a canceled subscription', () => {
    expect(statusAfter(fact('active', 1), fact('incomplete', 9))).toBe('active')
    expect(statusAfter(fact('incomplete', 9), fact('active', 1))).toBe('active')
    expect(statusAfter(fact('canceled', 5), fact('active', 9))).toBe('canceled')
    expect(statusAfter(fact('active', 9), fact('canceled', 5))).toBe('canceled')
  })

  test('keeps fields that an event does not include', () => {
    const subscription = subscriptionAfter([
      fact('trialing', 1, { trialStart: at(1), trialEnd: at(8), cancelAtPeriodEnd: true }),
      fact('past_due', 9, { attempt: 2, nextAttemptAt: at(12) }),
      fact('active', 10, { periodStart: at(9) }),
    ])
    expect(subscription).toMatchObject({
      ...{ trialStart: at(1), trialEnd: at(8), cancelAtPeriodEnd: true },
      ...{ failedAttempts: 2, nextAttemptAt: at(12), periodStart: at(9), createdAt: at(1), canceledAt: null },
    })
  })
})

describe('A25 several subscriptions', () => {
  test('picks the oldest active subscription, or else the newest with the best status', () => {
    const [older, newer] = [
      subscriptionAfter([fact('active', 1)]),
      subscriptionAfter([fact('active', 5)], 'sub_b'),
    ]
    expect(bestSubscriptionOf([newer, older])).toBe(older)
    expect(duplicateSubscriptionsOf([newer, older])).toEqual([newer])
    const canceled = subscriptionAfter([fact('canceled', 9)], 'sub_c')
    const pastDue = subscriptionAfter([fact('past_due', 3)], 'sub_d')
    expect(bestSubscriptionOf([canceled, pastDue])).toBe(pastDue)
    expect(bestSubscriptionOf([canceled, pastDue, newer])).toBe(newer)
    expect(bestSubscriptionOf([canceled, subscriptionAfter([fact('canceled', 2)], 'sub_e')])).toBe(canceled)
    expect(bestSubscriptionOf([subscriptionAfter([fact('incomplete', 12)], 'sub_f'), canceled])).toBe(
      canceled,
    )
    expect(bestSubscriptionOf([])).toBeNull()
  })

  test('does not count a custom plan as a duplicate', () => {
    expect(
      duplicateSubscriptionsOf([
        subscriptionAfter([fact('active', 1)]),
        subscriptionAfter([fact('active', 2)], 'agreement', 'manual'),
      ]),
    ).toEqual([])
  })
})

describe('Trust 16 event order', () => {
  const day = fc.integer({ min: 1, max: 6 })
  const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
  const anyFact: fc.Arbitrary<SubscriptionFact> = fc.record({
    status: fc.constantFrom('active', 'canceled', 'past_due', 'trialing', 'incomplete'),
    plan: fc.constantFrom('professional', 'enterprise'),
    period: fc.constantFrom('monthly', 'yearly'),
    periodEnd: day.map(at),
    at: day.map(at),
    periodStart: orNull(day.map(at)),
    cancelAtPeriodEnd: orNull(fc.boolean()),
    trialStart: orNull(day.map(at)),
    trialEnd: orNull(day.map(at)),
    attempt: orNull(fc.integer({ min: 0, max: 4 })),
    nextAttemptAt: orNull(day.map(at)),
  })
  const events = fc.array(fc.record({ id: fc.constantFrom('sub_a', 'sub_b', 'sub_c'), fact: anyFact }), {
    minLength: 1,
    maxLength: 8,
  })

  function subscriptionsAfter(events: readonly { id: string; fact: SubscriptionFact }[]) {
    const subscriptionsById = new Map<string, Subscription>()
    for (const { id, fact: each } of events)
      subscriptionsById.set(id, applySubscriptionFact(idsOf(id), subscriptionsById.get(id) ?? null, each))
    const all = [...subscriptionsById.values()]
    return {
      all: all.sort((a, b) => (a.subscriptionId > b.subscriptionId ? 1 : -1)),
      best: bestSubscriptionOf(all),
    }
  }

  test('gives the same result for any order of events, with repetitions', () => {
    const shuffled = events.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray([...list, ...list], { minLength: list.length, maxLength: 2 * list.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([list, received]) => {
        const missing = list.filter((event) => !received.includes(event))
        expect(subscriptionsAfter([...received, ...missing])).toEqual(subscriptionsAfter(list))
      }),
      { numRuns: 2000 },
    )
  })

  test('gives the same result for all 120 orders of five events, each sent twice', () => {
    const lifecycle = [
      fact('incomplete', 1, { cancelAtPeriodEnd: false }),
      fact('active', 1, { attempt: 0, periodStart: at(1) }),
      fact('active', 20, { cancelAtPeriodEnd: true }),
      fact('past_due', 31, { attempt: 1, nextAttemptAt: at(34), periodEnd: at(31) }),
      fact('canceled', 40, { cancelAtPeriodEnd: false, periodEnd: at(31) }),
    ]
    const permutations = <T>(items: T[]): T[][] =>
      items.length < 2
        ? [items]
        : items.flatMap((item, i) =>
            permutations(items.toSpliced(i, 1)).map((permutation) => [item, ...permutation]),
          )
    const outcomes = permutations(lifecycle).map((order) =>
      JSON.stringify(subscriptionAfter([...order, ...order])),
    )
    expect(outcomes).toHaveLength(120)
    expect(new Set(outcomes).size).toBe(1)
    expect(subscriptionAfter(lifecycle)).toMatchObject({
      status: 'canceled',
      canceledAt: at(40),
      failedAttempts: 1,
      createdAt: at(1),
    })
  })
})
