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

/**
 * The answer of one look-up. Only `match` is charged. `error` and `rate_limited` are passing faults: the contact
 * stays as it was and may be asked about again.
 */
export type Lookup<T> =
  | { status: 'match'; data: T; provider: string; fetchedAt: string; sample: boolean }
  | { status: 'no_match'; provider: string }
  | { status: 'error'; provider: string; message: string }
  | { status: 'rate_limited'; provider: string; retryAfterSeconds: number }
  | { status: 'not_configured' }

/** The verdict of a vendor on an e-mail address or phone number; `unknown` stays pending. */
export type Verdict = { verdict: 'valid' | 'invalid' | 'unknown'; reason: string | null }

/** The part of the merged person record that people-data providers fill. */
export type PersonFacts = Pick<
  PersonRecord,
  'name' | 'employment' | 'education' | 'social' | 'demographics' | 'addresses'
>
/** The part that phone-intelligence providers fill. */
export type PhoneFacts = Pick<
  PersonRecord,
  'phone' | 'addresses' | 'alternateNames' | 'alternateEmails' | 'alternatePhones' | 'additionalOwners'
>

/** The seam to people and property data: real adapters and the sample provider have this one shape. */
export type DataProviders = {
  person(query: PersonQuery, signal: AbortSignal): Promise<Lookup<PersonFacts>>
  phone(query: PersonQuery, signal: AbortSignal): Promise<Lookup<PhoneFacts>>
  property(query: PersonQuery, signal: AbortSignal): Promise<Lookup<PropertyRecord[]>>
  publicRecords(query: PersonQuery, signal: AbortSignal): Promise<Lookup<PublicRecord[]>>
  verifyEmail(email: string, signal: AbortSignal): Promise<Lookup<Verdict>>
  verifyPhone(phone: string, signal: AbortSignal): Promise<Lookup<Verdict>>
}
