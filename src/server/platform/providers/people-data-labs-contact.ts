import type { KnownAddress } from '#domain/enrichment/person-record.ts'
import { normalizeEmail } from '#domain/identity/email.ts'
import { normalizePhone } from '#domain/identity/phone.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import { daysAfter, lower, pointAt } from './people-data-labs-reading.ts'
import type { PersonFacts } from './provider.ts'
import { inTitleCase, textAt, valueAt } from './raw-fields.ts'
import {
  plausibleDate,
  plausibleList,
  plausibleTexts,
  type Reading,
  type RejectedFields,
} from './rejected-fields.ts'

const MAX_ADDRESSES = 100
const MAX_PHONES = 50
const MAX_EMAILS = 50

/** Lists each email address once, recommended and personal ones before work ones. */
export function emailsFrom(person: unknown, refusals: RejectedFields): string[] {
  const listed = plausibleList(refusals, 'emails', person, 'emails', MAX_EMAILS)
  const all = [
    textAt(person, 'recommended_personal_email'),
    ...plausibleTexts(refusals, 'emails', person, 'personal_emails'),
    textAt(person, 'work_email'),
    ...listed.map((entry) => textAt(entry, 'address')),
  ]
  const emails = all.flatMap((email) => (email?.includes('@') ? [normalizeEmail(email)] : []))
  return [...new Set(emails)].slice(0, MAX_EMAILS)
}

/** Lists each phone number once, the mobile number first and marked as such. */
export function phonesFrom(person: unknown, refusals: RejectedFields): PersonFacts['alternatePhones'] {
  const mobile = textAt(person, 'mobile_phone')
  const others = plausibleTexts(refusals, 'phones', person, 'phone_numbers')
  const numbers = [mobile, ...others].flatMap((number) =>
    number === null ? [] : [normalizePhone(number).e164 ?? number],
  )
  const mobileNumber = mobile === null ? null : numbers[0]
  return [...new Set(numbers)]
    .slice(0, MAX_PHONES)
    .map((phoneNumber) => ({ phoneNumber, lineType: phoneNumber === mobileNumber ? 'Mobile' : null }))
}

/** Lists the current address first, then earlier ones; a city without a street only if no street is known there. */
export function addressesFrom(person: unknown, reading: Reading): KnownAddress[] {
  const { refusals } = reading
  const earlier = plausibleList(refusals, 'addresses', person, 'street_addresses', MAX_ADDRESSES)
    .map((entry) => addressFrom(entry, reading))
    .filter((address) => address !== null)
  const current = addressFrom(
    {
      street_address: valueAt(person, 'location_street_address'),
      address_line_2: valueAt(person, 'location_address_line_2'),
      locality: valueAt(person, 'location_locality'),
      region: valueAt(person, 'location_region'),
      postal_code: valueAt(person, 'location_postal_code'),
      metro: valueAt(person, 'location_metro'),
      geo: valueAt(person, 'location_geo'),
    },
    reading,
  )
  if (!current) return earlier
  const isKnown = earlier.some((address) =>
    current.street
      ? homeKey(address) === homeKey(current)
      : address.city?.toLowerCase() === current.city?.toLowerCase(),
  )
  return isKnown ? earlier : [current, ...earlier]
}

function addressFrom(raw: unknown, { today, refusals }: Reading): KnownAddress | null {
  const lines = [textAt(raw, 'street_address'), textAt(raw, 'address_line_2')]
  const street = inTitleCase(lines.filter((line) => line !== null).join(', ') || null)
  const city = inTitleCase(textAt(raw, 'locality'))
  const zipCode = textAt(raw, 'postal_code')
  if (!street && !city && !zipCode) return null
  return {
    street,
    city,
    state: inTitleCase(textAt(raw, 'region')),
    zipCode,
    metro: lower(textAt(raw, 'metro')),
    moveInDate: plausibleDate(refusals, 'move-in date', raw, 'first_seen', daysAfter(today, 1))?.day ?? null,
    accuracy: null,
    ...pointAt(raw, 'geo', refusals),
  }
}
