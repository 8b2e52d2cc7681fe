import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CONTACT,
  enrichment,
  OTHER_ADDRESS,
  person,
  property,
  record,
  TODAY,
} from '#test/fixtures/detection-input.ts'
import { listedName, risk } from '#test/fixtures/risk-input.ts'
import type { PublicRecord } from '../enrichment/public-record.ts'
import { assessRisk, withScreening } from './assess-risk.ts'
import { screenPerson } from './sanctions.ts'

const LISTED_PERSON = listedName('NUNEZ, Ana', { birthYears: [1981] })
const LIST = { loaded: true, listDate: '2026-11-03', candidates: [LISTED_PERSON] } as const

describe('A29 foreclosure records', () => {
  test('include four kinds, with dates, amount and source, newest first', () => {
    const publicRecords = [
      record({ kind: 'tax_lien', documentId: 'T', dates: { event: '2024' }, amount: 2_100 }),
      record({ kind: 'auction', documentId: 'A', dates: { filed: '2026-09-01', auction: '2026-12-02' } }),
      record({
        kind: 'deed',
        documentId: 'L',
        dates: { recorded: '2026-02-01' },
        details: { documentType: 'Lis Pendens' },
      }),
      record({ kind: 'notice_of_default', documentId: 'N', amount: 12_000.4 }),
      record({ kind: 'notice_of_default', documentId: 'N', amount: 12_000.4 }),
      record({ kind: 'bankruptcy', documentId: 'B' }),
    ]
    const { foreclosure, review, sources } = risk({ enrichmentOverrides: { publicRecords } })
    expect(foreclosure.status).toBe('records')
    expect(foreclosure.records).toMatchObject([
      { documentId: 'N', kind: 'notice_of_default', filedOn: '2026-09-15', amount: 12_000 },
      { documentId: 'A', filedOn: '2026-09-01', auctionOn: '2026-12-02', amount: null },
      { documentId: 'L', kind: 'notice_of_default', documentType: 'Lis Pendens' },
      { documentId: 'T', filedOn: '2024', amount: 2_100 },
    ])
    expect(review).toBe(4)
    expect(sources).toEqual(['County recorder'])
  })

  test('exclude other people and homes', () => {
    const unrelatedRecords = [
      record({ kind: 'auction', names: ['Robert Hale'] }),
      record({ kind: 'auction', address: null }),
      record({ kind: 'auction', address: OTHER_ADDRESS }),
    ]
    expect(risk({ enrichmentOverrides: { publicRecords: unrelatedRecords } }).foreclosure).toEqual({
      status: 'none_found',
      records: [],
    })
  })

  test('keep a record with an impossible date, without the date', () => {
    const dates = { filed: '2026-02-31', auction: '2090-01-01' }
    const { foreclosure } = risk({
      enrichmentOverrides: { publicRecords: [record({ kind: 'auction', dates, amount: -5 })] },
    })
    expect(foreclosure.records).toMatchObject([{ filedOn: null, auctionOn: null, amount: null }])
  })

  test('report none found only if a source responded', () => {
    expect(risk({ hasCheckedRecords: false }).foreclosure.status).toBe('not_run')
  })
})

describe('A29 risk data', () => {
  test('counts a possible match with a year of birth for review, but not a weak one', () => {
    expect(risk({ list: LIST })).toMatchObject({
      review: 1,
      sanctions: { status: 'possible_match', listDate: '2026-11-03', matches: [{ strength: 'potential' }] },
    })
    expect(risk({ list: LIST, contact: { birthYear: null } })).toMatchObject({
      review: 0,
      sanctions: { status: 'possible_match', matches: [{ strength: 'weak', birthYearFits: null }] },
    })
    const enrichmentOverrides = { person: person({ demographics: { birthYear: 1980 } }) }
    expect(risk({ list: LIST, enrichmentOverrides, contact: { birthYear: null } }).review).toBe(1)
  })

  test('keeps the previous result and date of a check that could not run', () => {
    const publicRecords = [record({ kind: 'auction' })]
    const previous = risk({
      list: LIST,
      enrichmentOverrides: { publicRecords },
      now: '2026-05-01T00:00:00.000Z',
    })
    const current = risk({ list: 'failed', hasCheckedRecords: false, previous })
    expect(current).toMatchObject({
      foreclosure: previous.foreclosure,
      sanctions: previous.sanctions,
      review: 2,
    })
    expect(current.sanctions.screenedAt).toBe('2026-05-01T00:00:00.000Z')
    const withoutList = risk({ list: { loaded: false }, previous })
    expect(withoutList).toMatchObject({
      foreclosure: { status: 'none_found' },
      sanctions: { why: 'no_list' },
      review: 0,
    })
  })

  test('changes only the screening for a newer list', () => {
    const previous = risk({ enrichmentOverrides: { publicRecords: [record({ kind: 'auction' })] } })
    const current = withScreening(previous, screenPerson(CONTACT, LIST, '2026-11-20T00:00:00.000Z'), TODAY)
    expect(current).toMatchObject({
      review: 2,
      checkedAt: previous.checkedAt,
      foreclosure: previous.foreclosure,
    })
  })

  test('ignores invalid records without an error', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('', '&', ',', '2026', '2026-02-31', '0000-00-00', 'a & b'),
    )
    const dates = fc.record({ filed: text, recorded: text, event: text, auction: text }, { requiredKeys: [] })
    const amount = fc.oneof(fc.constant(null), fc.double())
    const invalidRecord: fc.Arbitrary<PublicRecord> = fc.record({
      kind: fc.constantFrom('deed', 'auction', 'tax_lien', 'notice_of_default'),
      documentId: text,
      names: fc.array(text),
      address: fc.option(fc.record({ street: text, city: text, state: text, zipCode: text })),
      dates,
      amount,
      source: text,
      details: fc.record({
        documentType: text,
        grantors: fc.array(text),
        grantees: fc.array(text),
        price: amount,
      }),
    })
    const sale = fc.record({
      ...{ date: text, recordedDate: text, disclosureType: text, documentType: text },
      ...{ transactionType: text, seller: text, price: amount },
    })
    const arbitraries = [fc.array(invalidRecord), fc.array(sale), fc.array(text), text, text] as const
    fc.assert(
      fc.property(...arbitraries, (publicRecords, saleHistory, ownerNames, email, phone) => {
        const home = property({ propertyData: { saleHistory, ownerNames, owner: { mailingAddress: email } } })
        const result = assessRisk({
          contact: { ...CONTACT, email, phone },
          enrichment: enrichment({ publicRecords, properties: [home] }),
          ...{ today: TODAY, now: TODAY, hasCheckedRecords: true, sample: false, list: LIST, previous: null },
        })
        expect(Number.isInteger(result.review)).toBe(true)
        expect(JSON.stringify(result)).not.toMatch(/NaN|Infinity/)
        for (const { price } of result.ownership.deeds) expect(price ?? 1).toBeGreaterThan(0)
      }),
      { numRuns: 200 },
    )
  })
})
