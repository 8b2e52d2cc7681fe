import { createZipCodes } from '#server/platform/places/zip-codes.ts'
import { createDataProviders, type ProviderSettings } from '#server/platform/providers/data-providers.ts'
import type { PersonQuery } from '#server/platform/providers/provider.ts'
import { KEYS, peopleDataLabs, trestle, twilio } from './people-providers.ts'
import { createProviderServer } from './provider-server.ts'

export const NOW = '2026-03-10T12:00:00.000Z'

export const ADA: PersonQuery = {
  firstName: 'Ada',
  lastName: 'Lindquist',
  email: null,
  phone: null,
  address: '12 Heron Ct',
  city: 'Lisle',
  state: 'IL',
  zipCode: '60532',
}

/** Failures common to all providers, with their messages, by scenario. */
export const FAILURES = [
  ['broken', 'returned an error (503)'],
  ['html', 'returned invalid JSON'],
  ['huge', 'returned too much data'],
  ['refused', 'rejected the API key'],
  ['out-of-credits', 'is out of credits'],
  ['rejected', 'rejected the request (400)'],
  ['wrong-type', 'returned an unknown format'],
] as const

/** All sources turned off. */
export const DISABLED_PROVIDERS: ProviderSettings = {
  peopleDataLabs: null,
  trestle: null,
  twilio: null,
  attom: null,
  openFema: null,
  census: null,
}

/** Creates data sources with fake people and phone providers, each turned on by name. */
export async function startPeopleSources() {
  const server = await createProviderServer({ routes: [peopleDataLabs, trestle, twilio] })
  const { url } = server
  return {
    requests: server.requests,
    stop: server.stop,
    pdl: (key = KEYS.pdl) => ({ peopleDataLabs: { key, url } }),
    trestle: (key = KEYS.trestle) => ({ trestle: { key, url } }),
    twilio: (authToken = KEYS.twilio.authToken) => ({ twilio: { ...KEYS.twilio, authToken, url } }),
    dataSourcesOf: (settings: Partial<ProviderSettings>, limits = { timeoutMs: 10_000 }) =>
      createDataProviders({
        settings: { ...DISABLED_PROVIDERS, ...settings },
        sampleData: false,
        recordFile: async () => null,
        zipCodes: createZipCodes(),
        clock: { now: () => new Date(NOW) },
        http: { limits, sleep: async () => undefined },
      }),
  }
}
