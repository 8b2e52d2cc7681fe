import { describe, expect, test } from 'vitest'
import {
  findings,
  mortgage,
  OTHER_ADDRESS,
  property,
  record,
  recordFindings,
} from '#test/fixtures/detection-input.ts'

describe('DB1 default and auction', () => {
  const notice = record({ kind: 'notice_of_default', dates: { filed: '2026-08-20' } })

  test('fires on a notice of default, with lower confidence for the household', () => {
    expect(recordFindings(notice)).toEqual([['DB1', 'debt.nod', 0.95, '2026-08-20']])
    expect(recordFindings({ ...notice, names: ['LUIS NUNEZ'] })).toEqual([
      ['DB1', 'debt.nod', 0.57, '2026-08-20'],
    ])
    const lisPendens = { ...notice, kind: 'deed' as const, details: { documentType: 'LIS PENDENS' } }
    expect(recordFindings(lisPendens)[0]?.[1]).toBe('debt.nod')
  })

  test('fires on an auction, even a future one', () => {
    const auction = record({ kind: 'auction', dates: { filed: '2026-10-01', auction: '2026-12-10' } })
    expect(recordFindings(auction)).toEqual([['DB1', 'debt.auction', 0.95, '2026-12-10']])
    const sale = { ...notice, details: { documentType: "Notice of Trustee's Sale" } }
    expect(recordFindings(sale)[0]?.[1]).toBe('debt.auction')
  })

  test('does not fire for strangers, other homes or impossible dates', () => {
    expect(recordFindings({ ...notice, names: ['BO CHEN'] })).toEqual([])
    expect(recordFindings({ ...notice, address: OTHER_ADDRESS })).toEqual([])
    expect(recordFindings({ ...notice, dates: { filed: '2026-02-30' } })).toEqual([])
    expect(recordFindings(record({ kind: 'auction', dates: { auction: '2090-01-01' } }))).toEqual([])
  })
})

describe('DB2 property taxes are overdue', () => {
  test('fires on a lien', () => {
    expect(recordFindings(record({ kind: 'tax_lien' }))).toEqual([
      ['DB2', 'debt.taxlien', 0.85, '2026-09-15'],
    ])
    expect(recordFindings(record({ kind: 'tax_lien', dates: {} }))).toEqual([])
  })

  test("fires on a delinquent year of the contact's home, once if there is also a lien", () => {
    const home = property({ propertyData: { tax: { delinquentYear: 2025 } } })
    expect(findings({ current: { properties: [home] } })).toEqual([
      ['DB2', 'debt.taxlien', 0.68, '2025-07-01'],
    ])
    const publicRecords = [record({ kind: 'tax_lien' })]
    expect(findings({ current: { properties: [home], publicRecords } })).toHaveLength(1)
  })

  test('does not fire on an unknown or implausible year, or on a landlord’s home', () => {
    for (const delinquentYear of [null, 0, 20, 2090, 'Y']) {
      const home = property({ propertyData: { tax: { delinquentYear } } })
      expect(findings({ current: { properties: [home] } })).toEqual([])
    }
    const rented = property({ propertyData: { tax: { delinquentYear: 2025 }, ownerNames: ['OAK LLC'] } })
    expect(findings({ current: { properties: [rented] } })).toEqual([])
  })
})

test('DB3 fires on a bankruptcy filing, but not for another name', () => {
  const bankruptcy = record({ kind: 'bankruptcy' })
  expect(recordFindings(bankruptcy)).toEqual([['DB3', 'debt.bankruptcy', 0.85, '2026-09-15']])
  expect(recordFindings({ ...bankruptcy, names: ['ANA NUNEZVEGA'] })).toEqual([])
})

describe('DB4 an adjustable loan resets', () => {
  const homeWith = (loan: Parameters<typeof mortgage>[0], ownerNames?: string[]) => {
    const mortgages = { first: mortgage(loan), second: null }
    return {
      current: { properties: [property({ propertyData: { mortgages, ...(ownerNames && { ownerNames }) } })] },
    }
  }

  test('fires within six months on either side', () => {
    for (const firstResetDate of ['2026-05-20', '2027-05-10']) {
      expect(findings(homeWith({ adjustable: true, firstResetDate }))).toEqual([
        ['DB4', 'debt.armreset', 0.7, firstResetDate],
      ])
    }
  })

  test('does not fire at other times, on fixed rates, unknown resets or loans of other people', () => {
    expect(findings(homeWith({ adjustable: true, firstResetDate: '2027-08-01' }))).toEqual([])
    expect(findings(homeWith({ adjustable: false, firstResetDate: '2026-12-01' }))).toEqual([])
    expect(findings(homeWith({ adjustable: true, firstResetDate: null }))).toEqual([])
    expect(findings(homeWith({ adjustable: true, firstResetDate: '2026-12-01' }, ['Bo Chen']))).toEqual([])
  })

  test("does not fire on a loan above the home's value", () => {
    const mortgages = { first: mortgage({ amount: 900_000 }), second: null }
    expect(
      findings({
        current: { properties: [property({ estimatedValue: 200_000, propertyData: { mortgages } })] },
      }),
    ).toEqual([])
  })
})
