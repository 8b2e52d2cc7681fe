import { expect, test } from 'vitest'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { createZipCodes } from '../places/zip-codes.ts'
import type { Geocoder } from './census-client.ts'
import type { DeclaredCounty, OpenFema } from './open-fema-client.ts'
import type { PersonQuery } from './provider.ts'
import { createPublicRecords, type RecordFile } from './public-records.ts'

const NOW = '2026-03-10T12:00:00.000Z'
const ADA: PersonQuery = {
  ...{ firstName: 'Ada', lastName: 'Lindquist', email: null, phone: null },
  ...{ address: '12 Heron Ct', city: 'Lisle', state: 'IL', zipCode: '60532-1234' },
}

function record(documentId: string, overrides: Partial<PublicRecord> = {}): PublicRecord {
  const address = { street: null, city: 'Lisle', state: 'IL', zipCode: null }
  const same = {
    names: ['Ada Lindquist'],
    address,
    dates: { filed: '2026-01-15' },
    amount: null,
    details: {},
  }
  return { kind: 'bankruptcy', documentId, source: 'Court', ...same, ...overrides }
}
const declaration = (documentId: string, source: string) =>
  record(documentId, {
    kind: 'disaster',
    names: [],
    source,
    details: { county: 'DuPage', individualAssistance: true },
  })

const file =
  (...records: PublicRecord[]): RecordFile =>
  async () => ({ file: 'county.csv', listDate: '2026-03-02', records })
const failingFile = () => Promise.reject(new Error('the database is away'))

const requestedCounties: DeclaredCounty[] = []
const fema = (...records: PublicRecord[]): OpenFema => ({
  async declarations(county) {
    requestedCounties.push(county)
    return { status: 'match', data: records, provider: 'OpenFEMA', fetchedAt: NOW, sample: false }
  },
})
const downFema: OpenFema = {
  declarations: async () => ({ status: 'error', provider: 'OpenFEMA', message: 'down' }),
}
const geocoderOf = (place: {
  state: string | null
  countyFips: string | null
  countyName: string | null
}): Geocoder => ({
  async geocode() {
    const otherFields = { matchedAddress: 'x', zip: null, city: null, latitude: null, longitude: null }
    return {
      status: 'match',
      data: { ...otherFields, ...place },
      provider: 'Census',
      fetchedAt: NOW,
      sample: false,
    }
  },
})

type Sources = { file?: RecordFile | null; openFema?: OpenFema | null; geocoder?: Geocoder | null }

function query({ file = null, openFema = null, geocoder = null }: Sources, query = ADA) {
  requestedCounties.length = 0
  const clock = { now: () => new Date(NOW) }
  const publicRecords = createPublicRecords({ file, openFema, geocoder, zipCodes: createZipCodes(), clock })
  return publicRecords(query, AbortSignal.timeout(10_000))
}

test('A28 records of both sources are joined, each document once, and both sources are named', async () => {
  const result = await query({
    file: file(
      record('BK-1'),
      record('BK-1'),
      record('BK-1', { source: 'Other court' }),
      declaration('DR-1-IL', 'County'),
    ),
    openFema: fema(declaration('DR-1-IL', 'OpenFEMA'), declaration('DR-2-IL', 'OpenFEMA')),
  })
  expect(result).toMatchObject({
    ...{ status: 'match', fetchedAt: NOW, sample: false },
    provider: 'Loaded file: county.csv, list of 2026-03-02; OpenFEMA',
  })
  expect(
    result.status === 'match' && result.data.map(({ documentId, source }) => [documentId, source]),
  ).toEqual([
    ['BK-1', 'Court'],
    ['BK-1', 'Other court'],
    ['DR-1-IL', 'County'],
    ['DR-2-IL', 'OpenFEMA'],
  ])
})

test('a source without records is not named, and no records at all are no match', async () => {
  expect(await query({ file: file(), openFema: fema(declaration('DR-2-IL', 'OpenFEMA')) })).toMatchObject({
    ...{ status: 'match', provider: 'OpenFEMA' },
    data: [{ address: { zipCode: '60532-1234' } }],
  })
  expect(await query({ file: file(), openFema: fema() })).toEqual({
    status: 'no_match',
    provider: 'Public records',
  })
})

test('a failing source does not stop the other; both failing is a failure', async () => {
  expect(
    await query({ file: failingFile, openFema: fema(declaration('DR-2-IL', 'OpenFEMA')) }),
  ).toMatchObject({
    status: 'match',
  })
  expect(await query({ file: file(record('BK-1')), openFema: downFema })).toMatchObject({ status: 'match' })
  expect((await query({ file: file(), openFema: downFema })).status).toBe('error')
  expect((await query({ file: failingFile })).status).toBe('error')
})

test('reports nothing connected without a loaded file and OpenFEMA', async () => {
  expect(await query({ file: async () => null })).toEqual({ status: 'not_configured' })
})

test('takes the county from the geocoder, or from the ZIP code', async () => {
  await query({
    openFema: fema(),
    geocoder: geocoderOf({ state: 'IL', countyFips: '17197', countyName: 'Will' }),
  })
  expect(requestedCounties).toEqual([{ state: 'IL', code: '197', name: 'Will' }])
  await query({
    openFema: fema(),
    geocoder: geocoderOf({ state: 'IL', countyFips: null, countyName: 'Will' }),
  })
  expect(requestedCounties).toEqual([
    { state: 'IL', code: '043', name: expect.stringMatching(/^du ?page$/i) },
  ])
  await query({
    openFema: fema(),
    geocoder: { geocode: async () => ({ status: 'no_match', provider: 'Census' }) },
  })
  expect(requestedCounties).toHaveLength(1)
})

test('takes the state from the county, even if a ZIP code crosses the border', async () => {
  await query({
    openFema: fema(),
    geocoder: geocoderOf({ state: 'IL', countyFips: '18089', countyName: 'Lake' }),
  })
  expect(requestedCounties).toEqual([{ state: 'IN', code: '089', name: 'Lake' }])
})

test('does not query OpenFEMA without a county', async () => {
  expect((await query({ openFema: fema() }, { ...ADA, zipCode: '00000' })).status).toBe('no_match')
  expect((await query({ openFema: fema() }, { ...ADA, zipCode: null })).status).toBe('no_match')
  expect(requestedCounties).toEqual([])
})
