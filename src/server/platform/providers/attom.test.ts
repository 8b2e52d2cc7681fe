import { describe, expect, test } from 'vitest'
import { propertiesFrom } from './attom.ts'

const TODAY = '2026-11-20'

const full = {
  status: { code: 0, msg: 'SuccessWithResult', total: 1 },
  property: [
    {
      identifier: { attomId: 4711, apn: '07-13-204-008', fips: '17043' },
      address: {
        line1: '12 Heron Ct',
        oneLine: '12 Heron Ct, Lisle, IL 60532',
        locality: 'Lisle',
        countrySubd: 'IL',
        postal1: '60532',
      },
      location: { latitude: '41.80', longitude: '-88.07', accuracy: 'Rooftop' },
      summary: { propType: 'SFR', yearBuilt: 1987, absenteeInd: 'OWNER OCCUPIED', quitClaimFlag: 'True' },
      building: {
        size: { bldgSize: 2400, livingSize: '2,150', universalSize: 2150 },
        rooms: { beds: 4, bathsTotal: '2.5', bathsFull: 2, roomsTotal: 9 },
        construction: { constructionType: 'BRICK', roofCover: 'METAL' },
        parking: { garageType: 'ATTACHED', prkgSpaces: '2' },
        interior: { bsmtSize: 1100, fplcCount: 1 },
        summary: { levels: 2 },
      },
      utilities: { heatingType: 'FORCED AIR', coolingType: 'CENTRAL' },
      lot: { lotSize1: 0.25, lotSize2: 10890, poolType: 'NO POOL' },
      area: { countrySecSubd: 'DuPage', munName: 'Lisle' },
      sale: {
        saleTransDate: '2014-12-01',
        sellerName: 'EARLIER OWNER',
        amount: {
          saleAmt: '310000',
          saleRecDate: '12/15/2014',
          saleDisclosureType: 1,
          saleDocType: 'WARRANTY DEED',
        },
      },
      assessment: {
        market: { mktTtlValue: 452000 },
        assessed: { assdTtlValue: 150600 },
        tax: { taxAmt: '9120.44', taxYear: 2025, exemptiontype: 'HOMEOWNER' },
        owner: {
          owner1: { fullName: 'LINDQUIST PER', lastName: 'Lindquist', firstNameAndMi: 'Per' },
          owner2: { fullName: 'LINDQUIST ADA' },
          absenteeOwnerStatus: 'O',
          corporateIndicator: 'N',
        },
        mortgage: {
          FirstConcurrent: {
            amount: 248000,
            lenderLastName: 'A BANK',
            loanTypeCode: 'CNV',
            date: '2014-12-01',
            dueDate: '2044-12-01',
            term: '360',
            interestRate: '4.125',
          },
          SecondConcurrent: { amount: 0, lenderLastName: 'NOBODY' },
        },
      },
    },
  ],
}

/** A response with every key in lower case, as the provider's other endpoints spell it. */
function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key.toLowerCase(), lowerKeys(entry)]),
  )
}

