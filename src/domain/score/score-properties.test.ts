import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TODAY } from '#test/fixtures/score-input.ts'
import { adjustmentsOf } from './adjustments.ts'
import { explainBaseline } from './baseline.ts'
import { addMonths, formatDay, parseDay } from './day.ts'
import { eventHazard, subtypeRow } from './hazard.ts'
import { SUBTYPES, type Subtype } from './parameters.ts'
import { scoreContact } from './score.ts'
import type { ScoreCalibration, ScoredSignalInput, ScoreHousehold, ScoreInput } from './score-input.ts'

const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const dayWithin = (months: number) =>
  fc.integer({ min: -months, max: months }).map((months) => formatDay(addMonths(parseDay(TODAY), months)))

const households: fc.Arbitrary<ScoreHousehold> = fc.record({
  tenure: nullable(fc.constantFrom('owner', 'renter')),
  age: nullable(fc.oneof(fc.integer({ min: 0, max: 130 }), fc.constant(Number.NaN))),
  ageRange: nullable(fc.constantFrom('18-24', '65-74', '85+', 'unknown', '')),
  ownershipYears: nullable(fc.oneof(fc.double({ min: -5, max: 90, noNaN: true }), fc.constant(Number.NaN))),
  moveHistory: nullable(
    fc.record({
      years: fc.double({ min: 0, max: 10, noNaN: true }),
      moves: fc.integer({ min: 0, max: 30 }),
      yearsSinceMove: fc.double({ min: 0, max: 10, noNaN: true }),
    }),
  ),
  enriched: fc.boolean(),
  rateGap: nullable(fc.double({ min: -3, max: 9 })),
  loanToValue: nullable(fc.double({ min: 0, max: 3 })),
  schoolAgeChildren: fc.boolean(),
  newAddressSince: nullable(dayWithin(30)),
  listedForSale: fc.boolean(),
})

const signals: fc.Arbitrary<ScoredSignalInput> = fc
  .record({
    id: fc.uuid(),
    subtype: fc.constantFrom(...(Object.keys(SUBTYPES) as Subtype[])),
    confidence: fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100),
    eventDate: dayWithin(60),
    source: fc.constantFrom('recorder', 'court'),
    documentId: nullable(fc.constantFrom('A', 'B')),
  })
  .map((signal) => ({ ...signal, category: SUBTYPES[signal.subtype].category }))

const inputs: fc.Arbitrary<ScoreInput> = fc.record({
  today: fc.constant(TODAY),
  household: households,
  signals: fc.array(signals, { maxLength: 7 }),
  policy: fc.record({ excludeFamilial: fc.boolean(), excludeAge: fc.boolean() }),
})

const calibrations: fc.Arbitrary<ScoreCalibration> = fc.record({
  version: fc.constant(1),
  center: fc.double({ min: -4, max: 0, noNaN: true }),
  intercept: fc.double({ min: -2, max: 2, noNaN: true }),
  slope: fc.double({ min: 0.05, max: 2, noNaN: true }),
  multipliers: fc.record({
    debt: fc.double({ min: 0.2, max: 5, noNaN: true }),
    divorce: fc.double({ min: 0.2, max: 5, noNaN: true }),
  }),
})

const RUN_OPTIONS = { numRuns: 500 }
const hazardOf = (input: ScoreInput) => scoreContact(input).hazard
/** Sums of the same hazards may differ in the last digits. */
const ROUNDING = 1e-12

test('never lowers the score with more confidence', () => {
  fc.assert(
    fc.property(inputs, signals, fc.integer({ min: 1, max: 100 }), (input, signal, percent) => {
      const [low, high] = [signal.confidence, percent / 100].sort((a, b) => a - b)
      const withConfidence = (confidence = 0) => ({
        ...input,
        signals: [...input.signals, { ...signal, confidence }],
      })
      expect(hazardOf(withConfidence(high))).toBeGreaterThanOrEqual(hazardOf(withConfidence(low)) - ROUNDING)
      expect(scoreContact(withConfidence(high)).score).toBeGreaterThanOrEqual(
        scoreContact(withConfidence(low)).score,
      )
    }),
    RUN_OPTIONS,
  )
})

test('never lowers the hazard with another signal', () => {
  fc.assert(
    fc.property(inputs, signals, (input, signal) => {
      const withSignal = { ...input, signals: [...input.signals, signal] }
      expect(hazardOf(withSignal)).toBeGreaterThanOrEqual(hazardOf(input) - ROUNDING)
    }),
    RUN_OPTIONS,
  )
})

test('sums points of categories and signals to the score', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { score, points, signals: scoredSignals } = scoreContact(input)
      const sum = (entries: readonly { points: number }[]) =>
        entries.reduce((total, each) => total + each.points, 0)
      expect(sum(points)).toBe(score)
      expect(sum(scoredSignals)).toBe(score)
      for (const { category, points: categoryPoints } of points) {
        expect(sum(scoredSignals.filter((_, index) => input.signals[index]?.category === category))).toBe(
          categoryPoints,
        )
      }
    }),
    RUN_OPTIONS,
  )
})

test('does not depend on signal order', () => {
  fc.assert(
    fc.property(inputs, fc.infiniteStream(fc.nat()), (input, keys) => {
      const shuffled = input.signals
        .map((signal) => ({ signal, key: keys.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ signal }) => signal)
      const { signals: _, ...inOrder } = scoreContact(input)
      const { signals: __, ...reordered } = scoreContact({ ...input, signals: shuffled })
      expect(reordered).toEqual(inOrder)
    }),
    RUN_OPTIONS,
  )
})

