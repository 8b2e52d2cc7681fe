import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ATTOM_KEY, attom, census, openFema } from '#test/fakes/place-providers.ts'
import { createProviderServer } from '#test/fakes/provider-server.ts'
import { createAttom } from './attom-client.ts'
import { createCensus } from './census-client.ts'
import { createProviderHttp } from './http/provider-http.ts'
import { createOpenFema } from './open-fema-client.ts'
import type { PersonQuery } from './provider.ts'

const NOW = '2026-03-10T12:00:00.000Z'

let server: Awaited<ReturnType<typeof createProviderServer>>
const time = { now: new Date(NOW) }
beforeAll(async () => {
  server = await createProviderServer({ routes: [attom, openFema, census] })
})
afterAll(() => server.stop())
beforeEach(() => {
  server.requests.length = 0
  time.now = new Date(NOW)
})

const clock = { now: () => time.now }
const timeoutSignal = () => AbortSignal.timeout(10_000)
const connection = (name: string, headers: Record<string, string> = {}, timeoutMs = 10_000) =>
  createProviderHttp({
    name,
    baseUrl: server.url,
    headers,
    limits: { timeoutMs },
    sleep: async () => undefined,
  })

/** The street names the scenario of the fake. */
function at(scenario: string): PersonQuery {
  const contact = { firstName: 'Ada', lastName: 'Lindquist', email: null, phone: null }
  return { ...contact, address: `12 ${scenario} Ct`, city: 'Lisle', state: 'IL', zipCode: '60532' }
}

/** Failures that are the same for every provider. */
const FAILURES = [
  ['broken', 'returned an error (503)'],
  ['html', 'returned invalid JSON'],
  ['garbled', 'returned invalid JSON'],
  ['huge', 'returned too much data'],
  ['cut', 'could not be reached'],
  ['wrong-type', 'returned an unknown format'],
] as const

function expectFailure(result: object, message: string): void {
  expect(result).toMatchObject({ status: 'error', message: expect.stringContaining(message) })
  expect(result).not.toHaveProperty('costUsd')
}

describe('A28 ATTOM', () => {
  const queryHome = (scenario: string, key = ATTOM_KEY, timeoutMs?: number) =>
    createAttom(connection('ATTOM', { apikey: key }, timeoutMs), clock).property(
      at(scenario),
      timeoutSignal(),
    )

  test('a match has the home and its cost; the request contains the address', async () => {
    expect(await queryHome('Heron')).toMatchObject({
      ...{ status: 'match', provider: 'ATTOM', fetchedAt: NOW, sample: false, refused: [] },
      costUsd: expect.any(Number),
      data: [
        {
          ...{ address: '12 Heron Ct', bedrooms: 4, bathrooms: 2.5, squareFeet: 2150, yearBuilt: 1987 },
          ...{ estimatedValue: 452_000, lastSalePrice: 310_000, ownershipLength: 11 },
          propertyData: {
            ownerNames: ['Per Lindquist'],
            mortgages: { second: null },
            tax: { amount: 9120.44 },
          },
        },
      ],
    })
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
      address1: '12 Heron Ct',
      address2: 'Lisle, IL 60532',
    })
  })

  test('ignores key case', async () => {
    expect(await queryHome('spelled')).toEqual(await queryHome('Heron'))
  })

  test.each(['nowhere', 'nobody-200', 'empty'])('%s is no match with any status', async (scenario) => {
    expect(await queryHome(scenario)).toEqual({ status: 'no_match', provider: 'ATTOM' })
  })

  test('sends no request without a street or a place', async () => {
    const client = createAttom(connection('ATTOM', { apikey: ATTOM_KEY }), clock)
    const query = at('Heron')
    const results = await Promise.all([
      client.property({ ...query, address: null }, timeoutSignal()),
      client.property({ ...query, city: null, state: null, zipCode: null }, timeoutSignal()),
    ])
    expect(results.map(({ status }) => status)).toEqual(['no_match', 'no_match'])
    expect(server.requests).toEqual([])
  })

  test('impossible values become unknown and are named', async () => {
    expect(await queryHome('absurd')).toMatchObject({
      status: 'match',
      refused: [
        ...['bedrooms', 'date of recording', 'living square feet', 'sale date', 'sale price'],
        ...['square feet', 'tax amount', 'year built'],
      ],
      data: [
        {
          ...{ bedrooms: null, squareFeet: null, yearBuilt: null, lastSaleDate: null, ownershipLength: null },
          propertyData: { tax: { year: 2025 }, rooms: { bathsTotal: 2 }, saleHistory: [] },
        },
      ],
    })
  })

  test('retries temporary faults', async () => {
    expect((await queryHome('broken-twice')).status).toBe('match')
    expect((await queryHome('limited-once')).status).toBe('match')
    expect(await queryHome('limited')).toEqual({
      status: 'rate_limited',
      provider: 'ATTOM',
      retryAfterSeconds: 90,
    })
  })

  test.each<readonly [string, string]>([
    ...FAILURES,
    ['refused', 'rejected the API key'],
    ['rejected', 'rejected the request (400)'],
    ['nameless', 'returned an unknown format'],
  ])('%s is a failure that costs nothing', async (scenario, message) => {
    expectFailure(await queryHome(scenario), message)
  })

  test('a wrong key and a provider that never responds are failures', async () => {
    expectFailure(await queryHome('Heron', 'another key'), 'rejected the API key')
    expectFailure(await queryHome('black-hole', ATTOM_KEY, 100), 'did not answer in time')
  })
})

