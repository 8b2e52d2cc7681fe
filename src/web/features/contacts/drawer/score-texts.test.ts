import { describe, expect, test } from 'vitest'
import type { ScoreExplanation } from '#contract/score.ts'
import {
  counterfactualLines,
  evidenceNounOf,
  forecastTexts,
  meaningText,
  peakText,
  spokeLength,
} from './score-texts.ts'

type ExplainedSignal = ScoreExplanation['signals'][number]

const EVIDENCE: ExplainedSignal['evidence'] = {
  ruleId: 'DI1',
  subtype: 'divorce.filed',
  description: 'Household change on record',
  provider: 'Circuit court',
  documentId: 'D-1',
  sample: false,
  recordKind: 'dissolution',
  documentType: null,
  match: 'name+address',
  eventDate: '2026-09-18',
  precision: 'day',
  detectedAt: '2026-10-02T00:00:00Z',
  confidence: 0.9,
  base: 0.9,
  parts: [],
  inputs: {},
}

const signal = (overrides: Partial<ExplainedSignal> = {}, evidence = {}): ExplainedSignal => ({
  id: 's1',
  category: 'divorce',
  live: true,
  state: 'live',
  points: 60,
  intensity: 0.83,
  hazard: 0.5,
  peakFrom: '2026-06-18',
  peakTo: '2027-03-18',
  expiresAt: '2030-03-01',
  ...overrides,
  evidence: { ...EVIDENCE, ...evidence },
})

describe('A13 what would change the score', () => {
  const base = { score: 91, signals: [signal()], counterfactuals: [], whatIfs: [] }

  test('shows for each active record what the score would be without it', () => {
    const counterfactuals = [{ signalId: 's1', category: 'divorce' as const, without: 50, chance: 0.2 }]
    expect(counterfactualLines({ ...base, counterfactuals })).toEqual([
      { key: 's1', text: 'Without the filing', category: 'Divorce', newValue: '50', difference: '−41' },
    ])
  })

  test('distinguishes two records of one kind by their dates', () => {
    const signals = [
      signal({ id: 'a', category: 'debt' }, { ruleId: 'DB1', recordKind: 'notice_of_default' }),
      signal(
        { id: 'b', category: 'debt' },
        { ruleId: 'DB3', recordKind: 'bankruptcy', eventDate: '2026-08-01' },
      ),
    ]
    const counterfactuals = signals.map(({ id }) => ({
      signalId: id,
      category: 'debt' as const,
      without: 91,
      chance: 0.5,
    }))
    const changes = counterfactualLines({ ...base, signals, counterfactuals })
    expect(changes.map(({ text, difference }) => [text, difference])).toEqual([
      ['Without the filing dated Sep 18, 2026', '0'],
      ['Without the filing dated Aug 1, 2026', '0'],
    ])
  })

  test('shows a new score for a move and a new chance for a listing', () => {
    const whatIfs = [
      { kind: 'moved' as const, score: 51, chance: 0.25, lift: 3.2 },
      { kind: 'listed' as const, score: 91, chance: 0.65, lift: 8.5 },
    ]
    expect(
      counterfactualLines({ ...base, whatIfs }).map(({ text, newValue, difference }) => [
        text,
        newValue,
        difference,
      ]),
    ).toEqual([
      ['If we find a newer address', '51', '−40'],
      ['If the home is listed for sale', '65% chance', null],
    ])
  })

  test('names records without revealing the life event', () => {
    const rules = ['DE1', 'DE2', 'DI1', 'DI2', 'DB1', 'DB2', 'DB3', 'DB4', 'DA1', 'DA2', 'DS1', 'DS2']
    const kinds = [
      'deed',
      'notice_of_default',
      'auction',
      'tax_lien',
      'bankruptcy',
      'dissolution',
      'birth',
      'probate',
      'permit',
    ]
    const nouns = rules.flatMap((ruleId) => kinds.map((recordKind) => evidenceNounOf({ ruleId, recordKind })))
    expect([...new Set(nouns)].sort()).toEqual([
      'county notice',
      'deed',
      'filing',
      'household change',
      'loan record',
      'record',
    ])
  })
})

describe('A13 forecast of the score', () => {
  const months = (...scores: number[]) =>
    scores.map((score, month) => ({
      at: `2026-${String(month + 1).padStart(2, '0')}-15`,
      score,
      chance: 0.1,
    }))

  test('says when the score peaks, drops below each band and when the last signal expires', () => {
    expect(forecastTexts({ ahead: months(60, 78, 80, 74, 60, 49, 24), signals: [signal()] })).toEqual([
      'Highest in March 2026, at 80.',
      'Below 75 from April 2026, below 50 from June 2026, below 25 from July 2026.',
      'The last active signal expires March 2030.',
    ])
    expect(forecastTexts({ ahead: months(40, 39, 38), signals: [] })).toEqual(['Highest now, at 40.'])
  })

  test('returns nothing when no signal counts', () => {
    expect(forecastTexts({ ahead: months(0, 0), signals: [] })).toEqual([])
    expect(forecastTexts({ ahead: [], signals: [] })).toEqual([])
  })

  test('shows one month when the peak starts and ends in it', () => {
    expect(peakText('2027-05-21', '2028-05-21')).toBe('May 2027 – May 2028')
    expect(peakText('2027-05-01', '2027-05-21')).toBe('May 2027')
  })
})

test('A13 says how likely the signals are to lead to a move', () => {
  const meaningOf = (signalChance: number | null) => meaningText({ score: 75, signalChance })
  expect(meaningOf(1 / 3)).toBe('About a 1-in-3 chance this leads to a move within 12 months')
  expect(meaningOf(0.49)).toBe('About a 49% chance that these signals lead to a move within 12 months')
  expect(meaningOf(0.004)).toBe('Less than a 1-in-100 chance this leads to a move within 12 months')
  expect(meaningOf(0)).toBe('No active signals')
  expect(meaningOf(null)).toBe('Not scored yet')
})

test('A13 draws small spokes for small scores and keeps the longest within the rim', () => {
  expect(spokeLength(5, 5)).toBeCloseTo(0.083, 2)
  expect(spokeLength(60, 60)).toBe(1)
  expect(spokeLength(91, 91)).toBe(1)
})
