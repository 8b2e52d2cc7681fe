import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import type { RecordSubject } from '#domain/enrichment/record-match.ts'
import { stateOfCounty } from '#domain/identity/county.ts'
import type { Clock } from '../clock.ts'
import type { ZipCodes } from '../places/zip-codes.ts'
import type { Geocoder } from './census-client.ts'
import type { DeclaredCounty, OpenFema } from './open-fema-client.ts'
import type { DataProviders, PersonQuery, ProviderResult } from './provider.ts'
import { createResults } from './provider-results.ts'

/** Finds a person's documents in the file the operator loaded; null while there is no file. */
export type RecordFile = (
  subject: RecordSubject,
) => Promise<{ file: string; listDate: string | null; records: PublicRecord[] } | null>

type Sources = {
  file: RecordFile | null
  openFema: OpenFema | null
  /** Finds the county of a home; if it is absent or finds none, the ZIP code decides. */
  geocoder: Geocoder | null
  zipCodes: ZipCodes
  clock: Clock
}

const PROVIDER = 'Public records'

/** Short, because the county only narrows the results and must not delay the documents. */
const GEOCODER_TIMEOUT_MS = 4000

type SourceResult = { source: string; records: PublicRecord[] } | 'failed' | null

/**
 * Joins court and county documents of the loaded file with disasters declared for the home's county. Each document
 * appears once, and one failing source doesn't affect the other.
 */
export function createPublicRecords({
  file,
  openFema,
  geocoder,
  zipCodes,
  clock,
}: Sources): DataProviders['publicRecords'] {
  return async (query, signal) => {
    const county = await countyOf({ geocoder, zipCodes }, query, signal)
    const { firstName, lastName, address: street, city, state, zipCode } = query
    const subject: RecordSubject = { firstName, lastName, street, city, state, zipCode, county }
    const results = await Promise.all([
      recordsOnFile(file, subject),
      declaredDisasters(openFema, county, signal),
    ])
    return joinResults(results, zipCode, clock)
  }
}

async function recordsOnFile(file: RecordFile | null, subject: RecordSubject): Promise<SourceResult> {
  const fileResult = await file?.(subject).catch(() => 'failed' as const)
  if (!fileResult || fileResult === 'failed') return fileResult ?? null
  const listDateText = fileResult.listDate ? `, list of ${fileResult.listDate}` : ''
  return { source: `Loaded file: ${fileResult.file}${listDateText}`, records: fileResult.records }
}

async function declaredDisasters(
  openFema: OpenFema | null,
  county: DeclaredCounty | null,
  signal: AbortSignal,
): Promise<SourceResult> {
  if (!openFema) return null
  if (!county) return { source: PROVIDER, records: [] }
  const result = await openFema.declarations(county, signal)
  return result.status === 'match' ? { source: result.provider, records: result.data } : 'failed'
}

function joinResults(
  sourceResults: readonly SourceResult[],
  zipCode: string | null,
  clock: Clock,
): ProviderResult<PublicRecord[]> {
  if (sourceResults.every((result) => result === null)) return { status: 'not_configured' }
  const succeeded = sourceResults.filter((result) => result !== null && result !== 'failed')
  const data = uniqueRecords(succeeded.flatMap(({ records }) => records)).map((record) =>
    withZipCode(zipCode, record),
  )
  if (data.length > 0) {
    const sources = succeeded.filter(({ records }) => records.length > 0).map(({ source }) => source)
    return createResults(sources.join('; '), clock).match(data)
  }
  const results = createResults(PROVIDER, clock)
  return sourceResults.includes('failed') ? results.error('could not be read') : results.noMatch
}

/** Deduplicates documents by source and id, and declarations by id alone, since all sources share their ids. */
function uniqueRecords(records: readonly PublicRecord[]): PublicRecord[] {
  const byDocument = new Map<string, PublicRecord>()
  for (const record of records) {
    const { kind, source, documentId } = record
    const key = JSON.stringify([kind, kind === 'disaster' ? '' : source, documentId])
    if (!byDocument.has(key)) byDocument.set(key, record)
  }
  return [...byDocument.values()]
}

/** Adds the home's ZIP code to a county-wide declaration, so that it can be matched to the home later. */
function withZipCode(zipCode: string | null, record: PublicRecord): PublicRecord {
  const isAboutCounty = record.kind === 'disaster' && record.details.damage !== true
  if (!isAboutCounty || !record.address) return record
  return { ...record, address: { ...record.address, zipCode } }
}

async function countyOf(
  { geocoder, zipCodes }: Pick<Sources, 'geocoder' | 'zipCodes'>,
  query: PersonQuery,
  signal: AbortSignal,
): Promise<DeclaredCounty | null> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(GEOCODER_TIMEOUT_MS)])
  const geocoded = await geocoder?.geocode(query, limited)
  if (geocoded?.status === 'match') {
    const { countyFips, countyName } = geocoded.data
    // Near a border, the postal state may differ, so the county's own state counts.
    const state = countyFips ? stateOfCounty(countyFips) : null
    if (state && countyFips && countyName) return { state, code: countyFips.slice(2), name: countyName }
  }
  const zip = /^\d{5}/.exec(query.zipCode?.trim() ?? '')?.[0]
  const zipPlace = zip ? await zipCodes.find(zip).catch(() => null) : null
  if (!zipPlace?.state || !zipPlace.county || !/^\d{3}$/.test(zipPlace.countyFips ?? '')) return null
  return { state: zipPlace.state, code: zipPlace.countyFips ?? '', name: zipPlace.county }
}
