import { z } from 'zod'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Clock } from '../clock.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import type { ProviderResult } from './provider.ts'
import { createResults } from './provider-results.ts'
import { dayAt, textAt, valueAt } from './raw-fields.ts'

export const OPEN_FEMA = 'OpenFEMA'

/** A county as in declarations: state postal code and three-digit county code. */
export type DeclaredCounty = { state: string; code: string; name: string }

export type OpenFema = {
  /** Lists major disasters declared for a county in the last three years. None is a match without records. */
  declarations(county: DeclaredCounty, signal: AbortSignal): Promise<ProviderResult<PublicRecord[]>>
}

const PATH = '/v2/DisasterDeclarationsSummaries'
const PAGE_SIZE = 1000
/** More than any county has; reached only if the filter was ignored. */
const MAX_PAGES = 3
const YEARS_BACK = 3
const CACHE_MS = 24 * 3600 * 1000
const MAX_CACHED_COUNTIES = 1000
const FIELDS =
  'femaDeclarationString,state,declarationType,declarationDate,declarationTitle,incidentType,' +
  'ihProgramDeclared,iaProgramDeclared,incidentBeginDate,fipsCountyCode,placeCode,designatedArea'

const envelope = z.looseObject({ DisasterDeclarationsSummaries: z.array(z.unknown()) })

/** Reads declared disasters with `GET /v2/DisasterDeclarationsSummaries`, free of charge, once per county and day. */
export function createOpenFema(http: ProviderHttp, clock: Clock): OpenFema {
  const results = createResults(OPEN_FEMA, clock)
  const readSummaries = results.reader(envelope, (body) => results.match(body.DisasterDeclarationsSummaries))
  const cache = new BoundedMap<string, { records: PublicRecord[]; fetchedAt: Date }>(MAX_CACHED_COUNTIES)

  return {
    async declarations(county, signal) {
      const now = clock.now()
      const key = `${county.state}${county.code}`
      const cached = cache.get(key)
      if (cached && now.getTime() - cached.fetchedAt.getTime() < CACHE_MS)
        return results.match(cached.records, { fetchedAt: cached.fetchedAt.toISOString() })
      const summaries: unknown[] = []
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const response = await http.get(PATH, { query: queryFor(county, now, page), signal })
        const read = results.from<unknown[]>(response, { 200: readSummaries })
        if (read.status !== 'match') return read
        summaries.push(...read.data)
        if (read.data.length < PAGE_SIZE) break
      }
      const records = recordsFrom(summaries, county)
      cache.set(key, { records, fetchedAt: now })
      return results.match(records)
    },
  }
}

function queryFor({ state, code }: DeclaredCounty, now: Date, page: number): Record<string, string | number> {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - YEARS_BACK)
  const counties = [code, '000'].map((each) => `fipsCountyCode eq ${quoted(each)}`).join(' or ')
  const conditions = [
    `declarationType eq 'DR'`,
    `state eq ${quoted(state)}`,
    `(${counties})`,
    `declarationDate ge ${quoted(since.toISOString())}`,
  ]
  return {
    $filter: conditions.join(' and '),
    $select: FIELDS,
    $orderby: 'id',
    $top: PAGE_SIZE,
    $skip: page * PAGE_SIZE,
  }
}

/** Quotes text for a filter; quotation marks inside are doubled. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Creates one record per declaration, which is listed once per area; any area may include individual assistance. */
function recordsFrom(summaries: readonly unknown[], county: DeclaredCounty): PublicRecord[] {
  const records = new Map<string, PublicRecord>()
  for (const summary of summaries) {
    const record = recordFrom(summary, county)
    if (!record) continue
    const existing = records.get(record.documentId)
    const assisted = existing?.details.individualAssistance || record.details.individualAssistance
    records.set(record.documentId, {
      ...record,
      details: { ...record.details, individualAssistance: assisted },
    })
  }
  return [...records.values()].sort((a, b) => (b.dates.event ?? '').localeCompare(a.dates.event ?? ''))
}

function recordFrom(summary: unknown, county: DeclaredCounty): PublicRecord | null {
  const documentId = textAt(summary, 'femaDeclarationString')
  const began = dayAt(summary, 'incidentBeginDate')
  const declared = dayAt(summary, 'declarationDate')
  if (!documentId || !(began ?? declared) || !covers(summary, county)) return null
  return {
    kind: 'disaster',
    documentId,
    names: [],
    address: { street: null, city: null, state: county.state, zipCode: null },
    dates: { ...(began ? { event: began } : {}), ...(declared ? { filed: declared } : {}) },
    amount: null,
    source: OPEN_FEMA,
    details: {
      documentType: textAt(summary, 'declarationTitle', 'incidentType') ?? 'Disaster declaration',
      county: county.name,
      individualAssistance:
        isDeclared(summary, 'ihProgramDeclared') || isDeclared(summary, 'iaProgramDeclared'),
    },
  }
}

/** Checks type and area again, in case the filter was ignored. */
function covers(summary: unknown, { state, code }: DeclaredCounty): boolean {
  const type = textAt(summary, 'declarationType')?.toUpperCase()
  if (type !== 'DR' || textAt(summary, 'state')?.toUpperCase() !== state) return false
  const area = textAt(summary, 'fipsCountyCode')?.padStart(3, '0')
  if (area === code) return true
  // County 000 without a place is the whole state; tribal areas also have county 000, but with a place.
  return area === '000' && Number(textAt(summary, 'placeCode') ?? 0) === 0
}

function isDeclared(summary: unknown, field: string): boolean {
  const value = valueAt(summary, field)
  return value === true || ['true', '1'].includes(String(value).toLowerCase())
}
