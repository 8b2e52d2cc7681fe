import { expect, test } from 'vitest'
import { descriptions, education, findings, person } from '#test/fixtures/detection-input.ts'

const graduate = (overrides: Parameters<typeof education>[0], birthYear: number | null = 2003) =>
  findings({ contact: { birthYear }, current: { person: person({ education: [education(overrides)] }) } })

test('DP1 fires when education ended within 18 months or ends within three', () => {
  for (const endDate of ['2026-05-20', '2025-06-01', '2027-02-01']) {
    expect(graduate({ endDate })).toEqual([['DP1', 'diplomas.young', 0.8, endDate]])
  }
})

test('DP1 separates people of 30 and over or unknown age', () => {
  expect(graduate({}, 1990)).toEqual([['DP1', 'diplomas.other', 0.8, '2026-05-20']])
  expect(graduate({}, null)).toEqual([['DP1', 'diplomas.other', 0.8, '2026-05-20']])
})

test('DP1 reads a bare year as July 1 with lower confidence', () => {
  expect(graduate({ endDate: '2026-01-01', yearOnly: true })).toEqual([
    ['DP1', 'diplomas.young', 0.6, '2026-07-01'],
  ])
})

test('DP1 does not fire on old, distant, unknown or implausible dates', () => {
  for (const endDate of ['2025-04-01', '2027-06-01', null, '2090-06-01', 'June']) {
    expect(graduate({ endDate })).toEqual([])
  }
})

test('DP1 describes a future degree as expected', () => {
  const descriptionOf = (endDate: string) =>
    descriptions({ current: { person: person({ education: [education({ endDate })] }) } })
  expect(descriptionOf('2027-02-01').join()).toContain(' expected ')
  expect(descriptionOf('2026-05-20').join()).toContain(' completed ')
})
