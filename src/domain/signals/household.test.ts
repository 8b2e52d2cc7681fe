import { describe, expect, test } from 'vitest'
import {
  CONTACT,
  enrichment,
  knownAddress,
  mortgage,
  OTHER_ADDRESS,
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

test('knows only the age of a contact that was never enriched', () => {
  expect(household(null)).toEqual({
    tenure: null,
    age: 45,
    ageRange: null,
    ownershipYears: null,
    moveHistory: null,
    enriched: false,
    rateGap: null,
    loanToValue: null,
    schoolAgeChildren: false,
    newAddressSince: null,
    listedForSale: false,
  })
})

describe('tenure', () => {
  const tenureFor = (owner: Record<string, string>, ownerNames: string[], overrides = {}) =>
    household({ properties: [property({ ...overrides, propertyData: { owner, ownerNames } })] }).tenure

  test('is owner when the surname is on the title or the owner lives there', () => {
    expect(tenureFor({}, ['NUNEZ LUIS'])).toBe('owner')
    expect(tenureFor({ absenteeStatus: 'O' }, ['BO CHEN'])).toBe('owner')
  })

  test('is renter when another owner lives elsewhere', () => {
    expect(tenureFor({ absenteeStatus: 'A' }, ['BO CHEN'])).toBe('renter')
  })

  test('is unknown otherwise', () => {
    expect(tenureFor({}, ['BO CHEN'])).toBeNull()
    expect(tenureFor({}, [])).toBeNull()
    expect(tenureFor({}, ['NUNEZ LUIS'], { address: '99 Oak St' })).toBeNull()
  })
})

describe('age', () => {
  test('prefers the user’s value and skips implausible ones', () => {
    const data = { person: person({ demographics: { birthYear: 1960, age: 66, ageRange: '65-74' } }) }
    expect(household(data).age).toBe(45)
    expect(household(data, { birthYear: null, age: 50 }).age).toBe(50)
    expect(household(data, { birthYear: 1800, age: 250 }).age).toBe(66)
    expect(household(data).ageRange).toBe('65-74')
    expect(household({ person: person() }, { birthYear: 1800 }).age).toBeNull()
  })
})

describe("the contact's home", () => {
  const home = property({
    lastSaleDate: '2019-11-15',
    estimatedValue: 250_000,
    propertyData: { mortgages: { first: mortgage(), second: null } },
  })

  test('gives years owned, rate gap and remaining loan', () => {
    const facts = household({ properties: [home] })
    expect(facts.ownershipYears).toBeCloseTo(7, 2)
    expect(facts.rateGap).toBe(3.5)
    // $300,000 at 3% over 30 years has about $266,700 left after five.
    expect(facts.loanToValue).toBeCloseTo(266_700 / 250_000, 2)
  })

  test('leaves the ratio unknown without loans or value', () => {
    const loanToValueWith = (first: ReturnType<typeof mortgage> | null, overrides = {}) =>
      household({
        properties: [
          {
            ...home,
            ...overrides,
            propertyData: { ...home.propertyData, mortgages: { first, second: null } },
          },
        ],
      }).loanToValue
    expect(loanToValueWith(null)).toBeNull()
    expect(loanToValueWith(mortgage({ termMonths: null }))).toBeNull()
    expect(loanToValueWith(mortgage({ amount: null }))).toBeNull()
    expect(loanToValueWith(mortgage(), { estimatedValue: null })).toBeNull()
    expect(loanToValueWith(mortgage(), { estimatedValue: 0 })).toBeNull()
    expect(loanToValueWith(mortgage({ recordedDate: '1980-01-01' }))).toBe(0)
  })

  test('ignores a high or misread rate', () => {
    const rateGapWith = (interestRate: number | null) => {
      const mortgages = { first: mortgage({ interestRate }), second: null }
      return household({ properties: [property({ propertyData: { mortgages } })] }).rateGap
    }
    expect([rateGapWith(8), rateGapWith(0), rateGapWith(95)]).toEqual([0, null, null])
  })

  test("uses the average rate of the loan's year when its own rate is not on record", () => {
    const rateGapOf = (loan: Parameters<typeof mortgage>[0]) => {
      const mortgages = { first: mortgage({ interestRate: null, ...loan }), second: null }
      return household({ properties: [property({ propertyData: { mortgages } })] }).rateGap
    }
    // 2021: 2.96%, against 6.5% now.
    expect(rateGapOf({ recordedDate: '2021-06-01' })).toBeCloseTo(3.54, 9)
    expect(rateGapOf({ recordedDate: '1995-06-01' })).toBe(0)
    expect(rateGapOf({ recordedDate: '1975-06-01' })).toBeNull()
    expect(rateGapOf({ recordedDate: null })).toBeNull()
    expect(rateGapOf({ recordedDate: '2021-06-01', adjustable: true })).toBeNull()
  })

  test('gives nothing for a rented home', () => {
    const rentedHome = property({
      ...home,
      propertyData: { ...home.propertyData, owner: { absenteeStatus: 'A' }, ownerNames: ['BO CHEN'] },
    })
    expect(household({ properties: [rentedHome] })).toMatchObject({
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
    const resoldHome = { ...listing('2026-11-01'), lastSaleDate: '2026-11-03' }
    expect(household({ properties: [resoldHome] }).listedForSale).toBe(false)
    const listingRecord = record({ kind: 'listing', dates: { event: '2026-09-01' } })
    expect(household({ publicRecords: [listingRecord] }).listedForSale).toBe(true)
    expect(
      household({ publicRecords: [{ ...listingRecord, dates: { event: '2024-09-01' } }] }).listedForSale,
    ).toBe(false)
    expect(household({ publicRecords: [{ ...listingRecord, address: OTHER_ADDRESS }] }).listedForSale).toBe(
      false,
    )
    const soldHome = property({ lastSaleDate: '2026-10-20' })
    expect(household({ properties: [soldHome], publicRecords: [listingRecord] }).listedForSale).toBe(false)
  })
})

describe('a newer address', () => {
  const denver = (moveInDate: string | null) =>
    knownAddress({ ...OTHER_ADDRESS, metro: 'denver, colorado', moveInDate })
  const newAddressSince = (
    addresses: ReturnType<typeof knownAddress>[],
    previous: EnrichmentResult | null = null,
  ) => household({ person: person({ addresses }) }, {}, previous).newAddressSince

  test('is dated by the move', () => {
    expect(newAddressSince([denver('2026-06-01'), knownAddress()])).toBe('2026-06-01')
    expect(newAddressSince([denver('2026-06-01')])).toBe('2026-06-01')
  })

  test('ignores addresses older than the home on file, too old or in the future', () => {
    expect(newAddressSince([knownAddress(), denver('2009-06-01')])).toBeNull()
    expect(newAddressSince([denver('2019-06-01')])).toBeNull()
    expect(newAddressSince([denver('2027-06-01'), knownAddress()])).toBeNull()
    expect(newAddressSince([])).toBeNull()
  })

  test('is a new first address if there are no dates', () => {
    const previous = enrichment({ person: person({ addresses: [knownAddress({ moveInDate: null })] }) })
    const currentAddresses = [denver(null), knownAddress({ moveInDate: null })]
    expect(newAddressSince(currentAddresses, previous)).toBe(TODAY)
    expect(
      newAddressSince(currentAddresses, enrichment({ person: person({ addresses: currentAddresses }) })),
    ).toBeNull()
    expect(newAddressSince(currentAddresses)).toBeNull()
  })
})

describe('the history of moves', () => {
  const historyOf = (...moveInDates: (string | null)[]) =>
    household({
      person: person({ addresses: moveInDates.map((moveInDate) => knownAddress({ moveInDate })) }),
    }).moveHistory

  test('starts at the first day on record and counts the later moves', () => {
    expect(historyOf('2024-11-15', '2021-11-15', '2022-11-15')).toEqual({
      years: expect.closeTo(5, 2),
      moves: 2,
      yearsSinceMove: expect.closeTo(2, 2),
    })
    expect(historyOf('2024-11-15')).toEqual({
      years: expect.closeTo(2, 2),
      moves: 0,
      yearsSinceMove: expect.closeTo(2, 2),
    })
  })

  test('covers ten years at most', () => {
    expect(historyOf('1998-04-01', '2005-01-01', '2019-11-15')).toEqual({
      years: expect.closeTo(10, 2),
      moves: 1,
      yearsSinceMove: expect.closeTo(7, 2),
    })
    expect(historyOf('1998-04-01')).toEqual({
      years: expect.closeTo(10, 2),
      moves: 0,
      yearsSinceMove: expect.closeTo(10, 2),
    })
  })

  test('counts days close together once and ignores days without meaning', () => {
    expect(
      historyOf('2021-11-15', '2024-11-15', '2024-12-01', '2027-01-01', '2024-13-01', null),
    ).toMatchObject({
      moves: 1,
    })
    expect(historyOf(null, '2027-01-01')).toBeNull()
    expect(historyOf()).toBeNull()
  })
})
