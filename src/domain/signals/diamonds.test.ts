import { describe, expect, test } from 'vitest'
import {
  enrichment,
  findings,
  input,
  person,
  record,
  recordFindings,
} from '#test/fixtures/detection-input.ts'
import { detectSignals } from './detect.ts'

test('DM1 fires on a marriage record, and not for others or without a date', () => {
  const marriage = record({
    kind: 'marriage',
    names: ['Ana Nunez', 'Tom Reed'],
    dates: { event: '2026-10-10' },
  })
  expect(recordFindings(marriage)).toEqual([['DM1', 'diamonds', 0.85, '2026-10-10']])
  expect(recordFindings({ ...marriage, names: ['Tom Reed'] })).toEqual([])
  expect(recordFindings({ ...marriage, dates: {} })).toEqual([])
  expect(recordFindings({ ...marriage, dates: { event: '2090-10-10' } })).toEqual([])
})

describe('DM2 the surname changed', () => {
  const sources = { person: { provider: 'people', fetchedAt: '2026-11-01T10:00:00Z', sample: false } }
  const personNamed = (first: string, last: string, birthYear: number | null = 1981) =>
    person({ name: { first, last }, demographics: { birthYear }, sources })
  const withNameChange = (
    previous: ReturnType<typeof personNamed>,
    current: ReturnType<typeof personNamed>,
  ) => ({
    current: { person: current },
    previous: enrichment({ person: previous }),
    previousFetchedAt: '2026-02-01',
  })

  test('fires for both readings with one document id', () => {
    const change = withNameChange(personNamed('Ana', 'Pena'), personNamed('Ana', 'Núñez'))
    expect(findings(change)).toEqual([
      ['DM2', 'diamonds', 0.5, '2026-11-01'],
      ['DM2', 'divorce.inferred', 0.25, '2026-11-01'],
    ])
    const signals = detectSignals(input(change))
    expect(signals.map(({ category }) => category)).toEqual(['diamonds', 'divorce'])
    expect(new Set(signals.map(({ documentId }) => documentId)).size).toBe(1)
  })

  test('does not fire for another spelling, person or birth year, or if one is unknown', () => {
    expect(findings(withNameChange(personNamed('Ana', 'NUNEZ'), personNamed('Ana', 'Núñez')))).toEqual([])
    expect(findings(withNameChange(personNamed('Eva', 'Pena'), personNamed('Ana', 'Núñez')))).toEqual([])
    expect(findings(withNameChange(personNamed('Ana', 'Pena', 1979), personNamed('Ana', 'Núñez')))).toEqual(
      [],
    )
    expect(
      findings(withNameChange(personNamed('Ana', 'Pena', null), personNamed('Ana', 'Núñez', null))),
    ).toEqual([])
    expect(findings(withNameChange(personNamed('Ana', ''), personNamed('Ana', 'Núñez')))).toEqual([])
    expect(findings({ current: { person: personNamed('Ana', 'Núñez') } })).toEqual([])
  })

  test('does not fire for a person born in 1800', () => {
    const change = withNameChange(personNamed('Ana', 'Pena', 1800), personNamed('Ana', 'Núñez', 1800))
    expect(findings({ ...change, contact: { birthYear: null } })).toEqual([])
  })
})
