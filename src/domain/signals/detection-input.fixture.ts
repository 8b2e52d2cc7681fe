import {
  type Education,
  type KnownAddress,
  NO_PERSON_DATA,
  type PersonRecord,
  type Position,
} from '../enrichment/person-record.ts'
import { type Mortgage, NO_PROPERTY_DATA, type PropertyRecord } from '../enrichment/property-record.ts'
import type { EnrichmentResult, PublicRecord } from '../enrichment/public-record.ts'
import { detectSignals } from './detect.ts'
import type { DetectedSignal } from './detected-signal.ts'
import type { DetectionContact, DetectionInput } from './detection.ts'
import type { RuleId } from './rules.ts'

/** Contact with only name and address, plus builders for other facts. */
export const TODAY = '2026-11-15'

export const CONTACT: DetectionContact = {
  firstName: 'Ana',
  lastName: 'Núñez',
  address: '12 Oak Street',
  city: 'Naperville',
  state: 'IL',
  zipCode: '60540',
  birthYear: 1981,
  age: null,
}

const HOME = { street: '12 OAK ST', city: 'Naperville', state: 'IL', zipCode: '60540' }
const { street: _, ...town } = HOME
export const HOME_TOWN = { street: null, ...town }
export const ELSEWHERE = { street: '9 Elm Ave', city: 'Denver', state: 'CO', zipCode: '80206' }

export function knownAddress(over: Partial<KnownAddress> = {}): KnownAddress {
  return {
    ...HOME,
    metro: 'chicago, illinois',
    moveInDate: '2015-03-01',
    accuracy: 'Rooftop',
    latitude: 41.77,
    longitude: -88.15,
    ...over,
  }
}

type PersonParts = Partial<Omit<PersonRecord, 'demographics'>> & {
  demographics?: Partial<PersonRecord['demographics']>
}

export function person({ demographics, ...over }: PersonParts = {}): PersonRecord {
  return {
    ...structuredClone(NO_PERSON_DATA),
    name: { first: 'Ana', last: 'Núñez' },
    demographics: { ...NO_PERSON_DATA.demographics, ...demographics },
    ...over,
  }
}

export function position(over: Partial<Position> = {}): Position {
  return {
    title: 'Engineer',
    company: 'Argent Works',
    metro: 'denver, colorado',
    city: 'Denver',
    state: 'CO',
    startDate: '2026-09-01',
    endDate: null,
    remoteCapable: false,
    ...over,
  }
}

export function education(over: Partial<Education> = {}): Education {
  return {
    school: 'Fox River College',
    degrees: ['BSc'],
    majors: [],
    startDate: null,
    endDate: '2026-05-20',
    yearOnly: false,
    ...over,
  }
}

export function mortgage(over: Partial<Mortgage> = {}): Mortgage {
  return {
    amount: 300_000,
    lender: 'LAKESHORE',
    loanType: null,
    dueDate: null,
    recordedDate: '2021-11-15',
    interestRate: 3,
    termMonths: 360,
    adjustable: false,
    firstResetDate: null,
    ...over,
  }
}

type PropertyParts = Partial<Omit<PropertyRecord, 'propertyData'>> & {
  propertyData?: Partial<PropertyRecord['propertyData']>
}

export function property({ propertyData, ...over }: PropertyParts = {}): PropertyRecord {
  return {
    address: '12 Oak St',
    city: 'NAPERVILLE',
    state: 'IL',
    zipCode: '60540-1234',
    propertyType: null,
    bedrooms: null,
    bathrooms: null,
    squareFeet: null,
    yearBuilt: null,
    estimatedValue: null,
    lastSaleDate: null,
    lastSalePrice: null,
    ownershipLength: null,
    ...over,
    propertyData: { ...structuredClone(NO_PROPERTY_DATA), ownerNames: ['NUNEZ ANA M'], ...propertyData },
  }
}

export function record(over: Partial<PublicRecord> & Pick<PublicRecord, 'kind'>): PublicRecord {
  return {
    documentId: 'R-1',
    names: ['ANA NUNEZ'],
    address: HOME,
    dates: { filed: '2026-09-15' },
    amount: null,
    source: 'County recorder',
    details: {},
    ...over,
  }
}

type InputParts = Partial<Omit<DetectionInput, 'current' | 'contact'>> & {
  contact?: Partial<DetectionContact>
  current?: Partial<EnrichmentResult>
}

export function input({ contact, current, ...over }: InputParts = {}): DetectionInput {
  return {
    today: TODAY,
    contact: { ...CONTACT, ...contact },
    current: { person: null, properties: [], publicRecords: [], ...current },
    previous: null,
    previousFetchedAt: null,
    ...over,
  }
}

export function enrichment(over: Partial<EnrichmentResult> = {}): EnrichmentResult {
  return { person: null, properties: [], publicRecords: [], ...over }
}

/** Detected signals in brief: rule, subtype, confidence and day. */
export function findings(parts: InputParts): [RuleId, string, number, string][] {
  return detectSignals(input(parts)).map(({ ruleId, subtype, confidence, eventDate }) => [
    ruleId,
    subtype,
    confidence,
    eventDate,
  ])
}

/** Signals detected from public records alone. */
export function recordFindings(...publicRecords: PublicRecord[]): ReturnType<typeof findings> {
  return findings({ current: { publicRecords } })
}

export function descriptions(parts: InputParts): DetectedSignal['description'][] {
  return detectSignals(input(parts)).map(({ description }) => description)
}
