import type { PublicRecord } from '../enrichment/public-record.ts'
import { stateCode } from '../identity/address.ts'
import { comparableCounty } from '../identity/county.ts'
import { fold } from '../identity/name.ts'
import { addMonths } from '../score/day.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { createSignal, type Evidence, firstDate, matchOf } from './evidence.ts'
import { partiesOf } from './name-match.ts'
import { isSameHome, isSameZip } from './place-match.ts'
import { resolveRegistryDate } from './registry-date.ts'
import { LIMITS, MATCH_QUALITY } from './rules.ts'

/** Matches by county of the home, or by ZIP code if no record names the county. */
function isInCounty(evidence: Evidence, record: PublicRecord): boolean {
  const { home, residence } = evidence
  const [recordState, homeState] = [record.address?.state, residence.state ?? home?.state]
  if (
    !recordState ||
    !homeState ||
    (stateCode(recordState) ?? fold(recordState)) !== (stateCode(homeState) ?? fold(homeState))
  )
    return false
  const county = home?.propertyData.area.county
  if (typeof county === 'string' && comparableCounty(county) !== '')
    return comparableCounty(county) === comparableCounty(record.details.county ?? '')
  return isSameZip(record.address?.zipCode ?? null, residence.zipCode)
}

function documentInputs({ kind, details }: PublicRecord) {
  return { recordKind: kind, documentType: details.documentType ?? null }
}

function detectDeclaration(evidence: Evidence, record: PublicRecord): DetectedSignal | null {
  if (record.details.individualAssistance !== true || !isInCounty(evidence, record)) return null
  const date = resolveRegistryDate(firstDate(record, ['event', 'filed']), evidence.todayDay)
  if (date === null || date.day < addMonths(evidence.todayDay, -LIMITS.disaster.monthsBack)) return null
  return createSignal({
    ruleId: 'DS1',
    subtype: 'disaster.county',
    factor: date.factor,
    eventDay: date.day,
    source: record.source,
    documentId: record.documentId,
    description: 'Area notice for this county',
    inputs: {
      ...documentInputs(record),
      county: record.details.county ?? null,
      datePrecision: date.precision,
    },
  })
}

/** Signal of damage at the home; the parties on the record (owner, contractor, none) only affect the confidence. */
function detectDamage(evidence: Evidence, record: PublicRecord): DetectedSignal | null {
  const { address } = record
  if (!address || !isSameHome(address, evidence.residence)) return null
  const match = matchOf(evidence, partiesOf(record.names), address)
  const date = resolveRegistryDate(firstDate(record, ['event', 'filed', 'recorded']), evidence.todayDay)
  if (date === null) return null
  return createSignal({
    ruleId: 'DS2',
    subtype: 'disaster.damage',
    factor: MATCH_QUALITY[match ?? 'surname+address'] * date.factor,
    eventDay: date.day,
    source: record.source,
    documentId: record.documentId,
    description: 'Updated public record for this property',
    inputs: { ...documentInputs(record), match: match ?? 'address', datePrecision: date.precision },
  })
}

/** DS1: a disaster is declared for the county. DS2: major damage is on record at the home. */
export function detectDisaster(evidence: Evidence): (DetectedSignal | null)[] {
  return evidence.current.publicRecords.map((record) => {
    if (record.kind !== 'disaster' && record.kind !== 'permit') return null
    if (record.details.damage === true) return detectDamage(evidence, record)
    return record.kind === 'disaster' ? detectDeclaration(evidence, record) : null
  })
}
