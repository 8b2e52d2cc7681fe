import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { phoneNumberOf } from '#test/fakes/people-providers.ts'
import { ADA, DISABLED_PROVIDERS, FAILURES, NOW, startPeopleSources } from '#test/fakes/people-sources.ts'
import { createZipCodes } from '../places/zip-codes.ts'
import { createDataProviders, type DataSources, type ProviderSettings } from './data-providers.ts'
import type { DataProviders } from './provider.ts'

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

describe('A27 phone verification', () => {
  const vendors: [string, () => Partial<ProviderSettings>][] = [
    ['Trestle', () => fakes.trestle()],
    ['Twilio Lookup', () => fakes.twilio()],
  ]
  const verify = (settings: Partial<ProviderSettings>, scenario: string) =>
    fakes.dataSourcesOf(settings).providers.verifyPhone(phoneNumberOf(scenario), timeoutSignal())

  test.each(vendors)('%s verifies a line with carrier and type', async (provider, settings) => {
    const result = await verify(settings(), 'match')
    expect(result).toMatchObject({
      status: 'match',
      provider,
      data: { verdict: 'valid', carrier: 'A Carrier' },
    })
    expect(result).toMatchObject({ data: { lineType: expect.stringMatching(/^mobile$/i) } })
  })

  test.each(vendors)(
    '%s: a line out of service is invalid; a valid format alone is unknown',
    async (_, settings) => {
      expect(await verify(settings(), 'invalid')).toMatchObject({ data: { verdict: 'invalid' } })
      expect(await verify(settings(), 'unsure')).toMatchObject({ data: { verdict: 'unknown' } })
    },
  )

  test.each(FAILURES)('Twilio %s is an error with instructions', async (scenario, message) => {
    expectFailure(await verify(fakes.twilio(), scenario), message)
  })

  test('Twilio: 404 means an impossible number and costs nothing', async () => {
    expect(await verify(fakes.twilio(), 'no-such-number')).toMatchObject({
      data: { verdict: 'invalid', reason: 'This number does not exist' },
      costUsd: 0,
    })
  })

  test('Twilio: its rate limit code counts with any status', async () => {
    const limited = { status: 'rate_limited', provider: 'Twilio Lookup' }
    expect(await verify(fakes.twilio(), 'limited-in-body')).toEqual({ ...limited, retryAfterSeconds: 60 })
    expect(await verify(fakes.twilio(), 'limited')).toEqual({ ...limited, retryAfterSeconds: 90 })
  })

  test('Twilio is queried first, then Trestle if Twilio has no verdict', async () => {
    const bothProviders = { ...fakes.twilio(), ...fakes.trestle() }
    expect(await verify(bothProviders, 'match')).toMatchObject({ provider: 'Twilio Lookup' })
    expect(fakes.requests).toHaveLength(1)
    expect(await verify({ ...fakes.twilio('wrong'), ...fakes.trestle() }, 'match')).toMatchObject({
      provider: 'Trestle',
    })
  })
})

describe('A28 the provider status for operators', () => {
  const query = (scenario: string) => ({ ...ADA, email: `${scenario}@example.com` })
  const statusOf = (sources: DataSources, wantedName: string) =>
    sources.statuses().find(({ name }) => name === wantedName)

  test('lists every source with its setting, and calls, matches, failures and cost of enabled ones', async () => {
    const sources = fakes.dataSourcesOf(fakes.pdl())
    const { person } = sources.providers
    for (const scenario of ['match', 'match', 'nobody', 'out-of-credits'])
      await person(query(scenario), timeoutSignal())
    expect(sources.statuses().map(({ name, on }) => [name, on])).toEqual([
      ['People Data Labs', true],
      ['Trestle', false],
      ['Twilio Lookup', false],
      ['ATTOM', false],
      ['OpenFEMA', false],
      ['Census geocoder', false],
    ])
    expect(statusOf(sources, 'People Data Labs')).toMatchObject({
      variable: 'PDL_API_KEY',
      calls: 4,
      matches: 2,
      failures: 1,
      costUsd: 0.56,
      breaker: 'closed',
      lastFailureAt: NOW,
    })
  })

  test('A28 an open circuit breaker responds within 50 ms and is shown', async () => {
    const sources = fakes.dataSourcesOf(fakes.pdl(), { timeoutMs: 100 })
    const { person } = sources.providers
    for (let i = 0; i < 5; i += 1) await person(query('black-hole'), timeoutSignal())
    expect(statusOf(sources, 'People Data Labs')).toMatchObject({ breaker: 'open', calls: 5, failures: 5 })
    const startedAt = performance.now()
    expectFailure(await person(query('match'), timeoutSignal()), 'after repeated failures')
    expect(performance.now() - startedAt).toBeLessThan(50)
    expect(fakes.requests).toHaveLength(5)
  })

  test('kinds without a source are not configured and never sample data', async () => {
    const { providers } = fakes.dataSourcesOf(fakes.twilio())
    const missing: (keyof DataProviders)[] = ['person', 'phone', 'property', 'publicRecords']
    for (const name of missing) {
      const provider = providers[name] as DataProviders['person']
      expect(await provider(ADA, timeoutSignal())).toEqual({ status: 'not_configured' })
    }
    expect(await providers.verifyEmail('ada@example.com', timeoutSignal())).toEqual({
      status: 'not_configured',
    })
  })

  test('sample data queries no source, even a configured one', async () => {
    const sources = createDataProviders({
      settings: { ...DISABLED_PROVIDERS, ...fakes.pdl(), openFema: { url: 'http://127.0.0.1:1' } },
      sampleData: true,
      recordFile: async () => null,
      zipCodes: createZipCodes(),
      clock: { now: () => new Date(NOW) },
    })
    expect(await sources.providers.person(query('match'), timeoutSignal())).toMatchObject({ sample: true })
    expect(sources.statuses().some(({ on }) => on)).toBe(false)
    expect(fakes.requests).toEqual([])
  })
})
