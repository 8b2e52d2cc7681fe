import { describe, expect, test } from 'vitest'
import { household, input, signal } from '#test/fixtures/score-input.ts'
import { FORMULA, MODEL_VERSION } from './parameters.ts'
import { scoreContact } from './score.ts'
import type { ScoredSignalInput, ScoreHousehold } from './score-input.ts'

const scoreSignals = (signals: ScoredSignalInput[], facts: Partial<ScoreHousehold> = {}, policy = {}) =>
  scoreContact(
    input({
      signals,
      household: household(facts),
      policy: { excludeFamilial: false, excludeAge: false, ...policy },
    }),
  )

describe('A30 the 9D score', () => {
  test('gives 75 for a one-in-three signal-driven chance', () => {
    const hazard = -Math.log(2 / 3)
    expect(1 - Math.exp(-hazard / FORMULA.scoreScale)).toBeCloseTo(0.75, 12)
  })

  test('has the model version and no points without a live signal', () => {
    expect(scoreSignals([signal('debt.nod', 200, 0.9)])).toMatchObject({
      score: 0,
      hazard: 0,
      lift: 1,
      points: [],
      topSignal: null,
      signalsDetected: 0,
      modelVersion: MODEL_VERSION,
    })
  })

  test('picks the category with the most points as top signal', () => {
    const result = scoreSignals([
      signal('diapers', 3, 0.9),
      signal('divorce.filed', 2, 0.5),
      signal('debt.taxlien', 4, 0.9),
    ])
    expect(result.topSignal).toBe('divorce')
    const points = result.points.map((entry) => entry.points)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
  })

  test('reports peak and expiration of a signal', () => {
    const event = signal('debt.auction', 0, 0.9, { eventDate: '2026-11-15' })
    const [scored] = scoreSignals([event]).signals
    expect(scored).toMatchObject({ live: true, peakFrom: '2026-11-15', peakTo: '2027-05-17' })
    const expiry = scored?.expiresAt ?? ''
    const scoreOn = (today: string) => scoreContact({ ...input({ signals: [event] }), today })
    expect(scoreOn(expiry).signalsDetected).toBe(0)
    const dayBefore = new Date(Date.parse(expiry) - 86_400_000).toISOString().slice(0, 10)
    expect(scoreOn(dayBefore).signalsDetected).toBe(1)
  })

  test('treats a distant future event as not live', () => {
    expect(scoreSignals([signal('divorce.filed', -17.9, 0.9)]).score).toBe(0)
    expect(scoreSignals([signal('divorce.filed', -6, 0.9)]).signalsDetected).toBe(1)
  })

  test('requires a valid day', () => {
    expect(() => scoreContact(input({ today: '2026-02-30' }))).toThrow(RangeError)
  })
})

describe('several signals of one event', () => {
  const document = { source: 'recorder', documentId: 'R-1' }

  test('corroborate each other, each half as much as the previous one', () => {
    const oneSignal = scoreSignals([signal('debt.nod', 3, 0.6)]).hazard
    const twoSignals = scoreSignals([signal('debt.nod', 3, 0.6), signal('debt.nod', 3, 0.5)]).hazard
    expect(twoSignals).toBeGreaterThan(oneSignal)
    const chanceReal = 1 - 0.4 * 0.75
    expect(twoSignals).toBeCloseTo(scoreSignals([signal('debt.nod', 3, chanceReal)]).hazard, 12)
  })

  test('count a document once, at its highest confidence', () => {
    const singleResult = scoreSignals([signal('debt.nod', 3, 0.9, document)])
    const twice = scoreSignals([signal('debt.nod', 3, 0.5, document), signal('debt.nod', 3, 0.9, document)])
    expect(twice.hazard).toBe(singleResult.hazard)
    expect(twice.signals.map(({ points }) => points)).toEqual([0, singleResult.score])
    const otherSource = scoreSignals([
      signal('debt.nod', 3, 0.9, document),
      signal('debt.nod', 3, 0.5, { ...document, source: 'x' }),
    ])
    expect(otherSource.hazard).toBeGreaterThan(singleResult.hazard)
  })

  test('follow the strongest real event of a category', () => {
    const strong = signal('divorce.filed', 2, 0.5)
    const weak = signal('divorce.inferred', 2, 0.5)
    const combinedHazard = scoreSignals([strong, weak]).hazard
    expect(combinedHazard).toBeGreaterThan(scoreSignals([strong]).hazard)
    expect(combinedHazard).toBeLessThan(scoreSignals([strong]).hazard + scoreSignals([weak]).hazard)
  })

  test('never make an event certain', () => {
    const manySignals = Array.from({ length: 9 }, () => signal('debt.nod', 9, 1))
    expect(scoreSignals(manySignals).hazard).toBeCloseTo(-Math.log1p(-0.98 * -Math.expm1(-0.26)), 6)
  })
})

