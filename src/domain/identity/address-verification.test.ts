import { describe, expect, it } from 'vitest'
import { type GeocoderResult, isGeocodable, judgeAddress, zipOf } from './address-verification.ts'
import { parseStreetLine } from './street-line.ts'
import type { ZipPlace } from './zip-place.ts'

const at = '2026-03-10T12:00:00.000Z'
const postalPlace = (zipCode: string, city: string, state: string | null): ZipPlace => ({
  zipCode,
  cities: [city],
  state,
  county: null,
  countyFips: null,
  latitude: 1,
  longitude: 1,
  accuracy: 'ZIP',
})
const ZIP_PLACES: Record<string, ZipPlace> = {
  60614: postalPlace('60614', 'Chicago', 'IL'),
  63101: postalPlace('63101', 'Saint Louis', 'MO'),
  42223: postalPlace('42223', 'Fort Campbell', 'KY'),
  '09012': postalPlace('09012', 'APO', 'AE'),
}

type AddressFields = [
  address: string | null,
  city: string | null,
  state: string | null,
  zipCode: string | null,
]
function judge(
  [address, city, state, zipCode]: AddressFields,
  confirmation: { by: string; at: string } | null = null,
  geocoder: GeocoderResult = 'not_asked',
) {
  const input = { address, city, state, zipCode }
  return judgeAddress(input, { zip: ZIP_PLACES[zipOf(input) ?? ''] ?? null, confirmation, geocoder, at })
}

const AREA_MATCHES = 'ZIP, city and state match; the house itself wasn’t checked'
const ZIP_LIST_NOTE = 'in our ZIP code list, which has one city per ZIP'
const STREET = '1428 N Orchard St'

describe('A27 address', () => {
  it.each<[AddressFields, string, string]>([
    [[STREET, 'Chicago', 'IL', '60614'], 'unverified', AREA_MATCHES],
    [[STREET, ' CHICAGO ', 'Illinois', '60614-1234'], 'unverified', AREA_MATCHES],
    [['12 Elm St', 'St. Louis', 'MO', '63101'], 'unverified', AREA_MATCHES],
    [['12 Elm St', 'Ft. Campbell', 'TN', '42223'], 'unverified', AREA_MATCHES],
    [['Unit 4 Box 12', 'APO', 'AE', '09012'], 'unverified', 'The street address has no house number'],
    [
      [STREET, 'Chicago', 'TX', '60614'],
      'failed',
      'ZIP 60614 is in Chicago, Illinois, not in Texas. Did you mean IL?',
    ],
    [
      [null, null, 'TX', '60614'],
      'failed',
      'ZIP 60614 is in Chicago, Illinois, not in Texas. Did you mean IL?',
    ],
    [
      [`${STREET}, Chicago, TX 60614`, null, null, null],
      'failed',
      'ZIP 60614 is in Chicago, Illinois, not in Texas. Did you mean IL?',
    ],
    [[STREET, 'Chicago', 'IL', '6061'], 'failed', '“6061” is not a ZIP code'],
    [[STREET, 'Evanston', 'IL', '60614'], 'unverified', `ZIP 60614 is Chicago ${ZIP_LIST_NOTE}`],
    [[STREET, 'Chicago', 'IL', '99999'], 'unverified', 'ZIP 99999 isn’t in our ZIP code list'],
    [[STREET, 'Chicago', 'IL', null], 'unverified', 'No ZIP code to check against'],
    [['Orchard Street', 'Chicago', 'IL', '60614'], 'unverified', 'The street address has no house number'],
    [['PO Box 12', 'Chicago', 'IL', '60614'], 'unverified', 'A PO box: we don’t know the home address'],
    [[null, 'Chicago', 'IL', '60614'], 'unverified', 'No street address, so only the area is known'],
    [['Hauptstraße 5', 'München', 'Bavaria', '80331'], 'unverified', 'We can only check US addresses'],
    [
      [STREET, 'Chicago', 'Ilinois', '60614'],
      'unverified',
      '“Ilinois” is not a state; ZIP 60614 is in Illinois',
    ],
    [['1 King St', 'Toronto', 'ON', 'M5V 2T6'], 'unverified', 'We can only check US addresses'],
  ])('verifies %j as %s', (input, status, reason) => {
    expect(judge(input)).toEqual({ status, reason, checkedAt: at })
  })

  it('is verified by a record of the same home, unless ZIP and state disagree', () => {
    const confirmation = { by: 'The home’s record', at: '2026-03-01T00:00:00.000Z' }
    expect(judge([STREET, 'Chicago', 'IL', '60614'], confirmation)).toEqual({
      status: 'verified',
      reason: 'The home’s record has this address',
      checkedAt: '2026-03-01T00:00:00.000Z',
    })
    expect(judge([STREET, 'Chicago', 'TX', '60614'], confirmation).status).toBe('failed')
  })

  it('reports when the geocoder has no match or is unavailable', () => {
    const input: AddressFields = [STREET, 'Chicago', 'IL', '60614']
    expect(judge(input, null, 'not_found')).toMatchObject({
      status: 'unverified',
      reason: 'The geocoder couldn’t find this address',
    })
    expect(judge(input, null, 'unavailable')).toMatchObject({
      status: 'pending',
      reason: 'Waiting for the geocoder',
    })
    expect(judge([STREET, 'Chicago', 'TX', '60614'], null, 'unavailable').status).toBe('failed')
  })

  it('is geocodable only with a house number', () => {
    const input = { address: STREET, city: 'Chicago', state: 'IL', zipCode: null }
    expect(isGeocodable(input)).toBe(true)
    expect(isGeocodable({ ...input, city: null })).toBe(false)
    expect(isGeocodable({ ...input, address: 'PO Box 12' })).toBe(false)
    expect(isGeocodable({ ...input, address: null })).toBe(false)
  })

  it('returns no verdict for an empty address', () => {
    expect(judge([null, null, null, null])).toEqual({ status: 'unverified', reason: null, checkedAt: null })
  })

  it('works without the ZIP code list', () => {
    const input = { address: STREET, city: 'Chicago', state: 'IL', zipCode: '60614' }
    expect(
      judgeAddress(input, { zip: undefined, confirmation: null, geocoder: 'not_asked', at }).status,
    ).toBe('unverified')
  })
})

describe('street lines', () => {
  it.each([
    ['1428 N Orchard St Apt 3', '1428'],
    ['10-12 Broadway', '10-12'],
    ['N6W23001 Bluemound Rd', 'N6W23001'],
    ['1600 Pennsylvania Ave NW', '1600'],
  ])('%s has the house number %s', (line, number) => {
    expect(parseStreetLine(line)).toMatchObject({ number, box: null })
  })

  it.each(['', '   ', 'Elm St & Oak St', 'x'.repeat(201)])('%j has no house number', (line) => {
    expect(parseStreetLine(line)).toBeNull()
  })

  it('are parsed within a second for any text', () => {
    const startedAt = performance.now()
    for (const line of [`1 ${'a '.repeat(99)}`, '1'.repeat(200), '# '.repeat(100), 'po box '.repeat(28)])
      parseStreetLine(line)
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})
