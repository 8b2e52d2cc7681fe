import { expect, test } from 'vitest'
import type { ScoreExplanation } from '#contract/score.ts'
import { countsText, evidenceFacts, stateLabel } from './evidence-facts.ts'

type ExplainedSignal = ScoreExplanation['signals'][number]

const FILED: ExplainedSignal = {
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

test('A13 a card names the record, its source, how it was matched and dated, and how sure that makes it', () => {
  expect(
    evidenceFacts(FILED).map(({ label, value }) => `${label}: ${value}`.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'Counts: +60 points, at 83 % of its full strength over the next 12 months',
    'Record: Petition',
    'Document: 2026-D-000417',
    'Source: Circuit court',
    'Matched by: Name and city',
    'Date known: Year only, taken as July 1',
    'How sure: 54 % = 90 % for such a record at best × 0.75 (name and city) × 0.80 (only the year is known)',
  ])
})

test('A13 a key that a rule made up is no document, and what was not noted is not shown', () => {
  const evidence = {
    ...FILED.evidence,
    recordKind: null,
    documentType: null,
    documentId: 'job:argent works:2026-09-01',
    match: null,
    precision: null,
    base: null,
    parts: [],
  }
  expect(evidenceFacts({ ...FILED, evidence }).map(({ label }) => label)).toEqual(['Counts', 'Source'])
})

test('A13 a signal that does not count says why', () => {
  const of = (state: ExplainedSignal['state']) => [
    stateLabel(state),
    countsText({ ...FILED, state, points: 0, expiresAt: '2026-06-03' }),
  ]
  expect(of('expired')).toEqual(['Expired', 'Adds 0 since Jun 3, 2026: kept as history'])
  expect(of('upcoming')).toEqual(['Not yet', 'Adds 0: too early to count'])
  expect(of('switched_off')).toEqual(['Switched off', 'Adds 0: switched off by your organization'])
  expect(of('unknown')).toEqual(['Not counted', 'Adds 0: not part of this model'])
  expect(stateLabel('live')).toBeNull()
})
