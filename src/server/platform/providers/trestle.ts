import type { AdditionalOwner, IsoDate, KnownAddress } from '#domain/enrichment/person-record.ts'
import { hasSurname, isNamed, nameWords, type PersonName, partiesOf } from '#domain/signals/name-match.ts'
import type { PhoneFacts } from './provider.ts'
import { textAt } from './raw-fields.ts'
import {
  createRejectedFields,
  plausibleDate,
  plausibleList,
  plausibleNumber,
  plausibleTexts,
  type RejectedFields,
} from './rejected-fields.ts'

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

/** Response of `GET /3.2/phone`; an unknown number is HTTP 200 with no owners. */
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

/** Context for reading one response: the contact, today's date and the collector of rejected fields. */
type Reading = { person: PersonName; today: IsoDate; refusals?: RejectedFields }

const MAX_OWNERS = 50
const MAX_ADDRESSES = 100
const MAX_PHONES = 50
const DAY_MS = 86_400_000

/**
 * Reads a Trestle reverse-phone response. The owner with the contact's name is the contact; the facts of other owners are
 * not attributed to the contact, since the number may have changed hands. Never throws.
 */
export function phoneFactsFrom(
  raw: unknown,
  { person, today, refusals = createRejectedFields() }: Reading,
): PhoneFacts {
  const latest = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10)
  const reading = { refusals, latest }
  const number = textAt(raw, 'phone_number')
  const owners = plausibleList(refusals, 'owners', raw, 'owners', MAX_OWNERS)
  const contact = owners.find((owner) => isContact(owner, person))
  return {
    phone: number
      ? {
          number,
          carrier: textAt(raw, 'carrier'),
          lineType: textAt(raw, 'line_type'),
          ownedSince: ownedSince(contact, reading),
          ownerName: nameOf(contact ?? owners[0]) || null,
        }
      : null,
    addresses: addressesOf(contact, reading),
    alternateNames: plausibleTexts(refusals, 'alternate names', contact, 'alternate_names'),
    alternateEmails: plausibleTexts(refusals, 'alternate emails', contact, 'emails').filter((email) =>
      email.includes('@'),
    ),
    alternatePhones: plausibleList(refusals, 'alternate phones', contact, 'alternate_phones', MAX_PHONES)
      .map((phone) => ({
        phoneNumber: textAt(phone, 'phoneNumber', 'phone_number'),
        lineType: textAt(phone, 'lineType', 'line_type'),
      }))
      .filter((phone) => phone.phoneNumber !== null)
      .map((phone) => ({ phoneNumber: phone.phoneNumber ?? '', lineType: phone.lineType })),
    additionalOwners: owners
      .filter((owner) => owner !== contact)
      .map((owner) => additionalOwnerFrom(owner, reading))
      .filter((owner) => owner !== null),
  }
}

type Bounds = { refusals: RejectedFields; latest: IsoDate }

/** Compares all names of the owner with the contact; initials and short forms count (`J.`, `Per` for `Peregrin`). */
function isContact(owner: unknown, person: PersonName): boolean {
  if (nameOf(owner) === `${person.firstName} ${person.lastName}`) return true
  const names = [nameOf(owner), ...plausibleTexts(createRejectedFields(), '', owner, 'alternate_names')]
  return partiesOf(names.filter((name) => name !== '')).some(
    (party) => isNamed(party, person) || (hasSurname(party, person.lastName) && isShortFor(party, person)),
  )
}

/** True if a word besides the surname is a prefix of the first name or vice versa: `J`, `Per`, `Peregrin`. */
function isShortFor(party: readonly string[], person: PersonName): boolean {
  const [first] = nameWords(person.firstName)
  const surname = nameWords(person.lastName)
  return party.some(
    (word) =>
      first !== undefined && !surname.includes(word) && (first.startsWith(word) || word.startsWith(first)),
  )
}

function nameOf(owner: unknown): string {
  const parts = [textAt(owner, 'firstname'), textAt(owner, 'lastname')].filter((part) => part !== null)
  return textAt(owner, 'name') ?? parts.join(' ')
}

function ownedSince(owner: unknown, { refusals, latest }: Bounds): IsoDate | null {
  return plausibleDate(refusals, 'phone ownership', owner, 'link_to_phone_start_date', latest)?.day ?? null
}

function additionalOwnerFrom(owner: unknown, bounds: Bounds): AdditionalOwner | null {
  const name = nameOf(owner)
  if (name === '') return null
  return {
    name,
    ageRange: textAt(owner, 'age_range'),
    gender: textAt(owner, 'gender'),
    phoneOwnershipStartDate: ownedSince(owner, bounds),
    addresses: addressesOf(owner, bounds),
  }
}

function addressesOf(owner: unknown, bounds: Bounds): KnownAddress[] {
  const { refusals } = bounds
  return [
    ...plausibleList(refusals, 'addresses', owner, 'current_addresses', MAX_ADDRESSES),
    ...plausibleList(refusals, 'addresses', owner, 'historical_addresses', MAX_ADDRESSES),
  ]
    .map((address) => addressFrom(address, bounds))
    .filter((address) => address !== null)
}

function addressFrom(raw: unknown, { refusals, latest }: Bounds): KnownAddress | null {
  const lines = [textAt(raw, 'street_line_1'), textAt(raw, 'street_line_2')].filter((line) => line !== null)
  const street = lines.length > 0 ? lines.join(', ') : null
  const city = textAt(raw, 'city')
  const zipCode = textAt(raw, 'postal_code')
  if (!street && !city && !zipCode) return null
  const latitude = plausibleNumber(refusals, 'coordinates', raw, 'lat_long.latitude', [-90, 90])
  const longitude = plausibleNumber(refusals, 'coordinates', raw, 'lat_long.longitude', [-180, 180])
  const located = latitude !== null && longitude !== null
  return {
    street,
    city,
    state: textAt(raw, 'state_code'),
    zipCode,
    metro: null,
    moveInDate:
      plausibleDate(refusals, 'move-in date', raw, 'link_to_person_start_date', latest)?.day ?? null,
    accuracy: located ? textAt(raw, 'lat_long.accuracy') : null,
    latitude: located ? latitude : null,
    longitude: located ? longitude : null,
  }
}
