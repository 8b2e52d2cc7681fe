import { describe, expect, test } from 'vitest'
import { household, input, signal, TODAY } from '#test/fixtures/score-input.ts'
import { scoreContact } from './score.ts'
import type { ScoreHousehold } from './score-input.ts'
import { forecastScores, whatIfs } from './what-if.ts'

const owner = { tenure: 'owner', age: 41, ownershipYears: 7 } as const
const filing = signal('divorce.filed', 2, 0.9)
const notice = signal('debt.nod', 3, 0.95)

const whatIfsOf = (known: Partial<ScoreHousehold>, signals = [filing]) => {
  const given = input({ household: household({ ...owner, ...known }), signals })
  return whatIfs(given, scoreContact(given))
}

describe('A13 what-ifs', () => {
  test('discounts signals by a newer address and raises only the chance by a listing', () => {
    const [moved, listed] = whatIfsOf({})
    // S falls from .401 to .120: 100 · (1 − e^(−.120 / .2925)) = 34.
    expect(moved).toMatchObject({ kind: 'moved', score: 34 })
    expect(moved?.chance).toBeCloseTo(1 - Math.exp(-(0.0795 + 0.3 * 0.4007)), 3)
    expect(listed).toMatchObject({ kind: 'listed', score: 75, chance: 0.65 })
    expect(listed?.lift).toBeCloseTo(0.65 / 0.0764, 1)
  })

  test('reverses a known address or listing', () => {
    const [stays, unlisted] = whatIfsOf({ newAddressSince: '2026-10-01', listedForSale: true })
    expect(stays).toMatchObject({ kind: 'not_moved', score: 75, chance: 0.65 })
    expect(unlisted).toMatchObject({ kind: 'not_listed', score: 34 })
    expect(unlisted?.chance).toBeLessThan(0.2)
  })

  test('omits facts without effect', () => {
    expect(whatIfsOf({}, []).map(({ kind }) => kind)).toEqual(['listed'])
    const sure = [signal('debt.auction', 1, 0.98), signal('divorce.filed', 2, 0.98)]
    expect(whatIfsOf({}, sure).map(({ kind }) => kind)).toEqual(['moved'])
  })
})

describe('A13 forecast', () => {
  const months = (signals = [filing, notice]) =>
    forecastScores(input({ household: household(owner), signals }), 24)

  test('matches the score of each future month', () => {
    const ahead = months()
    expect(ahead).toHaveLength(25)
    expect(ahead[0]).toMatchObject({ at: TODAY, score: 91 })
    const later = ahead[7]!
    const then = { ...input({ household: household(owner), signals: [filing, notice] }), today: later.at }
    expect(later).toMatchObject({ score: scoreContact(then).score, chance: scoreContact(then).chance })
  })

  test("rises before a signal's peak and falls after it", () => {
    const growing = months([notice])
    expect(growing[5]!.score).toBeGreaterThan(growing[0]!.score)
    const fading = months([filing])
    expect(fading[12]!.score).toBeLessThan(fading[0]!.score)
    expect(months([])).toEqual(months([]).map((month) => ({ ...month, score: 0 })))
  })
})
