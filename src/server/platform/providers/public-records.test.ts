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

function record(documentId: string, more: Partial<PublicRecord> = {}): PublicRecord {
  const address = { street: null, city: 'Lisle', state: 'IL', zipCode: null }
  const same = {
    names: ['Ada Lindquist'],
    address,
    dates: { filed: '2026-01-15' },
    amount: null,
    details: {},
  }
  return { kind: 'bankruptcy', documentId, source: 'Court', ...same, ...more }
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
const broken = () => Promise.reject(new Error('the database is away'))

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
const geocoder = (place: {
  state: string | null
  countyFips: string | null
  countyName: string | null
}): Geocoder => ({
  async geocode() {
    const rest = { matchedAddress: 'x', zip: null, city: null, latitude: null, longitude: null }
    return { status: 'match', data: { ...rest, ...place }, provider: 'Census', fetchedAt: NOW, sample: false }
  },
})

type Sources = { file?: RecordFile | null; openFema?: OpenFema | null; geocoder?: Geocoder | null }

function ask({ file = null, openFema = null, geocoder = null }: Sources, query = ADA) {
  requestedCounties.length = 0
  const clock = { now: () => new Date(NOW) }
  const look = createPublicRecords({ file, openFema, geocoder, zipCodes: createZipCodes(), clock })
  return look(query, AbortSignal.timeout(10_000))
}

test('A28 records of both sources are joined, each document once, and both sources are named', async () => {
  const answer = await ask({
    file: file(
      record('BK-1'),
      record('BK-1'),
      record('BK-1', { source: 'Other court' }),
      declaration('DR-1-IL', 'County'),
    ),
    openFema: fema(declaration('DR-1-IL', 'OpenFEMA'), declaration('DR-2-IL', 'OpenFEMA')),
  })
  expect(answer).toMatchObject({
    ...{ status: 'match', fetchedAt: NOW, sample: false },
    provider: 'Loaded file: county.csv, list of 2026-03-02; OpenFEMA',
  })
  expect(
    answer.status === 'match' && answer.data.map(({ documentId, source }) => [documentId, source]),
  ).toEqual([
    ['BK-1', 'Court'],
    ['BK-1', 'Other court'],
    ['DR-1-IL', 'County'],
    ['DR-2-IL', 'OpenFEMA'],
  ])
})

test('a source without records is not named, and no records at all are no match', async () => {
  expect(await ask({ file: file(), openFema: fema(declaration('DR-2-IL', 'OpenFEMA')) })).toMatchObject({
    ...{ status: 'match', provider: 'OpenFEMA' },
    data: [{ address: { zipCode: '60532-1234' } }],
  })
  expect(await ask({ file: file(), openFema: fema() })).toEqual({
    status: 'no_match',
    provider: 'Public records',
  })
})

test('a failing source does not stop the other; both failing is a failure', async () => {
  expect(await ask({ file: broken, openFema: fema(declaration('DR-2-IL', 'OpenFEMA')) })).toMatchObject({
    status: 'match',
  })
  expect(await ask({ file: file(record('BK-1')), openFema: downFema })).toMatchObject({ status: 'match' })
  expect((await ask({ file: file(), openFema: downFema })).status).toBe('error')
  expect((await ask({ file: broken })).status).toBe('error')
})

test('reports nothing connected without a loaded file and OpenFEMA', async () => {
  expect(await ask({ file: async () => null })).toEqual({ status: 'not_configured' })
})

test('takes the county from the geocoder, or from the ZIP code', async () => {
  await ask({
    openFema: fema(),
    geocoder: geocoder({ state: 'IL', countyFips: '17197', countyName: 'Will' }),
  })
  expect(requestedCounties).toEqual([{ state: 'IL', code: '197', name: 'Will' }])
  await ask({ openFema: fema(), geocoder: geocoder({ state: 'IL', countyFips: null, countyName: 'Will' }) })
  expect(requestedCounties).toEqual([
    { state: 'IL', code: '043', name: expect.stringMatching(/^du ?page$/i) },
  ])
  await ask({
    openFema: fema(),
    geocoder: { geocode: async () => ({ status: 'no_match', provider: 'Census' }) },
  })
  expect(requestedCounties).toHaveLength(1)
})

test('takes the state from the county, even if a ZIP code crosses the border', async () => {
  await ask({
    openFema: fema(),
    geocoder: geocoder({ state: 'IL', countyFips: '18089', countyName: 'Lake' }),
  })
  expect(requestedCounties).toEqual([{ state: 'IN', code: '089', name: 'Lake' }])
})

test('does not query OpenFEMA without a county', async () => {
  expect((await ask({ openFema: fema() }, { ...ADA, zipCode: '00000' })).status).toBe('no_match')
  expect((await ask({ openFema: fema() }, { ...ADA, zipCode: null })).status).toBe('no_match')
  expect(requestedCounties).toEqual([])
})