describe('A28 property responses', () => {
  test('reads the facts of the property card', () => {
    const [property] = propertiesFrom(full, TODAY)
    expect(property).toMatchObject({
      address: '12 Heron Ct',
      city: 'Lisle',
      state: 'IL',
      zipCode: '60532',
      propertyType: 'SFR',
      bedrooms: 4,
      bathrooms: 2.5,
      squareFeet: 2150,
      yearBuilt: 1987,
      estimatedValue: 452000,
      lastSaleDate: '2014-12-01',
      lastSalePrice: 310000,
      ownershipLength: 11,
    })
  })

  test('A14 fills all fourteen groups of the Property tab', () => {
    const data = propertiesFrom(full, TODAY)[0]?.propertyData
    const { saleHistory, mortgages, ownerNames, listing, ...groups } = data!
    for (const [name, facts] of Object.entries(groups)) {
      expect(Object.keys(facts).length, name).toBeGreaterThan(0)
    }
    expect(Object.keys(groups)).toHaveLength(12)
    expect(saleHistory).toEqual([
      {
        date: '2014-12-01',
        recordedDate: '2014-12-15',
        price: 310000,
        disclosureType: '1',
        documentType: 'WARRANTY DEED',
        transactionType: null,
        seller: 'EARLIER OWNER',
      },
    ])
    expect(mortgages.first).toMatchObject({
      amount: 248000,
      interestRate: 4.125,
      termMonths: 360,
      adjustable: false,
    })
    expect(mortgages.second).toBeNull()
    expect(ownerNames).toEqual(['Per Lindquist', 'LINDQUIST ADA'])
    expect(listing).toBeNull()
    expect(groups.owner.absenteeStatus).toBe('O')
    expect(groups.summary.quitclaim).toBe(true)
  })

  test('ignores the case of keys', () => {
    expect(propertiesFrom(lowerKeys(full), TODAY)).toEqual(propertiesFrom(full, TODAY))
  })

  test('reads the first reset date of an adjustable loan', () => {
    const loan = { amount: '250000', interestRateType: 'ADJUSTABLE', firstRateChangeDate: '2027-01-15' }
    const raw = {
      property: [{ address: { line1: '1 A St' }, assessment: { mortgage: { FirstConcurrent: loan } } }],
    }
    const first = propertiesFrom(raw, TODAY)[0]?.propertyData.mortgages.first
    expect(first).toMatchObject({ adjustable: true, firstResetDate: '2027-01-15', amount: 250000 })
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'SuccessWithoutResult'],
    ['an empty object', {}],
    ['an empty list', { status: { msg: 'SuccessWithoutResult' }, property: [] }],
    ['a property without an address', { property: [{ building: {} }, null, 7, 'x'] }],
  ])('finds no property in %s', (_, raw) => {
    expect(propertiesFrom(raw, TODAY)).toEqual([])
  })

  test('treats impossible values as unknown, and a bare address as a sparse property', () => {
    const raw = {
      property: {
        address: { oneLine: '9 Mill St, Lisle, IL', postal1: true },
        summary: { yearBuilt: 99999, propType: '' },
        building: { size: { livingSize: -5 }, rooms: { beds: 'many', bathsTotal: Number.NaN } },
        sale: { saleTransDate: '2031-02-30', amount: { saleAmt: '0', saleRecDate: '0000-00-00' } },
        assessment: { market: { mktTtlValue: Infinity }, owner: [], mortgage: 'none' },
      },
    }
    const [property] = propertiesFrom(raw, TODAY)
    const { propertyData, ...facts } = property!
    expect(facts.address).toBe('9 Mill St')
    expect(Object.values(facts).filter((value) => value !== null)).toEqual(['9 Mill St'])
    expect(propertyData.saleHistory).toEqual([])
    expect(propertyData.ownerNames).toEqual([])
    expect(propertyData.rooms).toEqual({})
  })

  test('lists each sale once, newest first', () => {
    const raw = {
      property: [
        {
          address: { line1: '1 A St' },
          sale: { saleTransDate: '2010-01-05', amount: { saleAmt: 1000 } },
          salehistory: [
            { saleTransDate: '1999-03-01', amount: { saleamt: '900' } },
            { saleTransDate: '2010-01-05', amount: { saleamt: 1000 } },
            { saleTransDate: '2020-06-30', amount: {} },
          ],
        },
      ],
    }
    const [property] = propertiesFrom(raw, TODAY)
    expect(property?.propertyData.saleHistory.map((sale) => sale.date)).toEqual([
      '2020-06-30',
      '2010-01-05',
      '1999-03-01',
    ])
    expect(property).toMatchObject({ lastSaleDate: '2020-06-30', lastSalePrice: null, ownershipLength: 6 })
  })

  test('reads owners as parts or full names', () => {
    const owner = {
      owner1: { firstNameAndMi: 'ADA M', lastName: 'LINDQUIST' },
      owner2: { fullName: 'HERON FAMILY TRUST' },
      owner3: { lastName: 'OAK LLC' },
    }
    const [property] = propertiesFrom(
      { property: [{ address: { line1: '1 A St' }, assessment: { owner } }] },
      TODAY,
    )
    const names = ['ADA M LINDQUIST', 'HERON FAMILY TRUST', 'OAK LLC']
    expect(property?.propertyData.ownerNames).toEqual(names)
    expect(property?.propertyData.owner).toEqual({ owner1: names[0], owner2: names[1], owner3: names[2] })
  })

  test('reads a sale whose amount is in saleAmountData', () => {
    const sale = {
      saleTransDate: '2019-04-30',
      saleAmountData: { saleAmt: 415_000, saleRecDate: '2019-05-08', saleTransType: 'Resale' },
    }
    const [property] = propertiesFrom({ property: [{ address: { line1: '1 A St' }, sale }] }, TODAY)
    expect(property?.lastSalePrice).toBe(415_000)
    expect(property?.propertyData.saleHistory[0]).toMatchObject({
      recordedDate: '2019-05-08',
      transactionType: 'Resale',
    })
  })
})
