import { expect, test } from 'vitest'
import type { ScoreExplanation } from '#contract/score.ts'
import { effectText, evidenceDetails, evidenceFacts, stateLabel } from './evidence-facts.ts'

type ExplainedSignal = ScoreExplanation['signals'][number]

const FILED_EVIDENCE: ExplainedSignal = {
  id: 's1',
  category: 'divorce',
  live: true,
  state: 'live',
  points: 60,
  intensity: 0.831,
  hazard: 0.5,
  peakFrom: '2026-06-18',
  peakTo: '2027-03-18',
  expiresAt: '2030-03-01',
  evidence: {
    ruleId: 'DI1',
    subtype: 'divorce.filed',
    description: 'Household change on record',
    provider: 'Circuit court',
    documentId: '2026-D-000417',
    sample: false,
    recordKind: 'dissolution',
    documentType: 'Petition',
    match: 'name+city',
    eventDate: '2026-07-01',
    precision: 'year',
    detectedAt: '2026-10-02T00:00:00Z',
    confidence: 0.54,
    base: 0.9,
    parts: [
      { kind: 'match', factor: 0.75 },
      { kind: 'year_only', factor: 0.8 },
    ],
    inputs: {},
  },
}

const linesOf = (signal: ExplainedSignal) =>
  [evidenceFacts(signal), evidenceDetails(signal)].map((facts) =>
    facts.map(({ label, value }) => `${label}: ${value}`.replaceAll('\u00a0', ' ')),
  )

test('A13 lists effect, record and source of a signal, and in its details how sure they are', () => {
  expect(linesOf(FILED_EVIDENCE)).toEqual([
    [
      'Effect: +60 points at 83% of its full strength, averaged over the next 12 months',
      'Record: Petition',
      'Source: Circuit court',
    ],
    [
      'Document: 2026-D-000417',
      'Matched by: Name and city',
      'Date precision: Year only (counted as July 1)',
      'Confidence: 54% = 90% (maximum for this record type) × 0.75 (name and city) × 0.80 (only the year is known)',
    ],
  ])
})

test('A13 leaves out unknown facts and ids that are not documents', () => {
  const evidence = {
    ...FILED_EVIDENCE.evidence,
    recordKind: null,
    documentType: null,
    documentId: 'job:argent works:2026-09-01',
    match: null,
    precision: null,
    base: null,
    parts: [],
  }
  expect(linesOf({ ...FILED_EVIDENCE, evidence })).toEqual([
    [expect.stringMatching(/^Effect/), 'Source: Circuit court'],
    [],
  ])
})

test('A13 says why a signal adds no points', () => {
  const effectOf = (state: ExplainedSignal['state']) => [
    stateLabel(state),
    effectText({ ...FILED_EVIDENCE, state, points: 0, expiresAt: '2026-06-03' }),
  ]
  expect(effectOf('expired')).toEqual(['Expired', '0 points: expired Jun 3, 2026'])
  expect(effectOf('upcoming')).toEqual(['Too early', '0 points: too early to count'])
  expect(effectOf('switched_off')).toEqual(['Turned off', '0 points: turned off by your organization'])
  expect(effectOf('unknown')).toEqual(['Not counted', '0 points: not part of this model'])
  expect(stateLabel('live')).toBeNull()
})
