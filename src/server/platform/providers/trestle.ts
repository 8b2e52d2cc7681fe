import type { AdditionalOwner, KnownAddress } from '#domain/enrichment/person-record.ts'
import type { PhoneFacts } from './provider.ts'
import { dayAt, listAt, numberAt, textAt, textsAt } from './raw-fields.ts'

export type TrestleAddress = {
  street_line_1?: string | null
  street_line_2?: string | null
  city?: string | null
  state_code?: string | null
  postal_code?: string | null
  lat_long?: {
    latitude?: number | string | null
    longitude?: number | string | null
    accuracy?: string | null
  } | null
  link_to_person_start_date?: string | null
}

export type TrestleOwner = {
  name?: string | null
  firstname?: string | null
  lastname?: string | null
  alternate_names?: string[] | null
  /** e.g. `45-54` */
  age_range?: string | null
  gender?: string | null
  link_to_phone_start_date?: string | null
  emails?: string[] | null
  alternate_phones?: { phoneNumber?: string | null; lineType?: string | null }[] | null
  current_addresses?: TrestleAddress[] | null
  historical_addresses?: TrestleAddress[] | null
}

/** The answer of `GET /3.2/phone`; an unknown number is HTTP 200 with no owners. */
export type TrestleResponse = {
  phone_number?: string | null
  is_valid?: boolean | null
  line_type?: string | null
  carrier?: string | null
  is_prepaid?: boolean | null
  owners?: TrestleOwner[] | null
  error?: unknown
  warnings?: string[]
}

/** Reads a Trestle reverse-phone answer. The first owner is the contact, the others share the number. Never throws. */
export function phoneFactsFrom(raw: unknown): PhoneFacts {
  const number = textAt(raw, 'phone_number')
  const [contact, ...others] = listAt(raw, 'owners')
  return {
    phone: number
      ? {
          number,
          carrier: textAt(raw, 'carrier'),
          lineType: textAt(raw, 'line_type'),
          ownedSince: dayAt(contact, 'link_to_phone_start_date'),
        }
      : null,
    addresses: addressesOf(contact),
    alternateNames: textsAt(contact, 'alternate_names'),
    alternateEmails: textsAt(contact, 'emails').filter((email) => email.includes('@')),
    alternatePhones: listAt(contact, 'alternate_phones')
      .map((phone) => ({
        phoneNumber: textAt(phone, 'phoneNumber', 'phone_number'),
        lineType: textAt(phone, 'lineType', 'line_type'),
      }))
      .filter((phone) => phone.phoneNumber !== null)
      .map((phone) => ({ phoneNumber: phone.phoneNumber ?? '', lineType: phone.lineType })),
    additionalOwners: others.map(additionalOwnerFrom).filter((owner) => owner !== null),
  }
}

function additionalOwnerFrom(owner: unknown): AdditionalOwner | null {
  const parts = [textAt(owner, 'firstname'), textAt(owner, 'lastname')].filter((part) => part !== null)
  const name = textAt(owner, 'name') ?? parts.join(' ')
  if (name === '') return null
  return {
    name,
    ageRange: textAt(owner, 'age_range'),
    gender: textAt(owner, 'gender'),
    phoneOwnershipStartDate: dayAt(owner, 'link_to_phone_start_date'),
    addresses: addressesOf(owner),
  }
}

function addressesOf(owner: unknown): KnownAddress[] {
  return [...listAt(owner, 'current_addresses'), ...listAt(owner, 'historical_addresses')]
    .map(addressFrom)
    .filter((address) => address !== null)
}

function addressFrom(raw: unknown): KnownAddress | null {
  const lines = [textAt(raw, 'street_line_1'), textAt(raw, 'street_line_2')].filter((line) => line !== null)
  const street = lines.length > 0 ? lines.join(', ') : null
  const city = textAt(raw, 'city')
  const zipCode = textAt(raw, 'postal_code')
  if (!street && !city && !zipCode) return null
  const latitude = numberAt(raw, 'lat_long.latitude', -90, 90)
  const longitude = numberAt(raw, 'lat_long.longitude', -180, 180)
  const located = latitude !== null && longitude !== null
  return {
    street,
    city,
    state: textAt(raw, 'state_code'),
    zipCode,
    metro: null,
    moveInDate: dayAt(raw, 'link_to_person_start_date'),
    accuracy: located ? textAt(raw, 'lat_long.accuracy') : null,
    latitude: located ? latitude : null,
    longitude: located ? longitude : null,
  }
}
