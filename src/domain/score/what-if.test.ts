import { describe, expect, test } from 'vitest'
import { household, input, signal, TODAY } from '#test/fixtures/score-input.ts'
import { scoreContact } from './score.ts'
import type { ScoreHousehold } from './score-input.ts'
import { forecastScores, whatIfs } from './what-if.ts'

const owner = { tenure: 'owner', age: 41, ownershipYears: 7 } as const
const filing = signal('divorce.filed', 2, 0.9)
const notice = signal('debt.nod', 3, 0.95)

const whatIfsOf = (overrides: Partial<ScoreHousehold>, signals = [filing]) => {
  const scoreInput = input({ household: household({ ...owner, ...overrides }), signals })
  return whatIfs(scoreInput, scoreContact(scoreInput))
}

describe('A13 what-ifs', () => {
  test('discounts signals by a newer address and raises only the chance by a listing', () => {
    const [moved, listed] = whatIfsOf({})
    // S falls from .401 to .120: 100 · (1 − e^(−.120 / .2925)) = 34.
    expect(moved).toMatchObject({ kind: 'moved', score: 34 })
    expect(moved?.chance).toBeCloseTo(1 - Math.exp(-(0.085 + 0.3 * 0.4007)), 3)
    expect(listed).toMatchObject({ kind: 'listed', score: 75, chance: 0.65 })
    expect(listed?.lift).toBeCloseTo(0.65 / 0.0815, 1)
  })

  test('reverses a known address or listing', () => {
    const [stays, unlisted] = whatIfsOf({ newAddressSince: '2026-10-01', listedForSale: true })
    expect(stays).toMatchObject({ kind: 'not_moved', score: 75, chance: 0.65 })
    expect(unlisted).toMatchObject({ kind: 'not_listed', score: 34 })
    expect(unlisted?.chance).toBeLessThan(0.2)
  })

  test('omits facts without effect', () => {
    expect(whatIfsOf({}, []).map(({ kind }) => kind)).toEqual(['listed'])
    const certainSignals = [signal('debt.auction', 1, 0.98), signal('divorce.filed', 2, 0.98)]
    expect(whatIfsOf({}, certainSignals).map(({ kind }) => kind)).toEqual(['moved'])
  })
})

describe('A13 forecast', () => {
  const forecast = (signals = [filing, notice]) =>
    forecastScores(input({ household: household(owner), signals }), 24)

  test('matches the score of each future month', () => {
    const forecastMonths = forecast()
    expect(forecastMonths).toHaveLength(25)
    expect(forecastMonths[0]).toMatchObject({ at: TODAY, score: 91 })
    const laterMonth = forecastMonths[7]!
    const laterInput = {
      ...input({ household: household(owner), signals: [filing, notice] }),
      today: laterMonth.at,
    }
    expect(laterMonth).toMatchObject({
      score: scoreContact(laterInput).score,
      chance: scoreContact(laterInput).chance,
    })
  })

  test("rises before a signal's peak and falls after it", () => {
    const growingForecast = forecast([notice])
    expect(growingForecast[5]!.score).toBeGreaterThan(growingForecast[0]!.score)
    const fadingForecast = forecast([filing])
    expect(fadingForecast[12]!.score).toBeLessThan(fadingForecast[0]!.score)
    expect(forecast([])).toEqual(forecast([]).map((month) => ({ ...month, score: 0 })))
  })
})
