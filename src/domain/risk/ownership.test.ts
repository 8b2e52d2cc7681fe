import { describe, expect, test } from 'vitest'
import { property, record } from '#test/fixtures/detection-input.ts'
import { risk } from '#test/fixtures/risk-input.ts'
import type { Sale } from '../enrichment/property-record.ts'
import type { PublicRecord } from '../enrichment/public-record.ts'

function sale(date: string | null, price: number | null, overrides: Partial<Sale> = {}): Sale {
  return {
    date,
    recordedDate: null,
    price,
    disclosureType: null,
    documentType: 'WARRANTY DEED',
    transactionType: 'Resale',
    seller: null,
    ...overrides,
  }
}

function deed(
  recorded: string,
  from: string[],
  to: string[],
  overrides: Partial<PublicRecord> = {},
): PublicRecord {
  return record({
    kind: 'deed',
    documentId: `D-${recorded}`,
    dates: { recorded },
    names: [...from, ...to],
    ...overrides,
    details: { documentType: 'Warranty Deed', grantors: from, grantees: to, ...overrides.details },
  })
}

/** Ownership history of a home titled to Ana Núñez. */
function history(saleHistory: Sale[], deeds: PublicRecord[] = [], ownerNames = ['NUNEZ ANA']) {
  const home = property({ propertyData: { saleHistory, ownerNames } })
  const result = risk({ enrichmentOverrides: { properties: [home], publicRecords: deeds } })
  return { ...result.ownership, review: result.review }
}

describe('A29 ownership history', () => {
  test('is not run without a sale or deed of the home', () => {
    expect(risk().ownership).toMatchObject({ status: 'not_run', home: null, deeds: [] })
    expect(history([])).toMatchObject({ status: 'not_run', home: '12 Oak St' })
  })

  test('lists sales and deeds newest first and joins a sale with its deed', () => {
    const { deeds, yearsCovered, status } = history(
      [sale('2019-05-02', 410_000, { seller: 'HALE ROBERT' }), sale('2004-03-01', 220_000)],
      [deed('2019-05-20', ['Robert Hale'], ['Ana Nunez'])],
    )
    expect(status).toBe('known')
    expect(yearsCovered).toBe(22)
    expect(deeds).toMatchObject([
      {
        date: '2019-05-02',
        price: 410_000,
        from: ['Robert Hale'],
        to: ['Ana Nunez'],
        documentId: 'D-2019-05-20',
      },
      { date: '2004-03-01', price: 220_000, documentId: null },
    ])
    expect(deeds[0]?.sources).toHaveLength(2)
  })

  test('excludes deeds of other homes and impossible dates', () => {
    const otherDeed = deed('2019-05-20', ['A'], ['B'], {
      address: { street: '9 Elm Ave', city: 'Denver', state: 'CO', zipCode: '80206' },
    })
    const { deeds } = history(
      [sale('2090-01-01', 1), sale(null, 5), sale('1620-01-01', 2), sale('2004-03-01', -7)],
      [otherDeed],
    )
    expect(deeds).toMatchObject([{ date: '2004-03-01', price: null }])
  })

  test.each([
    [
      'in eight months at a much higher price',
      '2024-03-01',
      250_000,
      '2024-11-01',
      340_000,
      { months: 8, change: 36 },
      1,
    ],
    ['in eight months at a similar price', '2024-03-01', 250_000, '2024-11-01', 260_000, { change: 4 }, 0],
    ['in eight months at an unknown price', '2024-03-01', null, '2024-11-01', 260_000, { change: null }, 1],
    ['in eight months long ago', '2004-03-01', 250_000, '2004-11-01', 340_000, { change: 36 }, 0],
  ])('reports a home sold again %s', (_, boughtOn, boughtFor, soldOn, soldFor, expected, review) => {
    const result = history([sale(soldOn, soldFor), sale(boughtOn, boughtFor)])
    expect(result.quickResales).toMatchObject([{ boughtOn, soldOn, ...expected }])
    expect(result.review).toBe(review)
  })

  test('does not count a resale after a year as quick', () => {
    expect(history([sale('2025-03-02', 400_000), sale('2024-03-01', 250_000)]).quickResales).toEqual([])
  })

  test('does not count transfers between relatives, gifts or decrees as resales', () => {
    const purchase = sale('2024-03-01', 250_000)
    const familyDeed = deed('2024-07-01', ['Ana Nunez', 'Luis Nunez'], ['Ana Nunez'], {
      details: { documentType: 'Grant Deed', price: 0 },
    })
    expect(history([purchase], [familyDeed]).quickResales).toEqual([])
    expect(
      history([sale('2024-07-01', null, { documentType: 'QUITCLAIM DEED' }), purchase]).quickResales,
    ).toEqual([])
    expect(history([purchase], [deed('2024-07-01', ['A Hale'], ['B Cole'])]).quickResales).toEqual([])
  })

  test('keeps a transfer between relatives soon after a sale separate', () => {
    const shareDeed = deed('2024-03-20', ['Ana Nunez', 'Luis Nunez'], ['Ana Nunez'])
    const { deeds } = history([sale('2024-03-01', 250_000)], [shareDeed])
    expect(deeds.map(({ price, sale }) => [price, sale])).toEqual([
      [null, false],
      [250_000, true],
    ])
  })

  test('finds a gap when the seller is not the previous buyer', () => {
    const { gaps, review } = history(
      [],
      [
        deed('2004-03-01', ['First Builders LLC'], ['Rita Hale']),
        deed('2016-03-01', ['Estate of Rita Hale'], ['Robert Hale']),
        deed('2023-03-01', ['Owen Cole'], ['Ana Núñez']),
      ],
    )
    expect(gaps).toEqual([
      { after: '2016-03-01', before: '2023-03-01', owner: 'Robert Hale', next: 'Owen Cole' },
    ])
    expect(review).toBe(1)
  })

  test('finds a gap until today when the title does not name the last buyer', () => {
    const { gaps } = history([], [deed('2016-03-01', ['Rita Hale'], ['Robert Hale'])])
    expect(gaps).toEqual([{ after: '2016-03-01', before: null, owner: 'Robert Hale', next: 'NUNEZ ANA' }])
  })

  test('finds no gap for a new last name or unknown buyers', () => {
    expect(history([], [deed('2016-03-01', ['Rita Hale'], ['Ana Delgado'])]).gaps).toEqual([])
    expect(
      history([sale('2020-01-01', 300_000, { seller: 'COLE OWEN' }), sale('2010-01-01', 200_000)]).gaps,
    ).toEqual([])
  })
})
