import { describe, expect, test } from 'vitest'
import { education, HOME_TOWN, input, person } from '#test/fixtures/detection-input.ts'
import {
  type FindingsInput,
  inputWithPosition,
  inputWithRecord,
  largeHome,
  RULEBOOK,
  seniorInput,
} from '#test/fixtures/rulebook.ts'
import { explainConfidence } from './confidence.ts'
import { detectSignals } from './detect.ts'

describe('A13 explainConfidence', () => {
  const explain = (parts: FindingsInput) =>
    detectSignals(input(parts)).map((signal) => ({
      ...explainConfidence(signal),
      confidence: signal.confidence,
    }))

  test.each(RULEBOOK)(
    '%s %s: base times parts equals the confidence',
    (_rule, _subtype, _base, _day, detectionParts) => {
      for (const { base, parts, confidence } of explain(detectionParts)) {
        expect(base).not.toBeNull()
        expect(parts.reduce((product, { factor }) => product * factor, base ?? 0)).toBeCloseTo(confidence, 2)
      }
    },
  )

  test('names the factors below 1', () => {
    expect(explain(inputWithRecord('dissolution', { address: HOME_TOWN, dates: { filed: '2026' } }))).toEqual(
      [
        {
          base: 0.9,
          parts: [
            { kind: 'match', factor: 0.75 },
            { kind: 'year_only', factor: 0.8 },
          ],
          confidence: 0.54,
        },
      ],
    )
    expect(explain(inputWithPosition({ remoteCapable: true }))).toEqual([
      { base: 0.65, parts: [{ kind: 'remote_capable', factor: 0.4 }], confidence: 0.26 },
    ])
    expect(explain({ ...seniorInput, current: { properties: [largeHome] } })).toEqual([
      { base: 0.6, parts: [{ kind: 'household_unknown', factor: 0.7 }], confidence: 0.42 },
    ])
    const yearOnlyEducation = [education({ endDate: '2026-07-01', yearOnly: true })]
    expect(
      explain({
        contact: { birthYear: 2003 },
        current: { person: person({ education: yearOnlyEducation }) },
      }),
    ).toEqual([{ base: 0.8, parts: [{ kind: 'year_only', factor: 0.6 / 0.8 }], confidence: 0.6 }])
    const roofingPermit = inputWithRecord('permit', { names: ['ACE ROOFING'], details: { damage: true } })
    expect(explain(roofingPermit)).toEqual([
      { base: 0.85, parts: [{ kind: 'match', factor: 0.6 }], confidence: 0.51 },
    ])
  })

  test('explains nothing when parts are missing or do not multiply to the confidence', () => {
    const notExplained = { base: null, parts: [] }
    expect(explainConfidence({ ruleId: 'DI1', confidence: 0.9, inputs: {} })).toEqual(notExplained)
    expect(explainConfidence({ ruleId: 'DI1', confidence: 0.5, inputs: { base: 0.9 } })).toEqual(notExplained)
    expect(explainConfidence({ ruleId: 'DI1', confidence: 0.9, inputs: { base: 0.9, match: 'x' } })).toEqual({
      base: 0.9,
      parts: [],
    })
  })
})
