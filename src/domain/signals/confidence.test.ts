import { describe, expect, test } from 'vitest'
import { education, HOME_TOWN, input, person } from '#test/fixtures/detection-input.ts'
import { hired, large, ofRecord, type Parts, RULEBOOK, senior } from '#test/fixtures/rulebook.ts'
import { explainConfidence } from './confidence.ts'
import { detectSignals } from './detect.ts'

describe('A13 explained confidence', () => {
  const explained = (parts: Parts) =>
    detectSignals(input(parts)).map((signal) => ({ ...explainConfidence(signal), sure: signal.confidence }))

  test.each(RULEBOOK)(
    '%s %s: base times parts equals the confidence',
    (_rule, _subtype, _base, _day, fires) => {
      for (const { base, parts, sure } of explained(fires)) {
        expect(base).not.toBeNull()
        expect(parts.reduce((product, { factor }) => product * factor, base ?? 0)).toBeCloseTo(sure, 2)
      }
    },
  )

  test('names the factors below 1', () => {
    expect(explained(ofRecord('dissolution', { address: HOME_TOWN, dates: { filed: '2026' } }))).toEqual([
      {
        base: 0.9,
        parts: [
          { kind: 'match', factor: 0.75 },
          { kind: 'year_only', factor: 0.8 },
        ],
        sure: 0.54,
      },
    ])
    expect(explained(hired({ remoteCapable: true }))).toEqual([
      { base: 0.65, parts: [{ kind: 'remote_capable', factor: 0.4 }], sure: 0.26 },
    ])
    expect(explained({ ...senior, current: { properties: [large] } })).toEqual([
      { base: 0.6, parts: [{ kind: 'household_unknown', factor: 0.7 }], sure: 0.42 },
    ])
    const year = [education({ endDate: '2026-07-01', yearOnly: true })]
    expect(
      explained({ contact: { birthYear: 2003 }, current: { person: person({ education: year }) } }),
    ).toEqual([{ base: 0.8, parts: [{ kind: 'year_only', factor: 0.6 / 0.8 }], sure: 0.6 }])
    const roofer = ofRecord('permit', { names: ['ACE ROOFING'], details: { damage: true } })
    expect(explained(roofer)).toEqual([{ base: 0.85, parts: [{ kind: 'match', factor: 0.6 }], sure: 0.51 }])
  })

  test('explains nothing when the parts do not match or are missing', () => {
    const none = { base: null, parts: [] }
    expect(explainConfidence({ ruleId: 'DI1', confidence: 0.9, inputs: {} })).toEqual(none)
    expect(explainConfidence({ ruleId: 'DI1', confidence: 0.5, inputs: { base: 0.9 } })).toEqual(none)
    expect(explainConfidence({ ruleId: 'DI1', confidence: 0.9, inputs: { base: 0.9, match: 'x' } })).toEqual({
      base: 0.9,
      parts: [],
    })
  })
})
