import { describe, expect, test } from 'vitest'
import {
  findings,
  HOME_TOWN,
  OTHER_ADDRESS,
  property,
  record,
  recordFindings,
} from '#test/fixtures/detection-input.ts'
import type { PublicRecord } from '../enrichment/public-record.ts'

describe('DS1 a disaster is declared for the county', () => {
  const declaration = record({
    kind: 'disaster',
    names: [],
    address: { street: null, city: null, state: 'IL', zipCode: null },
    dates: { event: '2026-03-02' },
    details: { county: 'DuPage', individualAssistance: true },
  })
  const inCounty = (county: string | null, publicRecord: PublicRecord) =>
    findings({
      current: {
        properties: [property({ propertyData: { area: { county } } })],
        publicRecords: [publicRecord],
      },
    })

  test('fires from the start of the incident with confidence .1', () => {
    expect(inCounty('DUPAGE COUNTY', declaration)).toEqual([['DS1', 'disaster.county', 0.1, '2026-03-02']])
  })

  test('matches by ZIP code when no record names the county', () => {
    const declarationByZip = { ...declaration, address: { ...HOME_TOWN, city: null, zipCode: '60540-0001' } }
    expect(inCounty(null, declarationByZip)).toEqual([['DS1', 'disaster.county', 0.1, '2026-03-02']])
    expect(inCounty('Kane', declarationByZip)).toEqual([])
    expect(inCounty(null, { ...declarationByZip, address: { ...HOME_TOWN, zipCode: '60541' } })).toEqual([])
  })

  test('does not fire elsewhere, without individual assistance, or after two years', () => {
    expect(inCounty('Kane', declaration)).toEqual([])
    expect(inCounty(null, declaration)).toEqual([])
    expect(inCounty('DuPage', { ...declaration, address: { ...HOME_TOWN, state: 'GA' } })).toEqual([])
    expect(inCounty('DuPage', { ...declaration, details: { county: 'DuPage' } })).toEqual([])
    expect(inCounty('DuPage', { ...declaration, dates: { event: '2024-10-01' } })).toEqual([])
    expect(inCounty('DuPage', { ...declaration, dates: {} })).toEqual([])
  })
})

describe('DS2 major damage at the home', () => {
  const permit = record({ kind: 'permit', dates: { event: '2026-07' }, details: { damage: true } })

  test("fires on the day of the event, with lower confidence without the owner's name", () => {
    expect(recordFindings(permit)).toEqual([['DS2', 'disaster.damage', 0.85, '2026-07-15']])
    expect(recordFindings({ ...permit, names: ['ACE ROOFING'] })[0]?.[2]).toBe(0.51)
    expect(recordFindings({ ...permit, kind: 'disaster', names: [] })[0]?.[1]).toBe('disaster.damage')
  })

  test('does not fire on other permits, other homes or impossible days', () => {
    expect(recordFindings({ ...permit, details: { documentType: 'Deck' } })).toEqual([])
    expect(recordFindings({ ...permit, address: OTHER_ADDRESS })).toEqual([])
    expect(recordFindings({ ...permit, address: HOME_TOWN })).toEqual([])
    expect(recordFindings({ ...permit, dates: { event: '2026-13' } })).toEqual([])
  })
})
