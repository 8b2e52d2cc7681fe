import { describe, expect, test } from 'vitest'
import { household, input, signal, TODAY } from '#test/fixtures/score-input.ts'
import { scoreContact } from './score.ts'
import type { ScoredSignalInput, ScoreHousehold } from './score-input.ts'

type Example = {
  name: string
  household: Partial<ScoreHousehold>
  signals: ScoredSignalInput[]
  h0: number
  hazards: Record<string, number>
  chance: number
  score: number
}

const separation = signal('divorce.filed', 2, 0.9)
const owner41 = { tenure: 'owner', age: 41, ownershipYears: 7 } as const

/** Worked examples of the design, with the baseline at the level of this model version. */
const EXAMPLES: Example[] = [
  {
    name: 'owner 52, 12 years; no signal',
    household: { tenure: 'owner', age: 52, ownershipYears: 12 },
    signals: [],
    h0: 0.0515,
    hazards: {},
    chance: 0.05,
    score: 0,
  },
  {
    name: 'owner 41, 7 years; divorce filed',
    household: owner41,
    signals: [separation],
    h0: 0.085,
    hazards: { divorce: 0.401 },
    chance: 0.385,
    score: 75,
  },
  {
    name: 'owner 41, 7 years; divorce filed, notice of default',
    household: owner41,
    signals: [separation, signal('debt.nod', 3, 0.95)],
    h0: 0.085,
    hazards: { divorce: 0.459, debt: 0.235 },
    chance: 0.541,
    score: 91,
  },
  {
    name: 'owner 68, 24 years; downsizing',
    household: { tenure: 'owner', age: 68, ownershipYears: 24 },
    signals: [signal('downsizing.state', 0, 0.6)],
    h0: 0.0269,
    hazards: { downsizing: 0.015 },
    chance: 0.041,
    score: 5,
  },
  {
    name: 'owner 71, 31 years; downsizing, survivor',
    household: { tenure: 'owner', age: 71, ownershipYears: 31 },
    signals: [signal('downsizing.state', 0, 0.6), signal('death.survivor', 5, 0.8)],
    h0: 0.0251,
    hazards: { downsizing: 0.0178, death: 0.0645 },
    chance: 0.102,
    score: 25,
  },
  {
    name: 'renter 27; graduate',
    household: { tenure: 'renter', age: 27 },
    signals: [signal('diplomas.young', 2, 0.85)],
    h0: 0.3248,
    hazards: { diplomas: 0.2623 },
    chance: 0.444,
    score: 59,
  },
  {
    name: 'age 33, tenure unknown; infant',
    household: { age: 33 },
    signals: [signal('diapers', 3, 0.6)],
    h0: 0.1809,
    hazards: { diapers: 0.0588 },
    chance: 0.213,
    score: 18,
  },
  {
    name: 'owner 36, 4 years, low-rate loan; distant job',
    household: { tenure: 'owner', age: 36, ownershipYears: 4, rateGap: 3 },
    signals: [signal('destinations.metro', 1, 0.7)],
    h0: 0.0647,
    hazards: { destinations: 0.181 },
    chance: 0.218,
    score: 46,
  },
  {
    name: 'owner 58, 16 years; estate',
    household: { tenure: 'owner', age: 58, ownershipYears: 16 },
    signals: [signal('death.estate', 6, 0.9)],
    h0: 0.0352,
    hazards: { death: 0.458 },
    chance: 0.389,
    score: 79,
  },
]

describe('A30 the worked examples of the model', () => {
  test.each(EXAMPLES)('scores $name', ({ household: overrides, signals, h0, hazards, chance, score }) => {
    const result = scoreContact(input({ household: household(overrides), signals }))
    expect(Math.abs(result.baseHazard - h0)).toBeLessThanOrEqual(0.002)
    for (const { category, hazard } of result.points) {
      expect(Math.abs(hazard - (hazards[category] ?? Number.NaN))).toBeLessThanOrEqual(0.002)
    }
    expect(result.points.map(({ category }) => category).sort()).toEqual(Object.keys(hazards).sort())
    expect(Math.abs(result.chance - chance)).toBeLessThanOrEqual(0.002)
    expect(Math.abs(result.score - score)).toBeLessThanOrEqual(1)
    expect(result.signalsDetected).toBe(signals.length)
  })

  test('does not depend on the day', () => {
    const nextYear = {
      ...input({ household: household(owner41), signals: [{ ...separation, eventDate: '2027-09-15' }] }),
      today: '2027-11-15',
    }
    expect(scoreContact(nextYear).score).toBe(75)
    expect(TODAY).not.toBe(nextYear.today)
  })
})
