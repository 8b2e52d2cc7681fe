import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'

/** What is known of a person when a provider is asked. Empty fields are null. */
export type PersonQuery = {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}

/** Where and when a match was found. */
export type MatchMetadata = {
  provider: string
  fetchedAt: string
  sample: boolean
  /** What the provider charges for it, in US dollars. */
  costUsd?: number
  /** How sure the provider is that it is this person, 1 to 10. */
  likelihood?: number
  /** Fields whose value cannot be, in words (`birth year`); they are unknown in `data`. */
  refused?: string[]
}

/**
 * The answer of one look-up. Only `match` is charged. `error` and `rate_limited` are passing faults: the contact
 * stays as it was and may be asked about again.
 */
export type ProviderResult<T> =
  | ({ status: 'match'; data: T } & MatchMetadata)
  | { status: 'no_match'; provider: string }
  | { status: 'error'; provider: string; message: string }
  | { status: 'rate_limited'; provider: string; retryAfterSeconds: number }
  | { status: 'not_configured' }

/** The verdict of a vendor on an e-mail address or phone number; `unknown` stays pending. */
export type Verdict = {
  verdict: 'valid' | 'invalid' | 'unknown'
  reason: string | null
  /** Of a phone number, where the vendor tells. */
  lineType?: string | null
  carrier?: string | null
}

/** The part of the merged person record that people-data providers fill. */
export type PersonFacts = Pick<
  PersonRecord,
  | 'name'
  | 'employment'
  | 'education'
  | 'social'
  | 'demographics'
  | 'addresses'
  | 'alternateNames'
  | 'alternateEmails'
  | 'alternatePhones'
>
/** The part that phone-intelligence providers fill. */
export type PhoneFacts = Pick<
  PersonRecord,
  'phone' | 'addresses' | 'alternateNames' | 'alternateEmails' | 'alternatePhones' | 'additionalOwners'
>

export type AddressQuery = Pick<PersonQuery, 'address' | 'city' | 'state' | 'zipCode'>
/** The ZIP code and the state that a geocoder found an address in. */
export type GeocodedPlace = { zip: string | null; state: string | null }

/** The seam to people and property data: real adapters and the sample provider have this one shape. */
export type DataProviders = {
  person(query: PersonQuery, signal: AbortSignal): Promise<ProviderResult<PersonFacts>>
  phone(query: PersonQuery, signal: AbortSignal): Promise<ProviderResult<PhoneFacts>>
  property(query: PersonQuery, signal: AbortSignal): Promise<ProviderResult<PropertyRecord[]>>
  publicRecords(query: PersonQuery, signal: AbortSignal): Promise<ProviderResult<PublicRecord[]>>
  /** Whether a geocoder finds a street address; free of charge. */
  geocode(place: AddressQuery, signal: AbortSignal): Promise<ProviderResult<GeocodedPlace>>
  verifyEmail(email: string, signal: AbortSignal): Promise<ProviderResult<Verdict>>
  verifyPhone(phone: string, signal: AbortSignal): Promise<ProviderResult<Verdict>>
}
