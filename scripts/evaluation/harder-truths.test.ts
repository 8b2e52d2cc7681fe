import { describe, expect, test } from 'vitest'
import { AS_DESIGNED, HARDER_TRUTHS, type Stress } from './assumptions.ts'
import { type EffectModel, effectPerEvent, scaleEffects } from './effects.ts'
import { evaluate } from './evaluation.ts'
import { drawEvents, eventEffectsOn, type LifeEvent } from './events.ts'
import { simulateLife } from './life.ts'
import { observe } from './observation.ts'
import { drawPopulation, type Person } from './population.ts'
import { createRandom } from './random.ts'
import { residualsBesideEvents, settingOf } from './residuals.ts'
import { simulate } from './simulation.ts'

/** Takes some seconds, up to a minute on a busy machine. */
const SLOW_TEST = { timeout: 120_000 }
const PEOPLE = 20_000
/** Position of the region in `Case.facts`. */
const REGION_FACT = 11

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

/** What the product knows about people, next to the truth. */
function observeMany(change: Partial<Stress>) {
  const stress = { ...AS_DESIGNED, ...change }
  const random = createRandom(9, 1)
  const setting = settingOf(stress, residualsBesideEvents())
  return drawPopulation(PEOPLE, stress.frailty, random).map((person) => {
    const life = simulateLife(person, drawEvents(person, effectPerEvent, false, random), setting, random)
    return { person, life, input: observe(person, life, stress, random) }
  })
}

describe('harder truths', SLOW_TEST, () => {
  test('hide what rolls, loan and address records tell when there are none', () => {
    const shareKnowing = (
      change: Partial<Stress>,
      isKnown: (o: ReturnType<typeof observeMany>[0]) => boolean,
    ) => mean(observeMany(change).map((observed) => (isKnown(observed) ? 1 : 0)))
    const none = { hasPublicRecords: false }
    const isTenureKnown = ({ input }: ReturnType<typeof observeMany>[0]) => input.household.tenure !== null
    expect(shareKnowing({}, isTenureKnown)).toBeCloseTo(0.95, 1)
    expect(shareKnowing(none, isTenureKnown)).toBeCloseTo(0.8, 1)
    const hasHistory = ({ input }: ReturnType<typeof observeMany>[0]) => input.household.moveHistory !== null
    expect(shareKnowing({}, hasHistory)).toBeCloseTo(0.7, 1)
    expect(shareKnowing(none, hasHistory)).toBe(0)
  })

  test('show fewer and older events when records are late', () => {
    const ownEvents = (change: Partial<Stress>) =>
      observeMany(change).flatMap(({ life, input }) => {
        const ids = new Set(life.events.map(({ subtype, month }) => `${subtype}:${month}`))
        return input.signals.filter(({ id, subtype }) => subtype !== 'downsizing.state' && ids.has(id))
      })
    const [prompt, late] = [ownEvents({}), ownEvents({ areRecordsLate: true })]
    expect(late.length / prompt.length).toBeLessThan(0.7)
    expect(late.length / prompt.length).toBeGreaterThan(0.5)
    const newest = late.map(({ id }) => Number(id.split(':')[1])).reduce((a, b) => Math.max(a, b))
    expect(newest).toBeLessThanOrEqual(-2)
  })

  test('record the wrong tenure for one person in five', () => {
    const wrongShare = (change: Partial<Stress>) => {
      const known = observeMany(change).filter(({ input }) => input.household.tenure !== null)
      return mean(
        known.map(({ person, input }) => (person.isOwner === (input.household.tenure === 'owner') ? 0 : 1)),
      )
    }
    expect(wrongShare({})).toBe(0)
    expect(wrongShare({ wrongTenureShare: 0.2 })).toBeCloseTo(0.2, 1)
  })

  test('halve the effect of an event', () => {
    const fixedEffect: EffectModel = (subtype) => effectPerEvent(subtype, createRandom(1, 1))
    const [full, half] = [fixedEffect, scaleEffects(fixedEffect, 0.5)].map((effectOf) =>
      effectOf('downsizing.retire', createRandom(1, 1)),
    )
    expect(half?.addedHazard).toBe((full?.addedHazard ?? 0) / 2)
    expect(half?.relativeIncrease).toBe((full?.relativeIncrease ?? 0) / 2)
    expect(half?.halfLife).toBe(full?.halfLife)
  })

  test('strengthen events of different categories close together', () => {
    const person = { age: 40, rateGap: 0 } as Person
    const eventAt = (subtype: LifeEvent['subtype'], month: number): LifeEvent => ({
      subtype,
      month,
      effect: effectPerEvent(subtype, createRandom(1, 1)),
    })
    const [wedding, birth, later] = [eventAt('diamonds', -20), eventAt('diapers', -8), eventAt('diapers', 10)]
    const hazardOf = (events: LifeEvent[], doEventsInteract: boolean) =>
      eventEffectsOn(person, events, doEventsInteract)[0]?.addedHazard ?? 0
    expect(hazardOf([wedding, birth], true) / hazardOf([wedding, birth], false)).toBeCloseTo(1.5, 9)
    expect(hazardOf([wedding, later], true)).toBe(hazardOf([wedding, later], false))
    expect(hazardOf([wedding, wedding], true)).toBe(hazardOf([wedding, wedding], false))
  })

  test('differ by region and move less in a slow year', () => {
    const shares = (doesBaseShift: boolean) => {
      const cases = simulate(60_000, 4, { ...AS_DESIGNED, doesBaseShift })
      const byRegion = Map.groupBy(cases, ({ facts }) => facts[REGION_FACT])
      return [...byRegion.values()].map((people) => mean(people.map(({ trueChance }) => trueChance)))
    }
    const [even, shifted] = [shares(false), shares(true)]
    const spread = (values: number[]) => Math.max(...values) / Math.min(...values)
    expect(spread(even)).toBeLessThan(1.25)
    expect(spread(shifted)).toBeGreaterThan(1.8)
    expect(mean(shifted)).toBeLessThan(0.93 * mean(even))
  })

  test.each(HARDER_TRUTHS.map((stress) => [stress.name, stress] as const))(
    '"%s" leaves the score between a coin toss and what the records tell',
    (_, stress) => {
      const { all, owners } = evaluate(PEOPLE, 2, stress, 10_000)
      for (const group of [all, owners]) {
        expect(group.model.auc.low).toBeGreaterThan(0.55)
        expect(group.learned?.auc.value).toBeGreaterThan(group.model.auc.value - 0.015)
        expect(group.oracle.auc.low).toBeGreaterThan(group.learned?.auc.high ?? 1)
      }
    },
  )
})
