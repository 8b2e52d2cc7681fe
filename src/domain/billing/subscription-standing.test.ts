import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applySubscriptionFact,
  bestSubscriptionOf,
  duplicateSubscriptionsOf,
  type Subscription,
  type SubscriptionFact,
  type SubscriptionStatus,
} from './subscription-standing.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()

const fact = (
  status: SubscriptionStatus,
  day: number,
  more: Partial<SubscriptionFact> = {},
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
  ...more,
})

const idsOf = (subscriptionId: string, provider = 'test') => ({
  provider,
  subscriptionId,
  customerId: 'cus_a',
})

function lastUpdateOf(facts: readonly SubscriptionFact[], id = 'sub_a', provider = 'test'): Subscription {
  let known: Subscription | null = null
  for (const each of facts) known = applySubscriptionFact(idsOf(id, provider), known, each)
  return known!
}

const statusAfter = (...facts: SubscriptionFact[]) => lastUpdateOf(facts).status

describe('A25 one subscription', () => {
  test('ignores an older event that arrives late', () => {
    expect(statusAfter(fact('active', 1), fact('past_due', 2))).toBe('past_due')
    expect(statusAfter(fact('past_due', 2), fact('active', 1))).toBe('past_due')
  })

  test('prefers the later step, then the longer period, in the same second', () => {
    expect(statusAfter(fact('active', 1), fact('past_due', 1))).toBe('active')
    expect(statusAfter(fact('past_due', 1), fact('active', 1))).toBe('active')
    const [short, long] = [fact('active', 1), fact('active', 1, { periodEnd: at(61) })]
    expect(lastUpdateOf([long, short]).periodEnd).toBe(at(61))
  })

  test('never goes back to incomplete and never revives a canceled subscription', () => {
    expect(statusAfter(fact('active', 1), fact('incomplete', 9))).toBe('active')
    expect(statusAfter(fact('incomplete', 9), fact('active', 1))).toBe('active')
    expect(statusAfter(fact('canceled', 5), fact('active', 9))).toBe('canceled')
    expect(statusAfter(fact('active', 9), fact('canceled', 5))).toBe('canceled')
  })

  test('keeps fields that an event does not include', () => {
    const known = lastUpdateOf([
      fact('trialing', 1, { trialStart: at(1), trialEnd: at(8), cancelAtPeriodEnd: true }),
      fact('past_due', 9, { attempt: 2, nextAttemptAt: at(12) }),
      fact('active', 10, { periodStart: at(9) }),
    ])
    expect(known).toMatchObject({
      ...{ trialStart: at(1), trialEnd: at(8), cancelAtPeriodEnd: true },
      ...{ failedAttempts: 2, nextAttemptAt: at(12), periodStart: at(9), createdAt: at(1), canceledAt: null },
    })
  })
})

describe('A25 several subscriptions', () => {
  test('picks the oldest active one, else the newest of the best status', () => {
    const [old, young] = [lastUpdateOf([fact('active', 1)]), lastUpdateOf([fact('active', 5)], 'sub_b')]
    expect(bestSubscriptionOf([young, old])).toBe(old)
    expect(duplicateSubscriptionsOf([young, old])).toEqual([young])
    const ended = lastUpdateOf([fact('canceled', 9)], 'sub_c')
    const failing = lastUpdateOf([fact('past_due', 3)], 'sub_d')
    expect(bestSubscriptionOf([ended, failing])).toBe(failing)
    expect(bestSubscriptionOf([ended, failing, young])).toBe(young)
    expect(bestSubscriptionOf([ended, lastUpdateOf([fact('canceled', 2)], 'sub_e')])).toBe(ended)
    expect(bestSubscriptionOf([lastUpdateOf([fact('incomplete', 12)], 'sub_f'), ended])).toBe(ended)
    expect(bestSubscriptionOf([])).toBeNull()
  })

  test('does not count a custom plan as a duplicate', () => {
    expect(
      duplicateSubscriptionsOf([
        lastUpdateOf([fact('active', 1)]),
        lastUpdateOf([fact('active', 2)], 'agreement', 'manual'),
      ]),
    ).toEqual([])
  })
})

describe('Trust 16 event order', () => {
  const day = fc.integer({ min: 1, max: 6 })
  const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
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

  function standingAfter(events: readonly { id: string; fact: SubscriptionFact }[]) {
    const known = new Map<string, Subscription>()
    for (const { id, fact: each } of events)
      known.set(id, applySubscriptionFact(idsOf(id), known.get(id) ?? null, each))
    const all = [...known.values()]
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
      fc.property(shuffled, ([list, some]) => {
        const missing = list.filter((event) => !some.includes(event))
        expect(standingAfter([...some, ...missing])).toEqual(standingAfter(list))
      }),
      { numRuns: 2000 },
    )
  })

  test('gives the same result for all 120 orders of five events, each sent twice', () => {
    const life = [
      fact('incomplete', 1, { cancelAtPeriodEnd: false }),
      fact('active', 1, { attempt: 0, periodStart: at(1) }),
      fact('active', 20, { cancelAtPeriodEnd: true }),
      fact('past_due', 31, { attempt: 1, nextAttemptAt: at(34), periodEnd: at(31) }),
      fact('canceled', 40, { cancelAtPeriodEnd: false, periodEnd: at(31) }),
    ]
    const permutations = <T>(items: T[]): T[][] =>
      items.length < 2
        ? [items]
        : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))
    const ends = permutations(life).map((order) => JSON.stringify(lastUpdateOf([...order, ...order])))
    expect(ends).toHaveLength(120)
    expect(new Set(ends).size).toBe(1)
    expect(lastUpdateOf(life)).toMatchObject({
      status: 'canceled',
      canceledAt: at(40),
      failedAttempts: 1,
      createdAt: at(1),
    })
  })
})
