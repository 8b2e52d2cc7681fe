import { describe, expect, test } from 'vitest'
import { household, input, signal } from '#test/fixtures/score-input.ts'
import { adjustmentsOf } from './adjustments.ts'
import { explainBaseline } from './baseline.ts'
import { scoreContact } from './score.ts'
import type { ScoreHousehold, ScoreInput } from './score-input.ts'

const NO_POLICY = { excludeFamilial: false, excludeAge: false }

function adjustments(signals: ScoreInput['signals'], known: Partial<ScoreHousehold> = {}) {
  const scoreInput = input({ signals, household: household(known) })
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
    expect(adjustments([filing, notice])).toEqual([['together', ['divorce', 'debt'], 1.15]])
    expect(adjustments([filing])).toEqual([])
    expect(adjustments([filing, signal('debt.nod', 200, 0.95)])).toEqual([])
  })

  test('names the loss of a partner with a large home from 60 on', () => {
    const both = [signal('death.survivor', 5, 0.8), signal('downsizing.state', 0, 0.6)]
    expect(adjustments(both, { age: 71 })).toEqual([['together', ['death', 'downsizing'], 1.25]])
    expect(adjustments(both, { age: 59 })).toEqual([])
    expect(adjustments(both)).toEqual([])
  })

  test('names a low-rate loan, negative equity and school-age children', () => {
    const held = { tenure: 'owner', rateGap: 3, loanToValue: 1.2, schoolAgeChildren: true } as const
    expect(adjustments([job, filing], held)).toEqual([
      ['school_age_children', ['destinations'], 0.85],
      ['rate_lock', ['destinations'], 0.82 ** 3],
      ['negative_equity', ['destinations'], 0.7],
    ])
    expect(adjustments([filing], held)).toEqual([])
  })

  test('names a newer address for earlier events', () => {
    expect(adjustments([filing, job], { newAddressSince: '2026-10-01' })).toEqual([
      ['newer_address', ['divorce'], 0.3],
    ])
  })
})

describe('A13 the baseline is explained', () => {
  test('explains an owner of 41 for seven years by cell and factors', () => {
    const owner = household({ tenure: 'owner', age: 41, ownershipYears: 7 })
    expect(explainBaseline(owner, NO_POLICY)).toEqual({
      hazard: expect.closeTo(0.079488, 6),
      chance: expect.closeTo(0.076411, 6),
      tenure: 'owner',
      age: 41,
      ageFrom: 'age',
      ageBand: { from: 35, to: 44 },
      cell: 0.072,
      factors: [
        { kind: 'years_owned', known: 7, factor: 1.2 },
        { kind: 'looked_up', known: null, factor: 0.92 },
      ],
    })
  })

  test('separates a low-rate loan from negative equity, and omits both for renters', () => {
    const held = { age: 36, ownershipYears: 4, rateGap: 3, loanToValue: 1.1 }
    const kinds = (known: Partial<ScoreHousehold>) =>
      explainBaseline(household({ ...held, ...known }), NO_POLICY).factors.map(({ kind }) => kind)
    expect(kinds({ tenure: 'owner' })).toEqual(['years_owned', 'looked_up', 'rate_lock', 'negative_equity'])
    expect(kinds({ tenure: 'renter' })).toEqual(['looked_up'])
    expect(kinds({ tenure: null, enriched: false })).toEqual([])
  })

  test('gives the source of the age and the ages of the cell', () => {
    const band = (known: Partial<ScoreHousehold>, policy = NO_POLICY) => {
      const { ageFrom, ageBand } = explainBaseline(household(known), policy)
      return [ageFrom, ageBand]
    }
    expect(band({ age: 19 })).toEqual(['age', { from: 18, to: 24 }])
    expect(band({ age: 97 })).toEqual(['age', { from: 85, to: null }])
    expect(band({ age: 250, ageRange: '65-74' })).toEqual(['range', { from: 65, to: 74 }])
    expect(band({})).toEqual(['unknown', null])
    expect(band({ age: 41 }, { ...NO_POLICY, excludeAge: true })).toEqual(['switched_off', null])
  })
})
