import { describe, expect, test } from 'vitest'
import type { Subtype } from '#domain/score/parameters.ts'
import { AS_DESIGNED, DEVIATIONS } from './assumptions.ts'
import { DETECTION, OBSERVATION } from './detection.ts'
import { effectPerEvent } from './effects.ts'
import { evaluate } from './evaluation.ts'
import { drawEvents } from './events.ts'
import { simulateLife } from './life.ts'
import { minimumsOf } from './minimums.ts'
import { observe } from './observation.ts'
import { drawPopulation } from './population.ts'
import { createRandom } from './random.ts'
import { residualsBesideEvents, settingOf } from './residuals.ts'

/** Takes some seconds, up to a minute on a busy machine. */
const SLOW_TEST = { timeout: 60_000 }

describe('observations', SLOW_TEST, () => {
  test('have the assumed recall and precision, and no future dates', () => {
    const random = createRandom(2, 1)
    const setting = settingOf(AS_DESIGNED, residualsBesideEvents())
    const countsBySubtype = new Map<string, { eventCount: number; signalCount: number; realCount: number }>()
    let knownTenureCount = 0
    const people = drawPopulation(40_000, DEVIATIONS.frailty, random)
    for (const person of people) {
      const life = simulateLife(person, drawEvents(person, effectPerEvent, false, random), setting, random)
      const { household, signals, today } = observe(person, life, AS_DESIGNED, random)
      if (household.tenure !== null) knownTenureCount++
      const pastEventIds = new Set(
        life.events.filter(({ month }) => month <= 0).map(({ subtype, month }) => `${subtype}:${month}`),
      )
      const countsOf = (subtype: string) => {
        const counts = countsBySubtype.get(subtype) ?? { eventCount: 0, signalCount: 0, realCount: 0 }
        countsBySubtype.set(subtype, counts)
        return counts
      }
      for (const id of pastEventIds) countsOf(id.split(':')[0]!).eventCount++
      for (const { id, subtype, eventDate } of signals) {
        expect(eventDate <= today).toBe(true)
        countsOf(subtype).signalCount++
        if (pastEventIds.has(id)) countsOf(subtype).realCount++
      }
    }
    expect(knownTenureCount / people.length).toBeCloseTo(OBSERVATION.withPublicRecords.tenureKnownShare, 1)
    for (const subtype of ['destinations.local', 'diamonds', 'diplomas.young', 'diapers'] as Subtype[]) {
      const { eventCount, signalCount, realCount } = countsBySubtype.get(subtype)!
      expect(Math.abs(realCount / eventCount - DETECTION[subtype]!.recall)).toBeLessThan(0.06)
      expect(Math.abs(realCount / signalCount - DETECTION[subtype]!.precision)).toBeLessThan(0.06)
    }
  })
})

describe('A30 the evaluation', SLOW_TEST, () => {
  test('reaches every minimum in the simulation', () => {
    const evaluation = evaluate(200_000, 1)
    const minimums = minimumsOf(evaluation)
    expect(minimums.map(({ name }) => name)).toHaveLength(11)
    expect(minimums.filter(({ isMet }) => !isMet)).toEqual([])
    const { all, owners } = evaluation
    for (const group of [all, owners]) {
      expect(group.model.auc.value).toBeGreaterThan(group.ageAndTenure.auc.value)
      expect(group.model.auc.value).toBeLessThan(group.knowable.auc.value)
    }
    // One in eight adults moves, so always predicting "stays" would be 87% accurate.
    expect(all.moverCount / all.people).toBeCloseTo(0.13, 2)
  })

  test('is reproducible by seed', () => {
    expect(evaluate(3_000, 5)).toEqual(evaluate(3_000, 5))
    expect(evaluate(3_000, 5).all.model.auc.value).not.toBe(evaluate(3_000, 6).all.model.auc.value)
  })

  test('reports missed minimums, including NaN', () => {
    const evaluation = evaluate(3_000, 5)
    const { all } = evaluation
    const worseEvaluation = {
      ...evaluation,
      ece: Number.NaN,
      all: { ...all, model: { ...all.model, auc: { value: 0.69, low: 0.68, high: 0.7 } } },
    }
    const missedMinimums = minimumsOf(worseEvaluation).filter(({ isMet }) => !isMet)
    expect(missedMinimums.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['AUC, everyone', 'Calibration error (ECE)']),
    )
  })
})
