import { describe, expect, test } from 'vitest'
import type { Subtype } from '#domain/score/parameters.ts'
import { AGES, AS_DESIGNED, DEVIATIONS, REASONS } from './assumptions.ts'
import { effectPerEvent, effectPerKind, strengthAt } from './effects.ts'
import { drawEvents, isLastingState } from './events.ts'
import { simulateLife } from './life.ts'
import { drawPopulation, type Person } from './population.ts'
import { createRandom } from './random.ts'
import { residualsBesideEvents, residualsWithoutEvents, settingOf } from './residuals.ts'
import { TRUE_BASELINE, TRUE_KINDS } from './truth.ts'

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
const variance = (values: readonly number[]) => {
  const average = mean(values)
  return mean(values.map((value) => (value - average) ** 2))
}
const standardDeviation = (values: readonly number[]) => Math.sqrt(variance(values))

/** Takes tenths of a second, or many seconds on a busy machine. */
const SLOW_TEST = { timeout: 60_000 }

describe('random numbers', SLOW_TEST, () => {
  test('repeat only for the same seed and stream', () => {
    const draw = (seed: number, stream: number) => {
      const random = createRandom(seed, stream)
      return Array.from({ length: 5 }, () => random.uniform())
    }
    expect(draw(1, 1)).toEqual(draw(1, 1))
    expect(draw(1, 1)).not.toEqual(draw(1, 2))
    expect(draw(1, 1)).not.toEqual(draw(2, 1))
  })

  test('follow the named distributions', () => {
    const random = createRandom(7, 1)
    const drawMany = (draw: () => number) => Array.from({ length: 50_000 }, draw)
    const uniform = drawMany(random.uniform)
    expect(mean(uniform)).toBeCloseTo(1 / 2, 2)
    expect(variance(uniform)).toBeCloseTo(1 / 12, 2)
    const normal = drawMany(random.normal)
    expect(Math.abs(mean(normal))).toBeLessThan(0.02)
    expect(standardDeviation(normal)).toBeCloseTo(1, 1)
    expect(mean(drawMany(random.exponential))).toBeCloseTo(1, 1)
    const gamma = drawMany(() => random.gamma(2.5))
    expect(mean(gamma)).toBeCloseTo(2.5, 1)
    expect(variance(gamma)).toBeCloseTo(2.5, 0)
  })
})

