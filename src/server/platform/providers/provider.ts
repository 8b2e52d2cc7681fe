import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'

/** Data sent to providers about a person. Empty fields are null. */
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

/** Source and time of a match. */
export type MatchMetadata = {
  provider: string
  fetchedAt: string
  sample: boolean
  /** Price of the match in US dollars. */
  costUsd?: number
  /** The provider's confidence that it is this person, 1 to 10. */
  likelihood?: number
  /** Fields with impossible values, in words (`birth year`); they are unknown in `data`. */
  refused?: string[]
}

/**
 * Result of one provider request. Only `match` is charged. `error` and `rate_limited` are temporary: the contact stays
 * unchanged and may be retried.
 */
export type ProviderResult<T> =
  | ({ status: 'match'; data: T } & MatchMetadata)
  | { status: 'no_match'; provider: string }
  | { status: 'error'; provider: string; message: string }
  | { status: 'rate_limited'; provider: string; retryAfterSeconds: number }
  | { status: 'not_configured' }

/** A vendor's verdict on an email address or phone number; `unknown` stays pending. */
export type Verdict = {
  verdict: 'valid' | 'invalid' | 'unknown'
  reason: string | null
  /** For a phone number, if the vendor provides it. */
  lineType?: string | null
  carrier?: string | null
}

/** Part of the person record filled by people-data providers. */
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
/** Part filled by phone-intelligence providers. */
export type PhoneFacts = Pick<
  PersonRecord,
  'phone' | 'addresses' | 'alternateNames' | 'alternateEmails' | 'alternatePhones' | 'additionalOwners'
>

export type AddressQuery = Pick<PersonQuery, 'address' | 'city' | 'state' | 'zipCode'>
/** ZIP code and state of a geocoded address. */
export type GeocodedPlace = { zip: string | null; state: string | null }

/** Interface to people and property data, for real adapters and the sample provider. */
export type DataProviders = {
  person(query: PersonQuery, signal: AbortSignal): Promise<ProviderResult<PersonFacts>>
  phone(query: PersonQuery, signal: AbortSignal): Promise<ProviderResult<PhoneFacts>>
  property(query: PersonQuery, signal: AbortSignal): Promise<ProviderResult<PropertyRecord[]>>
  publicRecords(query: PersonQuery, signal: AbortSignal): Promise<ProviderResult<PublicRecord[]>>
  /** Finds a street address; free of charge. */
  geocode(address: AddressQuery, signal: AbortSignal): Promise<ProviderResult<GeocodedPlace>>
  verifyEmail(email: string, signal: AbortSignal): Promise<ProviderResult<Verdict>>
  verifyPhone(phone: string, signal: AbortSignal): Promise<ProviderResult<Verdict>>
}

/** An object whose methods ask providers. */
export type ProviderCalls<C> = Record<keyof C, (...query: never[]) => Promise<ProviderResult<unknown>>>

/** Copy of a client whose calls run inside `wrap`, which must pass on their results. */
export function wrapCalls<C extends ProviderCalls<C>>(
  client: C,
  wrap: (name: string, call: () => Promise<ProviderResult<unknown>>) => Promise<ProviderResult<unknown>>,
): C {
  const calls = Object.entries<ProviderCalls<C>[keyof C]>(client).map(([name, call]) => [
    name,
    (...query: never[]) => wrap(name, () => call(...query)),
  ])
  return Object.fromEntries(calls)
}