test('ignores an expired signal', () => {
  fc.assert(
    fc.property(inputs, signals, fc.integer({ min: 0, max: 4000 }), (input, signal, days) => {
      const [scoredSignal] = scoreContact({ ...input, signals: [signal] }).signals
      const eventDay =
        parseDay(TODAY) - (parseDay(scoredSignal?.expiresAt) - parseDay(signal.eventDate)) - days
      const expired = { ...signal, eventDate: formatDay(eventDay) }
      const { signals: _, ...before } = scoreContact(input)
      const { signals: scoredSignals, ...after } = scoreContact({
        ...input,
        signals: [...input.signals, expired],
      })
      expect(after).toEqual(before)
      expect(scoredSignals.at(-1)).toMatchObject({ live: false, hazard: 0, points: 0 })
    }),
    RUN_OPTIONS,
  )
})

test('keeps every number in range when facts are missing', () => {
  const invalidDates = fc.constantFrom<ScoredSignalInput['eventDate']>('', '2026-99-99', '2026', 'null')
  const signalParts = fc.tuple(signals, fc.constantFrom(0, -1, 2, Number.NaN), invalidDates, fc.boolean())
  const invalidSignals = signalParts.map(([signal, confidence, eventDate, keepsDate]) =>
    keepsDate ? { ...signal, confidence } : { ...signal, eventDate },
  )
  fc.assert(
    fc.property(inputs, fc.array(invalidSignals, { maxLength: 3 }), (input, extraSignals) => {
      const result = scoreContact({ ...input, signals: [...input.signals, ...extraSignals] })
      expect(Number.isInteger(result.score) && result.score >= 0 && result.score <= 100).toBe(true)
      expect(result.chance).toBeGreaterThan(0)
      expect(result.chance).toBeLessThanOrEqual(1)
      expect(result.lift).toBeGreaterThanOrEqual(1 - ROUNDING)
      expect(result.baseHazard).toBeGreaterThan(0)
      for (const { intensity, hazard } of result.signals) {
        expect(intensity >= 0 && intensity <= 1 + ROUNDING && hazard >= 0 && Number.isFinite(hazard)).toBe(
          true,
        )
      }
    }),
    RUN_OPTIONS,
  )
})

test('scores 0 exactly when no signal is live', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { score, signalsDetected, signals: scoredSignals } = scoreContact(input)
      expect(signalsDetected).toBe(scoredSignals.filter(({ live }) => live).length)
      expect(score === 0).toBe(signalsDetected === 0)
    }),
    RUN_OPTIONS,
  )
})

test('A13 names exactly the adjustments applied', () => {
  fc.assert(
    fc.property(inputs, (scoreInput) => {
      const result = scoreContact(scoreInput)
      const adjustments = adjustmentsOf(scoreInput, result).filter(({ kind }) => kind !== 'newer_address')
      scoreInput.signals.forEach(({ subtype }, index) => {
        const scoredSignals = result.signals[index]
        const row = subtypeRow(subtype)
        if (!scoredSignals?.live || !row) return
        const factor = adjustments
          .filter(({ subtypes }) => subtypes.includes(subtype))
          .reduce((product, each) => product * each.factor, 1)
        const expected = eventHazard(row, result.baseHazard, scoredSignals.intensity, factor)
        expect(scoredSignals.hazard).toBeCloseTo(expected, 10)
      })
    }),
    RUN_OPTIONS,
  )
})

test('A13 explains the baseline as cell times factors', () => {
  fc.assert(
    fc.property(inputs, (scoreInput) => {
      const { cell, factors, hazard, chance } = explainBaseline(scoreInput.household, scoreInput.policy)
      const { baseHazard } = scoreContact(scoreInput)
      expect(hazard).toBe(baseHazard)
      expect(factors.reduce((product, { factor }) => product * factor, cell)).toBeCloseTo(hazard, 12)
      expect(chance).toBeCloseTo(1 - Math.exp(-hazard), 12)
    }),
    RUN_OPTIONS,
  )
})

test('A30 points sum to the score and hazards to the chance after any calibration', () => {
  fc.assert(
    fc.property(inputs, calibrations, (input, calibration) => {
      const plain = scoreContact(input)
      const result = scoreContact({ ...input, policy: { ...input.policy, calibration } })
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      expect(sum(result.points.map(({ points }) => points))).toBe(result.score)
      expect(sum(result.points.map(({ hazard }) => hazard))).toBeLessThanOrEqual(result.hazard + ROUNDING)
      expect(result.score === 0).toBe(plain.score === 0)
      expect(result.chance).toBeGreaterThan(0)
      expect(result.chance).toBeLessThan(1)
      expect([result.calibrationVersion, plain.calibrationVersion]).toEqual([1, null])
      if (result.hazard > 0 && !result.listedForSale)
        expect(-Math.expm1(-(result.baseHazard + result.hazard))).toBeCloseTo(result.chance, 9)
    }),
    RUN_OPTIONS,
  )
})

test('A30 a calibration that changes nothing gives the same score', () => {
  const calibration = { version: 1, center: -2, intercept: 0, slope: 1, multipliers: {} }
  fc.assert(
    fc.property(inputs, (input) => {
      const plain = scoreContact(input)
      const result = scoreContact({ ...input, policy: { ...input.policy, calibration } })
      expect(Math.abs(result.score - plain.score)).toBeLessThanOrEqual(1)
      expect(result.chance).toBeCloseTo(plain.chance, 6)
      expect(result.hazard).toBeCloseTo(plain.hazard, 6)
    }),
    RUN_OPTIONS,
  )
})
