import type { Clock } from '../clock.ts'
import type { ZipCodes } from '../places/zip-codes.ts'
import { ATTOM, createAttom } from './attom-client.ts'
import { CENSUS, createCensus, type Geocoder } from './census-client.ts'
import { createDisabledProviders } from './disabled.ts'
import { createProviderHttp, type ProviderHttpOptions } from './http/provider-http.ts'
import { createOpenFema, OPEN_FEMA, type OpenFema } from './open-fema-client.ts'
import { createPeopleDataLabs, PEOPLE_DATA_LABS } from './people-data-labs-client.ts'
import type { DataProviders, ProviderResult, Verdict } from './provider.ts'
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

const NO_CALLS: ReturnType<Source['stats']> = {
  calls: 0,
  matches: 0,
  failures: 0,
  costUsd: 0,
  breaker: 'closed',
  lastFailureAt: null,
}

function createSources({ settings, clock, http }: Options): Sources {
  const headers: Record<SourceName, Record<string, string>> = {
    peopleDataLabs: { 'x-api-key': settings.peopleDataLabs?.key ?? '' },
    trestle: { 'x-api-key': settings.trestle?.key ?? '' },
    twilio: { authorization: basicAuth(settings.twilio) },
    attom: { apikey: settings.attom?.key ?? '' },
    openFema: {},
    census: {},
  }
  const sources: Sources = {}
  for (const name of NAMES) {
    const baseUrl = settings[name]?.url
    if (baseUrl === undefined) continue
    const client = createProviderHttp({
      ...http,
      name: PROVIDER_INFO[name].name,
      baseUrl,
      headers: headers[name],
    })
    sources[name] = createSource(client, clock)
  }
  return sources
}

function basicAuth(twilio: ProviderSettings['twilio']): string {
  return `Basic ${Buffer.from(`${twilio?.accountSid}:${twilio?.authToken}`).toString('base64')}`
}

function connectProviders(sources: Sources, { clock, recordFile, zipCodes }: Options): DataProviders {
  const { peopleDataLabs, trestle, twilio, attom, openFema, census } = sources
  const providers = createDisabledProviders()
  if (peopleDataLabs) {
    const client = createPeopleDataLabs(peopleDataLabs.http, clock)
    providers.person = (query, signal) => peopleDataLabs.counted(client.person(query, signal))
  }
  if (trestle) {
    const client = createTrestle(trestle.http, clock)
    providers.phone = (query, signal) => trestle.counted(client.phone(query, signal))
    providers.verifyPhone = (phone, signal) => trestle.counted(client.verifyPhone(phone, signal))
  }
  if (twilio) {
    const client = createTwilio(twilio.http, clock)
    const next = providers.verifyPhone
    providers.verifyPhone = (phone, signal) =>
      withFallback(twilio.counted(client.verifyPhone(phone, signal)), () => next(phone, signal))
  }
  if (attom) {
    const client = createAttom(attom.http, clock)
    providers.property = (query, signal) => attom.counted(client.property(query, signal))
  }
  const geocoder = census ? geocoderOf(census, clock) : null
  if (geocoder) providers.geocode = geocoder.geocode
  providers.publicRecords = createPublicRecords({
    file: recordFile,
    openFema: openFema ? declarationsOf(openFema, clock) : null,
    geocoder,
    zipCodes,
    clock,
  })
  return providers
}

/** Uses the first vendor's verdict; if it is unknown, asks the second. */
async function withFallback(
  firstResult: Promise<ProviderResult<Verdict>>,
  next: () => Promise<ProviderResult<Verdict>>,
): Promise<ProviderResult<Verdict>> {
  const first = await firstResult
  if (first.status === 'match' && first.data.verdict !== 'unknown') return first
  const second = await next()
  return second.status === 'match' ? second : first
}

function declarationsOf(source: Source, clock: Clock): OpenFema {
  const client = createOpenFema(source.http, clock)
  return { declarations: (county, signal) => source.counted(client.declarations(county, signal)) }
}

function geocoderOf(source: Source, clock: Clock): Geocoder {
  const client = createCensus(source.http, clock)
  return { geocode: (place, signal) => source.counted(client.geocode(place, signal)) }
}
