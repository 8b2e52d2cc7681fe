import { describe, expect, test } from 'vitest'
import {
  enrichment,
  findings,
  HOME_TOWN,
  OTHER_ADDRESS,
  property,
  record,
  recordFindings,
} from '#test/fixtures/detection-input.ts'

const estateDeed = record({
  kind: 'deed',
  names: ['ESTATE OF LUIS NUNEZ', 'NUNEZ, ANA'],
  dates: { event: '2026-01-10', recorded: '2026-05-20' },
  details: { documentType: "Executor's Deed", grantors: ['ESTATE OF LUIS NUNEZ'], grantees: ['NUNEZ, ANA'] },
})

const affidavit = record({
  kind: 'deed',
  names: ['Luis Núñez', 'Ana Núñez'],
  dates: { recorded: '2026-06' },
  details: {
    documentType: 'Affidavit of Death of Joint Tenant',
    grantors: ['Luis Núñez', 'Ana Núñez'],
    grantees: ['Ana Núñez'],
  },
})

describe('DE1 a home comes from an estate', () => {
  test('fires on the day of recording for the grantee', () => {
    expect(recordFindings(estateDeed)).toEqual([['DE1', 'death.estate', 0.9, '2026-05-20']])
  })

  test('fires for an heir in a probate case, with lower confidence when only the city matches', () => {
    const probate = record({ kind: 'probate', names: ['Ana Nunez', 'Estate of Luis Nunez'] })
    expect(recordFindings(probate)).toEqual([['DE1', 'death.estate', 0.9, '2026-09-15']])
    expect(recordFindings({ ...probate, address: HOME_TOWN })).toEqual([
      ['DE1', 'death.estate', 0.68, '2026-09-15'],
    ])
  })

  test('does not fire for a namesake elsewhere, for the deceased, or for the executor alone', () => {
    expect(recordFindings({ ...estateDeed, address: OTHER_ADDRESS })).toEqual([])
    expect(recordFindings({ ...estateDeed, address: null })).toEqual([])
    expect(
      recordFindings({ ...estateDeed, details: { ...estateDeed.details, grantees: ['Maria Lopez'] } }),
    ).toEqual([])
    const deceasedGrantor = {
      documentType: 'Probate deed',
      grantors: ['Estate of Ana Nunez'],
      grantees: ['Pedro Nunez'],
    }
    expect(recordFindings({ ...estateDeed, details: deceasedGrantor })).toEqual([])
  })

  test('does not fire for a buyer from another estate or from a company with a similar name', () => {
    const deedFindings = (documentType: string, grantors: string[], price: number | null) =>
      recordFindings({ ...estateDeed, details: { documentType, grantors, grantees: ['NUNEZ, ANA'], price } })
    expect(deedFindings("Executor's Deed", ['ESTATE OF BO CHEN'], 410_000)).toEqual([])
    expect(deedFindings("Executor's Deed", ['ESTATE OF BO CHEN'], 10)).toHaveLength(1)
    expect(deedFindings("Executor's Deed", ['ESTATE OF LUIS NUNEZ'], 205_000)).toHaveLength(1)
    expect(deedFindings('Warranty Deed', ['REAL ESTATE OF AURORA LLC'], null)).toEqual([])
    expect(deedFindings('Special Warranty Deed', ['ADMINISTRATOR OF VETERANS AFFAIRS'], null)).toEqual([])
    expect(deedFindings("Administrator's Deed", ['Bo Chen'], null)).toHaveLength(1)
  })

  test('does not fire without a date, on an ordinary deed, or on an event in 2090', () => {
    expect(recordFindings({ ...estateDeed, dates: {} })).toEqual([])
    expect(recordFindings({ ...estateDeed, dates: { recorded: '2090-01-01' } })).toEqual([])
    expect(recordFindings({ ...estateDeed, dates: { recorded: '1897' } })).toEqual([])
    const sale = { documentType: 'Warranty Deed', grantors: ['B Builder'], grantees: ['Ana Nunez'] }
    expect(recordFindings({ ...estateDeed, details: sale })).toEqual([])
  })
})

describe('DE2 a co-owner of the same surname leaves the title', () => {
  test('fires for the owner who stays and reads a missing day as the 15th', () => {
    expect(recordFindings(affidavit)).toEqual([['DE2', 'death.survivor', 0.8, '2026-06-15']])
  })

  test('finds a former co-owner in the previous enrichment', () => {
    const deathAffidavit = {
      ...affidavit,
      address: HOME_TOWN,
      details: { ...affidavit.details, documentType: 'Affidavit of Death' },
    }
    const previous = enrichment({
      properties: [property({ propertyData: { ownerNames: ['Luis & Ana Nunez'] } })],
    })
    expect(findings({ current: { publicRecords: [deathAffidavit] }, previous })).toEqual([
      ['DE2', 'death.survivor', 0.6, '2026-06-15'],
    ])
    expect(findings({ current: { publicRecords: [deathAffidavit] } })[0]?.[0]).toBe('DE1')
  })

  test('does not fire for an heir by transfer on death, who gets DE1', () => {
    const heirDetails = {
      ...affidavit.details,
      grantors: ['Luis Núñez'],
      documentType: 'Affidavit of Death of Transferor',
    }
    expect(recordFindings({ ...affidavit, details: heirDetails })).toEqual([
      ['DE1', 'death.estate', 0.9, '2026-06-15'],
    ])
  })
})

test('makes one signal from a document delivered twice', () => {
  expect(recordFindings(estateDeed, { ...estateDeed })).toHaveLength(1)
  expect(recordFindings(estateDeed, { ...estateDeed, documentId: 'R-2' })).toHaveLength(2)
})
