import { describe, expect, test } from 'vitest'
import { HOME_TOWN, OTHER_ADDRESS, record, recordFindings } from '#test/fixtures/detection-input.ts'

describe('DI1 a case names the contact', () => {
  const dissolution = record({
    kind: 'dissolution',
    names: ['NUNEZ ANA', 'NUNEZ LUIS'],
    dates: { filed: '2026-08-03' },
  })

  test('fires on the day of filing', () => {
    expect(recordFindings(dissolution)).toEqual([['DI1', 'divorce.filed', 0.9, '2026-08-03']])
    expect(recordFindings({ ...dissolution, address: HOME_TOWN })).toEqual([
      ['DI1', 'divorce.filed', 0.68, '2026-08-03'],
    ])
  })

  test('reads a bare year as July 1 with lower confidence', () => {
    expect(recordFindings({ ...dissolution, dates: { filed: '2026' } })).toEqual([
      ['DI1', 'divorce.filed', 0.72, '2026-07-01'],
    ])
  })

  test('does not fire for other parties, for a name alone, or without a date', () => {
    expect(recordFindings({ ...dissolution, names: ['LUIS PENA', 'ANA PENA'] })).toEqual([])
    expect(recordFindings({ ...dissolution, names: [] })).toEqual([])
    expect(recordFindings({ ...dissolution, address: null })).toEqual([])
    expect(recordFindings({ ...dissolution, address: OTHER_ADDRESS })).toEqual([])
    expect(recordFindings({ ...dissolution, dates: { filed: 'soon' } })).toEqual([])
  })
})

describe('DI2 one of two owners leaves the title', () => {
  const quitclaim = record({
    kind: 'deed',
    dates: { recorded: '2026-07-30' },
    details: {
      documentType: 'QUIT CLAIM DEED',
      grantors: ['NUNEZ ANA M & LUIS'],
      grantees: ['NUNEZ ANA'],
      price: 10,
    },
  })
  const withDetails = (details: object) => ({ ...quitclaim, details: { ...quitclaim.details, ...details } })

  test('fires on a deed without a price from two owners of one surname to one of them', () => {
    expect(recordFindings(quitclaim)).toEqual([['DI2', 'divorce.inferred', 0.55, '2026-07-30']])
  })

  test('raises confidence when the deed mentions spouses or a decree', () => {
    expect(recordFindings(withDetails({ documentType: 'Interspousal Transfer Deed' }))[0]?.[2]).toBe(0.7)
  })

  test('does not fire on a sale, another surname, two remaining owners, or an unrelated grantee', () => {
    expect(recordFindings(withDetails({ price: 250_000 }))).toEqual([])
    expect(recordFindings({ ...quitclaim, amount: 250_000 })).toEqual([])
    expect(recordFindings(withDetails({ grantors: ['Ana Nunez', 'Luis Pena'] }))).toEqual([])
    expect(recordFindings(withDetails({ grantees: ['Ana & Luis Nunez'] }))).toEqual([])
    expect(recordFindings(withDetails({ grantees: ['Oak Street Trust'] }))).toEqual([])
    expect(recordFindings(withDetails({ documentType: 'Warranty Deed' }))).toEqual([])
    expect(recordFindings(withDetails({ grantors: undefined }))).toEqual([])
  })

  test('does not fire when a death explains the title change', () => {
    const probate = record({ kind: 'probate', documentId: 'P-1', names: ['Estate of Luis Nunez'] })
    expect(recordFindings(quitclaim, probate)).toEqual([])
  })

  test('distinguishes first names that share a part', () => {
    const details = { grantors: ['Hyun-woo Núñez', 'Ji-woo Núñez'], grantees: ['Ji-woo Núñez'] }
    expect(recordFindings(withDetails(details))).toEqual([['DI2', 'divorce.inferred', 0.33, '2026-07-30']])
  })
})