describe('A28 OpenFEMA', () => {
  const fema = (timeoutMs?: number) => createOpenFema(connection('OpenFEMA', {}, timeoutMs), clock)
  const dupage = { state: 'IL', code: '043', name: 'DuPage' }
  const queryCounty = (code: string, client = fema()) =>
    client.declarations({ ...dupage, code }, timeoutSignal())

  test('lists declarations for the county and the state once, with assistance if any area has it', async () => {
    const result = await queryCounty('043')
    expect(result).toMatchObject({ status: 'match', provider: 'OpenFEMA', fetchedAt: NOW, costUsd: 0 })
    expect(result.status === 'match' && result.data).toEqual([
      {
        ...{ kind: 'disaster', documentId: 'DR-4901-IL', names: [], amount: null, source: 'OpenFEMA' },
        address: { street: null, city: null, state: 'IL', zipCode: null },
        dates: { event: '2026-01-05', filed: '2026-01-20' },
        details: { documentType: 'SEVERE STORMS AND FLOODING', county: 'DuPage', individualAssistance: true },
      },
      expect.objectContaining({ documentId: 'DR-4877-IL' }),
    ])
  })

  test('the filter has type, state, county and start date, and escapes quotation marks', async () => {
    await fema().declarations({ state: "I'L", code: "0' or '1' eq '1", name: 'x' }, timeoutSignal())
    expect(server.requests[0]?.query.get('$filter')).toBe(
      "declarationType eq 'DR' and state eq 'I''L' and (fipsCountyCode eq '0'' or ''1'' eq ''1' or " +
        "fipsCountyCode eq '000') and declarationDate ge '2023-03-10T12:00:00.000Z'",
    )
  })

  test('queries a county once a day', async () => {
    const client = fema()
    const first = await queryCounty('043', client)
    time.now = new Date('2026-03-11T11:00:00.000Z')
    expect(await queryCounty('043', client)).toEqual(first)
    await queryCounty('089', client)
    expect(server.requests).toHaveLength(2)
    time.now = new Date('2026-03-11T12:00:01.000Z')
    await queryCounty('043', client)
    expect(server.requests).toHaveLength(3)
  })

  test('reads all pages, and no declarations are a valid result', async () => {
    expect(await queryCounty('089')).toMatchObject({ status: 'match', data: [] })
    expect(await queryCounty('907')).toMatchObject({ status: 'match', data: { length: 2 } })
    expect(server.requests.slice(1).map(({ query }) => query.get('$skip'))).toEqual(['0', '1000'])
  })

  test.each([
    ['900', 'returned an error (503)'],
    ['902', 'returned invalid JSON'],
    ['903', 'returned too much data'],
    ['904', 'rejected the request (400)'],
    ['905', 'returned an unknown format'],
  ])('county %s is a failure and not cached', async (code, message) => {
    const client = fema()
    expectFailure(await queryCounty(code, client), message)
    const questions = server.requests.length
    await queryCounty(code, client)
    expect(server.requests.length).toBeGreaterThan(questions)
  })

  test('distinguishes a rate limit from no response', async () => {
    expect(await queryCounty('901')).toEqual({
      status: 'rate_limited',
      provider: 'OpenFEMA',
      retryAfterSeconds: 90,
    })
    expectFailure(await queryCounty('906', fema(100)), 'did not answer in time')
  })
})

describe('A12 Census geocoder', () => {
  const geocode = (scenario: string, timeoutMs?: number) =>
    createCensus(connection('Census geocoder', {}, timeoutMs), clock).geocode(at(scenario), timeoutSignal())
  const geocoded = {
    ...{ matchedAddress: '12 HERON CT, LISLE, IL, 60532', zip: '60532', city: 'LISLE', state: 'IL' },
    ...{ latitude: 41.8011, longitude: -88.0745, countyFips: '17043', countyName: 'DuPage' },
  }

  test('a match has coordinates and county', async () => {
    expect(await geocode('Heron')).toMatchObject({
      status: 'match',
      provider: 'Census geocoder',
      costUsd: 0,
      data: geocoded,
    })
    expect(server.requests[0]?.query.get('address')).toBe('12 Heron Ct, Lisle, IL 60532')
  })

  test('200 without matches is no match; two different places are no result', async () => {
    expect((await geocode('unknown')).status).toBe('no_match')
    expect((await geocode('ambiguous')).status).toBe('no_match')
    expect(await geocode('twice')).toMatchObject({ status: 'match', data: geocoded })
  })

  test('an impossible coordinate makes both unknown; other spellings are read', async () => {
    expect(await geocode('odd')).toMatchObject({
      data: { latitude: null, longitude: null, zip: null, countyFips: '17043', countyName: 'DuPage' },
    })
  })

  test.each(FAILURES)('%s is a failure', async (scenario, message) => {
    expectFailure(await geocode(scenario), message)
  })

  test('a provider that never responds has failed, a rate-limited one says so', async () => {
    expectFailure(await geocode('black-hole', 100), 'did not answer in time')
    expect((await geocode('limited')).status).toBe('rate_limited')
  })
})
