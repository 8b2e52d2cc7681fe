import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { phoneNumberOf } from '#test/fakes/people-providers.ts'
import { ADA, FAILURES, NOW, startPeopleSources } from '#test/fakes/people-sources.ts'

let fakes: Awaited<ReturnType<typeof startPeopleSources>>
beforeAll(async () => {
  fakes = await startPeopleSources()
})
afterAll(() => fakes.stop())
beforeEach(() => {
  fakes.requests.length = 0
})

const timeoutSignal = () => AbortSignal.timeout(10_000)

const expectFailure = (result: object, message: string) => {
  expect(result).toMatchObject({ status: 'error', message: expect.stringContaining(message) })
  expect(result).not.toHaveProperty('costUsd')
}

describe('A28 People Data Labs', () => {
  const queryPerson = (scenario: string, sources = fakes.dataSourcesOf(fakes.pdl())) =>
    sources.providers.person({ ...ADA, email: `${scenario}@example.com` }, timeoutSignal())

  test('a match has facts, likelihood and cost; the request contains the known fields', async () => {
    expect(await queryPerson('match')).toMatchObject({
      status: 'match',
      provider: 'People Data Labs',
      fetchedAt: NOW,
      sample: false,
      costUsd: 0.28,
      likelihood: 8,
      refused: [],
      data: {
        demographics: { age: 45 },
        employment: { current: { company: 'Tallgrass', startDate: '2024-05-15' } },
      },
    })
    expect(Object.fromEntries(fakes.requests[0]?.query ?? [])).toEqual({
      first_name: 'Ada',
      last_name: 'Lindquist',
      email: 'match@example.com',
      street_address: '12 Heron Ct',
      locality: 'Lisle',
      region: 'IL',
      postal_code: '60532',
      min_likelihood: '6',
    })
  })

  test('404 and a likelihood below the limit are no match', async () => {
    expect(await queryPerson('nobody')).toEqual({ status: 'no_match', provider: 'People Data Labs' })
    expect(await queryPerson('long-shot')).toEqual({ status: 'no_match', provider: 'People Data Labs' })
  })

  test('fields outside the plan are unknown instead of `true`, and no error', async () => {
    const result = await queryPerson('withheld')
    expect(result).toMatchObject({ status: 'match', refused: [], data: { name: null, addresses: [] } })
    expect(JSON.stringify(result)).not.toContain('"true"')
  })

  test('other spellings and numbers as text are read the same', async () => {
    expect(await queryPerson('spelled')).toMatchObject({
      likelihood: 9,
      data: { demographics: { birthYear: 1981 } },
    })
  })

  test('impossible values become unknown and are named', async () => {
    expect(await queryPerson('absurd')).toMatchObject({
      status: 'match',
      refused: ['birth year', 'skills', 'start of a role'],
      data: {
        demographics: { birthYear: null, age: null, skills: [] },
        employment: { current: { title: 'Controller', startDate: null } },
      },
    })
  })

  test('a response without a person is an error, never a match', async () => {
    expectFailure(await queryPerson('no-data'), 'returned an unknown format')
  })

  test.each(FAILURES)('%s is an error with instructions and costs nothing', async (scenario, message) => {
    expectFailure(await queryPerson(scenario), message)
  })

  test('a rate limit has a time to retry', async () => {
    expect(await queryPerson('limited')).toEqual({
      status: 'rate_limited',
      provider: 'People Data Labs',
      retryAfterSeconds: 90,
    })
  })

  test('two consecutive failures do not open the circuit breaker', async () => {
    expect(await queryPerson('broken-twice')).toMatchObject({ status: 'match' })
  })

  test('reports a wrong key', async () => {
    expectFailure(
      await queryPerson('match', fakes.dataSourcesOf(fakes.pdl('wrong'))),
      'People Data Labs rejected the API key',
    )
  })

  test('sends no request with only a name', async () => {
    const { person } = fakes.dataSourcesOf(fakes.pdl()).providers
    const query = { ...ADA, address: null, city: null, zipCode: null }
    expect(await person(query, timeoutSignal())).toMatchObject({ status: 'no_match' })
    expect(fakes.requests).toEqual([])
  })
})

describe('A15 Trestle', () => {
  const queryPhone = (scenario: string, sources = fakes.dataSourcesOf(fakes.trestle())) =>
    sources.providers.phone({ ...ADA, phone: phoneNumberOf(scenario) }, timeoutSignal())

  test('a match has the line, its owner and the addresses', async () => {
    expect(await queryPhone('match')).toMatchObject({
      status: 'match',
      provider: 'Trestle',
      costUsd: 0.08,
      data: {
        phone: { lineType: 'Mobile', carrier: 'A Carrier', ownedSince: '2017-04-02' },
        addresses: [{ latitude: 41.8, longitude: -88.07, accuracy: 'Rooftop' }],
      },
    })
  })

  test('no owners means no match', async () => {
    expect(await queryPhone('nobody')).toEqual({ status: 'no_match', provider: 'Trestle' })
    expect(await queryPhone('unsure')).toEqual({ status: 'no_match', provider: 'Trestle' })
  })

  test('an error inside a response does not count as no match', async () => {
    expectFailure(await queryPhone('own-error'), 'Trestle returned an error')
  })

  test('registry names and keys in other cases are read the same', async () => {
    expect(await queryPhone('spelled')).toMatchObject({
      data: { alternateEmails: ['a@b.org'], additionalOwners: [] },
    })
  })

  test('a number owned by someone else adds no facts to the contact', async () => {
    expect(await queryPhone('someone-else')).toMatchObject({
      status: 'match',
      data: { addresses: [], alternateEmails: [], additionalOwners: [{ name: 'Moses Okafor' }] },
    })
  })

  test.each(FAILURES)('%s is an error with instructions and costs nothing', async (scenario, message) => {
    expectFailure(await queryPhone(scenario), message)
  })

  test('an invalid phone number sends no request', async () => {
    const { phone } = fakes.dataSourcesOf(fakes.trestle()).providers
    expect(await phone({ ...ADA, phone: 'ext. 12' }, timeoutSignal())).toMatchObject({ status: 'no_match' })
    expect(fakes.requests).toEqual([])
  })

  test('concurrent enrichment and verification share one paid request', async () => {
    const sources = fakes.dataSourcesOf(fakes.trestle())
    const phone = phoneNumberOf('match')
    const [match, verdict] = await Promise.all([
      sources.providers.phone({ ...ADA, phone }, timeoutSignal()),
      sources.providers.verifyPhone(phone, timeoutSignal()),
    ])
    expect([match.status, verdict.status]).toEqual(['match', 'match'])
    expect(fakes.requests).toHaveLength(1)
    expect(sources.statuses().find(({ name }) => name === 'Trestle')).toMatchObject({
      calls: 1,
      costUsd: 0.08,
    })
  })
})