describe('household factors', () => {
  const hazardOf = (...parameters: Parameters<typeof scoreSignals>) => scoreSignals(...parameters).hazard

  test('adds more for divorce and debt together', () => {
    const [divorce, debt] = [signal('divorce.filed', 2, 0.9), signal('debt.nod', 3, 0.9)]
    expect(hazardOf([divorce, debt])).toBeGreaterThan(hazardOf([divorce]) + hazardOf([debt]))
  })

  test('combines the loss of a partner with a large home at 60 or older', () => {
    const both = [signal('death.survivor', 5, 0.8), signal('downsizing.state', 0, 0.6)]
    const sumOfSeparate = (facts: Partial<ScoreHousehold>) =>
      both.reduce((sum, signal) => sum + hazardOf([signal], facts), 0)
    expect(hazardOf(both, { age: 60 })).toBeGreaterThan(sumOfSeparate({ age: 60 }) * 1.15)
    expect(hazardOf(both, { age: 59 })).toBeCloseTo(sumOfSeparate({ age: 59 }), 12)
    expect(hazardOf(both, { ageRange: '65-74' })).toBeGreaterThan(sumOfSeparate({ ageRange: '65-74' }) * 1.15)
  })

  test('discounts only distant jobs for school-age children', () => {
    const [job, filing] = [signal('destinations.metro', 1, 0.7), signal('debt.nod', 3, 0.9)]
    expect(hazardOf([job], { schoolAgeChildren: true })).toBeLessThan(hazardOf([job]))
    expect(hazardOf([filing], { schoolAgeChildren: true })).toBe(hazardOf([filing]))
  })

  test('discounts voluntary moves for a low-rate loan and negative equity', () => {
    const owner = { tenure: 'owner', age: 40 } as const
    const [job, filing] = [signal('destinations.metro', 1, 0.7), signal('debt.nod', 3, 0.9)]
    for (const lock of [{ rateGap: 3 }, { loanToValue: 1.2 }]) {
      expect(hazardOf([job], { ...owner, ...lock })).toBeLessThan(hazardOf([job], owner))
      expect(hazardOf([filing], { ...owner, ...lock })).toBe(hazardOf([filing], owner))
      expect(scoreSignals([], { ...owner, ...lock }).baseHazard).toBeLessThan(
        scoreSignals([], owner).baseHazard,
      )
      expect(hazardOf([job], { ...lock, tenure: 'renter' })).toBe(hazardOf([job], { tenure: 'renter' }))
    }
    expect(hazardOf([job], { ...owner, loanToValue: 0.99 })).toBe(hazardOf([job], owner))
  })

  test('discounts events before a move and reports it', () => {
    const filing = signal('divorce.filed', 4, 0.9)
    const newAddress = { newAddressSince: '2026-10-01' }
    expect(hazardOf([filing], newAddress)).toBeCloseTo(0.3 * hazardOf([filing]), 12)
    expect(scoreSignals([filing], newAddress).mayHaveMoved).toBe(true)
    const laterFiling = signal('divorce.filed', 0.5, 0.9)
    expect(hazardOf([filing, laterFiling], newAddress)).toBe(hazardOf([filing, laterFiling]))
    expect(scoreSignals([filing], { newAddressSince: '2027-01-01' }).mayHaveMoved).toBe(false)
  })

  test('raises chance and lift, but not the score, for a listing', () => {
    const listed = { tenure: 'owner', age: 40, listedForSale: true } as const
    expect(scoreSignals([], listed)).toMatchObject({ score: 0, chance: 0.65 })
    expect(scoreSignals([], listed).lift).toBeGreaterThan(5)
    const certainSignals = [signal('debt.auction', 1, 0.98), signal('divorce.filed', 2, 0.98)]
    expect(scoreSignals(certainSignals, listed).chance).toBe(
      scoreSignals(certainSignals, { ...listed, listedForSale: false }).chance,
    )
  })

  test('caps a county declaration at one in ten', () => {
    const county = Array.from({ length: 5 }, () => signal('disaster.county', 3, 0.9))
    expect(hazardOf(county)).toBeCloseTo(hazardOf([signal('disaster.county', 3, 0.1)]), 12)
  })
})

describe('policy switches', () => {
  test('ignore infants and children with excludeFamilial', () => {
    const infant = signal('diapers', 3, 0.9)
    const result = scoreSignals([infant], {}, { excludeFamilial: true })
    expect(result).toMatchObject({ score: 0, signalsDetected: 0 })
    const job = signal('destinations.metro', 1, 0.7)
    const withChildren = { schoolAgeChildren: true }
    expect(scoreSignals([job], withChildren, { excludeFamilial: true }).hazard).toBe(
      scoreSignals([job]).hazard,
    )
  })

  test('use the population mean with excludeAge', () => {
    const noAge = { excludeAge: true }
    expect(scoreSignals([], { tenure: 'owner', age: 90 }, noAge)).toEqual(
      scoreSignals([], { tenure: 'owner', age: 20 }, noAge),
    )
    expect(scoreSignals([], { tenure: 'renter', ageRange: '85+' }, noAge).baseHazard).toBeCloseTo(
      0.2295 * 0.92,
      12,
    )
    expect(scoreSignals([], { age: 44 }, noAge).baseHazard).toBeCloseTo(0.1273 * 0.92, 12)
  })
})
