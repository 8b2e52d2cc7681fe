import { describe, expect, test } from 'vitest'
import type { ScoreExplanation } from '#contract/score.ts'
import { counterfactualLines, evidenceNounOf, forecastTexts, peakText, spokeLength } from './score-texts.ts'

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

const signal = (over: Partial<ExplainedSignal> = {}, evidence = {}): ExplainedSignal => ({
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
  ...over,
  evidence: { ...EVIDENCE, ...evidence },
})

describe('A13 what would change the score', () => {
  const base = { score: 91, signals: [signal()], counterfactuals: [], whatIfs: [] }

  test('each live record says what the score would be without it', () => {
    const counterfactuals = [{ signalId: 's1', category: 'divorce' as const, without: 50, chance: 0.2 }]
    expect(counterfactualLines({ ...base, counterfactuals })).toEqual([
      { key: 's1', text: 'Without the filing', about: 'Divorce', becomes: '50', difference: '−41' },
    ])
  })

  test('two records of one kind are told apart by their dates', () => {
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
      ['Without the filing of Sep 18, 2026', '±0'],
      ['Without the filing of Aug 1, 2026', '±0'],
    ])
  })

  test('a move changes the score, a listing the chance', () => {
    const whatIfs = [
      { kind: 'moved' as const, score: 51, chance: 0.25, lift: 3.2 },
      { kind: 'listed' as const, score: 91, chance: 0.65, lift: 8.5 },
    ]
    expect(
      counterfactualLines({ ...base, whatIfs }).map(({ text, becomes, difference }) => [
        text,
        becomes,
        difference,
      ]),
    ).toEqual([
      ['If a newer address turned up', '51', '−40'],
      ['If the home were listed for sale', '65\u00a0% chance', null],
    ])
  })

  test('the words for records name no life event', () => {
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
      'change in the household',
      'deed',
      'filing',
      'loan record',
      'notice for the county',
      'record',
    ])
  })
})

describe('A13 how the score goes on', () => {
  const months = (...scores: number[]) =>
    scores.map((score, month) => ({
      at: `2026-${String(month + 1).padStart(2, '0')}-15`,
      score,
      chance: 0.1,
    }))

  test('says when it is highest, when it leaves its bands and when nothing is left', () => {
    expect(forecastTexts({ ahead: months(60, 78, 80, 74, 60, 49, 24), signals: [signal()] })).toEqual([
      'Highest in March 2026, at 80.',
      'Under 75 from April 2026, under 50 from June 2026, under 25 from July 2026.',
      'The last live signal is gone by March 2030.',
    ])
    expect(forecastTexts({ ahead: months(40, 39, 38), signals: [] })).toEqual(['Highest now, at 40.'])
  })

  test('is silent where nothing counts', () => {
    expect(forecastTexts({ ahead: months(0, 0), signals: [] })).toEqual([])
    expect(forecastTexts({ ahead: [], signals: [] })).toEqual([])
  })

  test('a peak within one month is one month', () => {
    expect(peakText('2027-05-21', '2028-05-21')).toBe('May 2027 – May 2028')
    expect(peakText('2027-05-01', '2027-05-21')).toBe('May 2027')
  })
})

test('A13 a small score draws small spokes, the largest stays within the rim', () => {
  expect(spokeLength(5, 5)).toBeCloseTo(0.083, 2)
  expect(spokeLength(60, 60)).toBe(1)
  expect(spokeLength(91, 91)).toBe(1)
})