describe('the population', SLOW_TEST, () => {
  const people = drawPopulation(40_000, DEVIATIONS.frailty, createRandom(3, 1))

  test('matches the tables in age and ownership', () => {
    expect(AGES.bands.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    TRUE_BASELINE.forEach(({ ownershipShare }, band) => {
      const bandPeople = people.filter((person) => person.band === band)
      expect(Math.abs(bandPeople.length / people.length - AGES.bands[band]!.share)).toBeLessThan(0.008)
      const ownerShare = bandPeople.filter(({ isOwner }) => isOwner).length / bandPeople.length
      expect(Math.abs(ownerShare - ownershipShare)).toBeLessThan(3.5 * Math.sqrt(0.25 / bandPeople.length))
    })
  })

  test('varies in frailty as assumed', () => {
    const frailties = people.map(({ frailty }) => frailty)
    expect(mean(frailties)).toBeCloseTo(1, 1)
    expect(Math.abs(variance(frailties) - DEVIATIONS.frailty)).toBeLessThan(0.03)
  })
})

/** Person whose hazard comes from the table alone. */
const personOf = (band: number, isOwner: boolean): Person => ({
  age: AGES.bands[band]!.from,
  band,
  isOwner,
  yearsOwned: 10,
  rateGap: 0,
  hasLargeHome: false,
  frailty: 1,
  region: 0,
})

describe('the hazards', SLOW_TEST, () => {
  test('match the table when there are no events', () => {
    const random = createRandom(4, 1)
    const setting = settingOf(AS_DESIGNED, residualsBesideEvents())
    const lifeCount = 8_000
    TRUE_BASELINE.forEach((row, band) => {
      for (const tenure of ['owner', 'renter'] as const) {
        const person = personOf(band, tenure === 'owner')
        const longTermLives = Array.from({ length: lifeCount }, () =>
          simulateLife(person, [], setting, random),
        ).filter(({ lastMoveMonth }) => lastMoveMonth === null)
        // Twelve to thirteen years owned, where the factor is 1 except late in life.
        const expected = -Math.expm1(-0.92 * row[tenure])
        const error = Math.sqrt((expected * (1 - expected)) / longTermLives.length)
        const moverShare = longTermLives.filter((life) => life.hasMoved).length / longTermLives.length
        expect(Math.abs(moverShare - expected)).toBeLessThan(3.5 * error)
      }
    })
  })

  test('match the table including events when the table counts every cause', () => {
    const residuals = residualsWithoutEvents(effectPerEvent, AS_DESIGNED, createRandom(5, 1))
    const setting = settingOf(AS_DESIGNED, residuals)
    const random = createRandom(5, 2)
    const chances = { owner: [] as number[], renter: [] as number[], table: [] as number[] }
    for (const sample of drawPopulation(12_000, DEVIATIONS.frailty, random)) {
      const person = { ...sample, rateGap: 0 }
      const { trueChance } = simulateLife(
        person,
        drawEvents(person, effectPerEvent, false, random),
        setting,
        random,
      )
      const tenure = person.isOwner ? 'owner' : 'renter'
      chances[tenure].push(trueChance)
      chances.table.push(-Math.expm1(-TRUE_BASELINE[person.band]![tenure]))
    }
    const averageChance = mean([...chances.owner, ...chances.renter])
    expect(Math.abs(averageChance / mean(chances.table) - 1)).toBeLessThan(0.04)
    expect(mean(chances.renter)).toBeGreaterThan(2 * mean(chances.owner))
  })
})

describe('the effects of events', SLOW_TEST, () => {
  test('rise, hold and fade without a cutoff', () => {
    const effect = { addedHazard: 1, relativeIncrease: 0, start: -6, fullFrom: -2, fullTo: 6, halfLife: 9 }
    expect([-7, -6, -4, -2, 6, 15, 24].map((months) => strengthAt(effect, months))).toEqual([
      0, 0, 0.5, 1, 1, 0.5, 0.25,
    ])
    expect(strengthAt(effect, 96)).toBeCloseTo(2 ** -10, 9)
  })

  test('differ from the center of their kind as assumed', () => {
    const random = createRandom(6, 1)
    const { addedHazard: center, halfLife, peak } = TRUE_KINDS['debt.nod']
    const effects = Array.from({ length: 20_000 }, () => effectPerEvent('debt.nod', random))
    const logRatios = effects.map(({ addedHazard }) => Math.log(addedHazard / center))
    expect(Math.abs(mean(logRatios))).toBeLessThan(0.01)
    expect(standardDeviation(logRatios)).toBeCloseTo(DEVIATIONS.effect, 2)
    expect(standardDeviation(effects.map((effect) => Math.log(effect.halfLife / halfLife)))).toBeCloseTo(
      DEVIATIONS.halfLife,
      2,
    )
    const shifts = effects.map(({ fullFrom }) => fullFrom - peak[0])
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThanOrEqual(DEVIATIONS.timing)
    const effectOfKind = effectPerKind(random)
    expect(effectOfKind('debt.nod', random)).toBe(effectOfKind('debt.nod', random))
  })

  test('cause as many moves as surveys report', () => {
    const random = createRandom(8, 1)
    const residuals = residualsBesideEvents()
    const movesByCategory = new Map<string, number>()
    let totalMoves = 0
    for (const person of drawPopulation(30_000, DEVIATIONS.frailty, random)) {
      const base = residuals[person.isOwner ? 'owner' : 'renter'][person.band]!
      totalMoves += base
      for (const { subtype, month, effect } of drawEvents(person, effectPerEvent, false, random)) {
        const months = Array.from({ length: 12 }, (_, u) => u + 0.5 - month)
        const strength = isLastingState(subtype) ? 1 : mean(months.map((at) => strengthAt(effect, at)))
        const addedMoves = strength * (effect.addedHazard + effect.relativeIncrease * base)
        const { category } = TRUE_KINDS[subtype as Subtype]
        movesByCategory.set(category, (movesByCategory.get(category) ?? 0) + addedMoves)
        totalMoves += addedMoves
      }
    }
    for (const { categories, range } of Object.values(REASONS.shares)) {
      const share =
        categories.reduce((sum, category) => sum + (movesByCategory.get(category) ?? 0), 0) / totalMoves
      expect(share).toBeGreaterThan(range[0])
      expect(share).toBeLessThan(range[1])
    }
  })
})
