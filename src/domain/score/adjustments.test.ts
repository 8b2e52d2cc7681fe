import { describe, expect, test } from 'vitest'
import { household, input, signal } from '#test/fixtures/score-input.ts'
import { adjustmentsOf } from './adjustments.ts'
import { explainBaseline } from './baseline.ts'
import { scoreContact } from './score.ts'
import type { ScoreHousehold, ScoreInput } from './score-input.ts'

const NO_POLICY = { excludeFamilial: false, excludeAge: false }

function adjustmentsFor(signals: ScoreInput['signals'], facts: Partial<ScoreHousehold> = {}) {
  const scoreInput = input({ signals, household: household(facts) })
  return adjustmentsOf(scoreInput, scoreContact(scoreInput)).map(({ kind, categories, factor }) => [
    kind,
    categories,
    factor,
  ])
}

describe('A13 named adjustments', () => {
  const filing = signal('divorce.filed', 2, 0.9)
  const notice = signal('debt.nod', 3, 0.95)
  const job = signal('destinations.metro', 1, 0.7)

  test('names interacting events only while both are live', () => {
    expect(adjustmentsFor([filing, notice])).toEqual([['together', ['divorce', 'debt'], 1.15]])
    expect(adjustmentsFor([filing])).toEqual([])
    expect(adjustmentsFor([filing, signal('debt.nod', 200, 0.95)])).toEqual([])
  })

  test('names the loss of a partner with a large home at 60 or older', () => {
    const signals = [signal('death.survivor', 5, 0.8), signal('downsizing.state', 0, 0.6)]
    expect(adjustmentsFor(signals, { age: 71 })).toEqual([['together', ['death', 'downsizing'], 1.25]])
    expect(adjustmentsFor(signals, { age: 59 })).toEqual([])
    expect(adjustmentsFor(signals)).toEqual([])
  })

  test('names a low-rate loan, negative equity and school-age children', () => {
    const lockedHome = { tenure: 'owner', rateGap: 3, loanToValue: 1.2, schoolAgeChildren: true } as const
    expect(adjustmentsFor([job, filing], lockedHome)).toEqual([
      ['school_age_children', ['destinations'], 0.85],
      ['rate_lock', ['destinations'], 0.82 ** 3],
      ['negative_equity', ['destinations'], 0.7],
    ])
    expect(adjustmentsFor([filing], lockedHome)).toEqual([])
  })

  test('names a newer address for earlier events', () => {
    expect(adjustmentsFor([filing, job], { newAddressSince: '2026-10-01' })).toEqual([
      ['newer_address', ['divorce'], 0.3],
    ])
  })
})

describe('A13 explainBaseline', () => {
  test('explains an owner of 41 for seven years by cell and factors', () => {
    const owner = household({ tenure: 'owner', age: 41, ownershipYears: 7 })
    expect(explainBaseline(owner, NO_POLICY)).toEqual({
      hazard: expect.closeTo(0.085008, 6),
      chance: expect.closeTo(0.081495, 6),
      tenure: 'owner',
      age: 41,
      ageFrom: 'age',
      ageBand: { from: 35, to: 44 },
      cell: 0.077,
      factors: [
        { kind: 'years_owned', known: 7, factor: expect.closeTo(1.2, 12) },
        { kind: 'looked_up', known: null, factor: 0.92 },
      ],
    })
  })

  test('separates a low-rate loan from negative equity, and omits both for renters', () => {
    const lockedHome = { age: 36, ownershipYears: 4, rateGap: 3, loanToValue: 1.1 }
    const kindsFor = (facts: Partial<ScoreHousehold>) =>
      explainBaseline(household({ ...lockedHome, ...facts }), NO_POLICY).factors.map(({ kind }) => kind)
    expect(kindsFor({ tenure: 'owner' })).toEqual([
      'years_owned',
      'looked_up',
      'rate_lock',
      'negative_equity',
    ])
    expect(kindsFor({ tenure: 'renter' })).toEqual(['looked_up'])
    expect(kindsFor({ tenure: null, enriched: false })).toEqual([])
  })

  test('gives the source of the age and the ages of the cell', () => {
    const ageSourceAndBand = (facts: Partial<ScoreHousehold>, policy = NO_POLICY) => {
      const { ageFrom, ageBand } = explainBaseline(household(facts), policy)
      return [ageFrom, ageBand]
    }
    expect(ageSourceAndBand({ age: 19 })).toEqual(['age', { from: 18, to: 24 }])
    expect(ageSourceAndBand({ age: 97 })).toEqual(['age', { from: 85, to: null }])
    expect(ageSourceAndBand({ age: 250, ageRange: '65-74' })).toEqual(['range', { from: 65, to: 74 }])
    expect(ageSourceAndBand({})).toEqual(['unknown', null])
    expect(ageSourceAndBand({ age: 41 }, { ...NO_POLICY, excludeAge: true })).toEqual(['switched_off', null])
  })
})
