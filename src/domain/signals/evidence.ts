import type { KnownAddress } from '../enrichment/person-record.ts'
import type { PropertyRecord } from '../enrichment/property-record.ts'
import type { PublicRecord, RegistryDate } from '../enrichment/public-record.ts'
import { type DayNumber, formatDay, parseDay, parseToday } from '../score/day.ts'
import { BASELINE, type Subtype } from '../score/parameters.ts'
import type { DetectedSignal } from './detected-signal.ts'
import type { DetectionContact, DetectionInput } from './detection.ts'
import { hasSurname, isNamed, type Party, partiesOf } from './name-match.ts'
import { isSameCity, isSameHome, type PostalPlace } from './place-match.ts'
import { resolveRegistryDate } from './registry-date.ts'
import { MATCH_QUALITY, type MatchKind, RULES, type RuleId } from './rules.ts'

/** Detection input plus values that several rules derive from it. */
export type Evidence = DetectionInput & {
  todayDay: DayNumber
  age: number | null
  residence: PostalPlace
  /** The property the contact lives in. */
  home: PropertyRecord | null
}

/** The contact's home: the address on file, or else the newest one from providers. */
export function residenceOf(contact: DetectionContact, knownAddresses: readonly KnownAddress[]): PostalPlace {
  const { address: street, city, state, zipCode } = contact
  const newest = knownAddresses[0]
  if (street || city || zipCode || !newest) return { street, city, state, zipCode }
  return { street: newest.street, city: newest.city, state: newest.state, zipCode: newest.zipCode }
}

export function placeOfProperty(property: PropertyRecord): PostalPlace {
  return { street: property.address, city: property.city, state: property.state, zipCode: property.zipCode }
}

export function homeOf(residence: PostalPlace, properties: readonly PropertyRecord[]): PropertyRecord | null {
  return properties.find((property) => isSameHome(placeOfProperty(property), residence)) ?? null
}

/** Age in years today. The user's value comes first; a birth year counts from July 1. Null if implausible. */
export function ageOf(
  contact: Pick<DetectionContact, 'age' | 'birthYear'>,
  person: { age: number | null; birthYear: number | null } | null,
  today: DayNumber,
): number | null {
  const ageFromYear = (year: number | null | undefined) => {
    const birthDay = parseDay(year == null ? null : `${String(year).padStart(4, '0')}-07-01`)
    return Number.isNaN(birthDay) ? null : Math.floor((today - birthDay) / 365.25)
  }
  const [minAge, maxAge] = BASELINE.adultAges
  const candidates = [
    ageFromYear(contact.birthYear),
    contact.age,
    ageFromYear(person?.birthYear),
    person?.age,
  ]
  return candidates.find((age) => age != null && age >= minAge && age <= maxAge) ?? null
}

/** @throws RangeError when `today` is not a day. */
export function collectEvidence(input: DetectionInput): Evidence {
  const todayDay = parseToday(input.today)
  const { contact, current } = input
  const residence = residenceOf(contact, current.person?.addresses ?? [])
  return {
    ...input,
    todayDay,
    age: ageOf(contact, current.person?.demographics ?? null, todayDay),
    residence,
    home: homeOf(residence, current.properties),
  }
}

/** Day on which a group of provider fields was fetched; today if unknown or in the future. */
export function fetchedOn(evidence: Evidence, group: string): DayNumber {
  const day = parseDay(evidence.current.person?.sources[group]?.fetchedAt.slice(0, 10))
  return day <= evidence.todayDay ? day : evidence.todayDay
}

export function providerOf(evidence: Evidence, group: string): string {
  return evidence.current.person?.sources[group]?.provider ?? `${group} record`
}

/** Rates how the parties at an address match the contact; null for no match or a name alone. */
export function matchOf(
  evidence: Evidence,
  parties: readonly Party[],
  address: PostalPlace | null,
): MatchKind | null {
  const { contact, residence, current } = evidence
  if (address === null) return null
  const homes = [residence, ...current.properties.map(placeOfProperty)]
  const isAtAddress = homes.some((home) => isSameHome(home, address))
  if (parties.some((party) => isNamed(party, contact))) {
    if (isAtAddress) return 'name+address'
    return isSameCity(residence, address) ? 'name+city' : null
  }
  return isAtAddress && parties.some((party) => hasSurname(party, contact.lastName))
    ? 'surname+address'
    : null
}

type Finding = Omit<DetectedSignal, 'category' | 'confidence' | 'eventDate'> & {
  eventDay: DayNumber
  /** Replaces the base confidence of the rule. */
  base?: number | undefined
  /** Factor on the base confidence. */
  factor?: number
}

/** Completes a signal; null if its confidence rounds to zero. */
export function createSignal({ eventDay, factor = 1, base, ...finding }: Finding): DetectedSignal | null {
  const rule = RULES[finding.ruleId]
  const { category } = rule
  const inputs = { base: base ?? rule.base, ...finding.inputs }
  // Products like .7 × .75 fall just below the half that rounds up.
  const confidence = Math.round(Math.min(1, inputs.base * factor) * 100 + 1e-9) / 100
  return confidence > 0 ? { ...finding, category, confidence, eventDate: formatDay(eventDay), inputs } : null
}

export type RecordRule = {
  ruleId: RuleId
  subtype: Subtype
  description: string
  /** The dates that can be the day of the event, best first. */
  dates: readonly DateKind[]
  /** Names to match; all names of the record by default. */
  parties?: readonly Party[]
  /** Replaces the base confidence of the rule. */
  base?: number
  monthsAhead?: number
}

type DateKind = keyof PublicRecord['dates']

/** The first of these dates that a document has. */
export function firstDate({ dates }: PublicRecord, kinds: readonly DateKind[]): RegistryDate | undefined {
  return kinds.map((kind) => dates[kind]).find((date) => date != null)
}

/** Signals of the registry documents for which `ruleFor` has a rule. */
export function signalsFromRecords(
  evidence: Evidence,
  ruleFor: (record: PublicRecord) => RecordRule | null,
): (DetectedSignal | null)[] {
  return evidence.current.publicRecords.map((record) => {
    const rule = ruleFor(record)
    return rule && signalFromRecord(evidence, record, rule)
  })
}

/** Signal from one registry document; null unless it is about the contact and has a plausible date. */
function signalFromRecord(
  evidence: Evidence,
  record: PublicRecord,
  { ruleId, subtype, description, dates, parties, base, monthsAhead }: RecordRule,
): DetectedSignal | null {
  const match = matchOf(evidence, parties ?? partiesOf(record.names), record.address)
  const date = resolveRegistryDate(firstDate(record, dates), evidence.todayDay, monthsAhead)
  if (match === null || date === null) return null
  return createSignal({
    ruleId,
    subtype,
    description,
    base,
    factor: MATCH_QUALITY[match] * date.factor,
    eventDay: date.day,
    source: record.source,
    documentId: record.documentId,
    inputs: {
      recordKind: record.kind,
      documentType: record.details.documentType ?? null,
      match,
      datePrecision: date.precision,
    },
  })
}
