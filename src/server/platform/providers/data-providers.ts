import type { Clock } from '../clock.ts'
import type { ZipCodes } from '../places/zip-codes.ts'
import { ATTOM, createAttom } from './attom-client.ts'
import { CENSUS, createCensus } from './census-client.ts'
import { createProviderHttp, type ProviderHttpOptions } from './http/provider-http.ts'
import { createOpenFema, OPEN_FEMA } from './open-fema-client.ts'
import { createPeopleDataLabs, PEOPLE_DATA_LABS } from './people-data-labs-client.ts'
import type { DataProviders } from './provider.ts'
import { createSource, type ProviderStatus, type Source } from './provider-status.ts'
import { createPublicRecords, type RecordFile } from './public-records.ts'
import { createSampleProviders } from './sample/sample-provider.ts'
import { createTrestle, TRESTLE } from './trestle-client.ts'
import { createTwilio, TWILIO } from './twilio-client.ts'

type KeySettings = { key: string; url: string }

/** Settings of the data sources; null turns a source off. */
export type ProviderSettings = {
  peopleDataLabs: KeySettings | null
  trestle: KeySettings | null
  twilio: { accountSid: string; authToken: string; url: string } | null
  attom: KeySettings | null
  openFema: { url: string } | null
  census: { url: string } | null
}
type SourceName = keyof ProviderSettings

const PROVIDER_INFO: Record<SourceName, Pick<ProviderStatus, 'name' | 'purpose' | 'variable'>> = {
  peopleDataLabs: {
    name: PEOPLE_DATA_LABS,
    purpose: 'Work, education, profiles, household and earlier addresses',
    variable: 'PDL_API_KEY',
  },
  trestle: {
    name: TRESTLE,
    purpose: 'Owners of a phone number, and whether it is in service',
    variable: 'TRESTLE_API_KEY',
  },
  twilio: {
    name: TWILIO,
    purpose: 'Whether a phone number is in service',
    variable: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  },
  attom: { name: ATTOM, purpose: 'Homes with their owners, sales and loans', variable: 'ATTOM_API_KEY' },
  openFema: { name: OPEN_FEMA, purpose: 'Disasters declared for a county', variable: 'OPENFEMA=1' },
  census: { name: CENSUS, purpose: 'County and coordinates of an address', variable: 'CENSUS_GEOCODER=1' },
}
const NAMES = Object.keys(PROVIDER_INFO) as SourceName[]

export type DataSources = {
  providers: DataProviders
  /** Status of every source, including those turned off. */
  statuses(): ProviderStatus[]
}

type Options = {
  settings: ProviderSettings
  /** Uses only the sample provider, since mixing real and sample data would mislead. */
  sampleData: boolean
  /** Court and county documents loaded by the operator. */
  recordFile: RecordFile
  zipCodes: ZipCodes
  clock: Clock
  /** Replaceable in tests. */
  http?: Pick<ProviderHttpOptions, 'limits' | 'sleep'>
}

type Sources = Partial<Record<SourceName, Source>>

/** Creates the data sources turned on by their settings. Requests without a source return `not_configured`. */
export function createDataProviders(options: Options): DataSources {
  const { sampleData, clock } = options
  const sources = sampleData ? {} : createSources(options)
  return {
    providers: sampleData ? createSampleProviders(() => clock.now()) : connectProviders(sources, options),
    statuses: () =>
      NAMES.map((name) => ({
        ...PROVIDER_INFO[name],
        on: sources[name] !== undefined,
        ...(sources[name]?.stats() ?? NO_CALLS),
      })),
  }
}

const NO_CALLS = {
  calls: 0,
  matches: 0,
  failures: 0,
  costUsd: 0,
  breaker: 'closed',
  lastFailureAt: null,
} as const

function createSources({ settings, clock, http }: Options): Sources {
  const { peopleDataLabs, trestle, twilio, attom } = settings
  const headers: Partial<Record<SourceName, Record<string, string>>> = {
    ...(peopleDataLabs && { peopleDataLabs: { 'x-api-key': peopleDataLabs.key } }),
    ...(trestle && { trestle: { 'x-api-key': trestle.key } }),
    ...(twilio && { twilio: { authorization: basicAuth(twilio) } }),
    ...(attom && { attom: { apikey: attom.key } }),
  }
  const sources: Sources = {}
  for (const name of NAMES) {
    const baseUrl = settings[name]?.url
    if (baseUrl === undefined) continue
    const options = { ...http, name: PROVIDER_INFO[name].name, baseUrl, headers: headers[name] ?? {} }
    sources[name] = createSource(createProviderHttp(options), clock)
  }
  return sources
}

function basicAuth({ accountSid, authToken }: { accountSid: string; authToken: string }): string {
  return `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
}

function connectProviders(sources: Sources, { clock, recordFile, zipCodes }: Options): DataProviders {
  const geocoder = sources.census?.connect(createCensus)
  const twilio = sources.twilio?.connect(createTwilio)
  const providers = {
    ...createDisabledProviders(),
    ...sources.peopleDataLabs?.connect(createPeopleDataLabs),
    ...sources.trestle?.connect(createTrestle),
    ...sources.attom?.connect(createAttom),
    ...geocoder,
  }
  return {
    ...providers,
    verifyPhone: twilio ? withFallback(twilio.verifyPhone, providers.verifyPhone) : providers.verifyPhone,
    publicRecords: createPublicRecords({
      file: recordFile,
      openFema: sources.openFema?.connect(createOpenFema) ?? null,
      geocoder: geocoder ?? null,
      zipCodes,
      clock,
    }),
  }
}

/** Uses the first vendor's verdict; if it is unknown, asks the second. */
function withFallback(
  verify: DataProviders['verifyPhone'],
  verifyNext: DataProviders['verifyPhone'],
): DataProviders['verifyPhone'] {
  return async (phone, signal) => {
    const firstResult = await verify(phone, signal)
    if (firstResult.status === 'match' && firstResult.data.verdict !== 'unknown') return firstResult
    const secondResult = await verifyNext(phone, signal)
    return secondResult.status === 'match' ? secondResult : firstResult
  }
}

/** Providers without any data source; every request returns `not_configured`. */
export function createDisabledProviders(): DataProviders {
  const notConfigured = async () => ({ status: 'not_configured' as const })
  return {
    person: notConfigured,
    phone: notConfigured,
    property: notConfigured,
    publicRecords: notConfigured,
    geocode: notConfigured,
    verifyEmail: notConfigured,
    verifyPhone: notConfigured,
  }
}
