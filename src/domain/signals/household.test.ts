import { describe, expect, test } from 'vitest'
import {
  CONTACT,
  ELSEWHERE,
  enrichment,
  knownAddress,
  mortgage,
  person,
  property,
  record,
  TODAY,
} from '#test/fixtures/detection-input.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'
import { householdOf } from './household.ts'

const household = (
  current: Partial<EnrichmentResult> | null,
  contact: Partial<typeof CONTACT> = {},
  previous: EnrichmentResult | null = null,
) => householdOf({ ...CONTACT, ...contact }, current && enrichment(current), previous, TODAY)

test('knows only the age of a contact never enriched', () => {
  expect(household(null)).toEqual({
    tenure: null,
    age: 45,
    ageRange: null,
    ownershipYears: null,
    enriched: false,
    rateGap: null,
    loanToValue: null,
    schoolAgeChildren: false,
    newAddressSince: null,
    listedForSale: false,
  })
})

describe('tenure', () => {
  const tenure = (owner: Record<string, string>, ownerNames: string[], over = {}) =>
    household({ properties: [property({ ...over, propertyData: { owner, ownerNames } })] }).tenure

  test('is owner when the surname is on the title or the owner lives there', () => {
    expect(tenure({}, ['NUNEZ LUIS'])).toBe('owner')
    expect(tenure({ absenteeStatus: 'O' }, ['BO CHEN'])).toBe('owner')
  })

  test('is renter when another owner lives elsewhere', () => {
    expect(tenure({ absenteeStatus: 'A' }, ['BO CHEN'])).toBe('renter')
  })

  test('is unknown otherwise', () => {
    expect(tenure({}, ['BO CHEN'])).toBeNull()
    expect(tenure({}, [])).toBeNull()
    expect(tenure({}, ['NUNEZ LUIS'], { address: '99 Oak St' })).toBeNull()
  })
})

describe('age', () => {
  test('prefers the user’s value and skips absurd ones', () => {
    const known = { person: person({ demographics: { birthYear: 1960, age: 66, ageRange: '65-74' } }) }
    expect(household(known).age).toBe(45)
    expect(household(known, { birthYear: null, age: 50 }).age).toBe(50)
    expect(household(known, { birthYear: 1800, age: 250 }).age).toBe(66)
    expect(household(known).ageRange).toBe('65-74')
    expect(household({ person: person() }, { birthYear: 1800 }).age).toBeNull()
  })
})

describe('the own home', () => {
  const home = property({
    lastSaleDate: '2019-11-15',
    estimatedValue: 250_000,
    propertyData: { mortgages: { first: mortgage(), second: null } },
  })

  test('gives years owned, rate gap and remaining loan', () => {
    const known = household({ properties: [home] })
    expect(known.ownershipYears).toBeCloseTo(7, 2)
    expect(known.rateGap).toBe(3.5)
    // $300,000 at 3% over 30 years has about $266,700 left after five.
    expect(known.loanToValue).toBeCloseTo(266_700 / 250_000, 2)
  })

  test('leaves the ratio unknown without loans or value', () => {
    const ratio = (first: ReturnType<typeof mortgage> | null, over = {}) =>
      household({
        properties: [
          { ...home, ...over, propertyData: { ...home.propertyData, mortgages: { first, second: null } } },
        ],
      }).loanToValue
    expect(ratio(null)).toBeNull()
    expect(ratio(mortgage({ termMonths: null }))).toBeNull()
    expect(ratio(mortgage({ amount: null }))).toBeNull()
    expect(ratio(mortgage(), { estimatedValue: null })).toBeNull()
    expect(ratio(mortgage(), { estimatedValue: 0 })).toBeNull()
    expect(ratio(mortgage({ recordedDate: '1980-01-01' }))).toBe(0)
  })

  test('ignores a high or misread rate', () => {
    const gap = (interestRate: number | null) => {
      const mortgages = { first: mortgage({ interestRate }), second: null }
      return household({ properties: [property({ propertyData: { mortgages } })] }).rateGap
    }
    expect([gap(8), gap(0), gap(95), gap(null)]).toEqual([0, null, null, null])
  })

  test('gives nothing for a rented home', () => {
    const rented = property({
      ...home,
      propertyData: { ...home.propertyData, owner: { absenteeStatus: 'A' }, ownerNames: ['BO CHEN'] },
    })
    expect(household({ properties: [rented] })).toMatchObject({
      ownershipYears: null,
      rateGap: null,
      loanToValue: null,
    })
  })
})

test('finds school-age children of 5 to 17', () => {
  const withChild = (birthYear: number | null) =>
    household({
      person: person({ demographics: { household: [{ name: 'Leo', birthYear, relation: 'child' }] } }),
    }).schoolAgeChildren
  expect([2012, 2025, 2000, null].map(withChild)).toEqual([true, false, false, false])
})

describe('listed for sale', () => {
  const listing = (listedOn: string) => property({ propertyData: { listing: { listedOn, price: null } } })

  test('is true for a recent listing without a later sale', () => {
    expect(household({ properties: [listing('2026-11-01')] }).listedForSale).toBe(true)
    expect(household({ properties: [listing('2090-11-01')] }).listedForSale).toBe(false)
    expect(household({ properties: [listing('2024-09-01')] }).listedForSale).toBe(false)
    const soldSince = { ...listing('2026-11-01'), lastSaleDate: '2026-11-03' }
    expect(household({ properties: [soldSince] }).listedForSale).toBe(false)
    const listed = record({ kind: 'listing', dates: { event: '2026-09-01' } })
    expect(household({ publicRecords: [listed] }).listedForSale).toBe(true)
    expect(household({ publicRecords: [{ ...listed, dates: { event: '2024-09-01' } }] }).listedForSale).toBe(
      false,
    )
    expect(household({ publicRecords: [{ ...listed, address: ELSEWHERE }] }).listedForSale).toBe(false)
    const sold = property({ lastSaleDate: '2026-10-20' })
    expect(household({ properties: [sold], publicRecords: [listed] }).listedForSale).toBe(false)
  })
})

describe('a newer address', () => {
  const denver = (moveInDate: string | null) =>
    knownAddress({ ...ELSEWHERE, metro: 'denver, colorado', moveInDate })
  const since = (addresses: ReturnType<typeof knownAddress>[], previous: EnrichmentResult | null = null) =>
    household({ person: person({ addresses }) }, {}, previous).newAddressSince

  test('is seen since the move', () => {
    expect(since([denver('2026-06-01'), knownAddress()])).toBe('2026-06-01')
    expect(since([denver('2026-06-01')])).toBe('2026-06-01')
  })

  test('ignores addresses older than the home on file, too old or in the future', () => {
    expect(since([knownAddress(), denver('2009-06-01')])).toBeNull()
    expect(since([denver('2019-06-01')])).toBeNull()
    expect(since([denver('2027-06-01'), knownAddress()])).toBeNull()
    expect(since([])).toBeNull()
  })

  test('is a new first address when there are no dates', () => {
    const before = enrichment({ person: person({ addresses: [knownAddress({ moveInDate: null })] }) })
    const now = [denver(null), knownAddress({ moveInDate: null })]
    expect(since(now, before)).toBe(TODAY)
    expect(since(now, enrichment({ person: person({ addresses: now }) }))).toBeNull()
    expect(since(now)).toBeNull()
  })
})
