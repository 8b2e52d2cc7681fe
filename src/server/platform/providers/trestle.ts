import type { AdditionalOwner, IsoDate, KnownAddress } from '#domain/enrichment/person-record.ts'
import { normalizeEmail } from '#domain/identity/email.ts'
import { storedPhone } from '#domain/identity/phone.ts'
import { hasSurname, isNamed, nameWords, type PersonName, partiesOf } from '#domain/signals/name-match.ts'
import type { PhoneFacts } from './provider.ts'
import { type RejectedFields, ResponseReader } from './response-reader.ts'

/** Context for reading one response: the contact, today's date and the collector of rejected fields. */
type Context = { person: PersonName; today: IsoDate; rejected?: RejectedFields }

const MAX_OWNERS = 50
const MAX_ADDRESSES = 100
const MAX_PHONES = 50

/**
 * Reads a Trestle reverse-phone response. The owner with the contact's name is the contact; the facts of other owners are
 * not attributed to the contact, since the number may have changed hands. Never throws.
 */
export function phoneFactsFrom(raw: unknown, { person, today, rejected }: Context): PhoneFacts {
  const response = new ResponseReader(raw, today, rejected)
  const number = response.text('phone_number')
  const owners = response.list('owners', 'owners', MAX_OWNERS)
  const contactOwner = owners.find((owner) => isContact(owner, person))
  const contact = contactOwner ?? response.of(undefined)
  const phones = contact.list('alternate phones', 'alternate_phones', MAX_PHONES).flatMap((phone) => {
    const phoneNumber = phone.text('phoneNumber', 'phone_number')
    const lineType = phone.text('lineType', 'line_type')
    return phoneNumber === null ? [] : [{ phoneNumber: storedPhone(phoneNumber), lineType }]
  })
  return {
    phone: number
      ? {
          number,
          carrier: response.text('carrier'),
          lineType: response.text('line_type'),
          ownedSince: ownedSince(contact),
          ownerName: nameOf(contactOwner ?? owners[0] ?? contact) || null,
        }
      : null,
    addresses: addressesOf(contact),
    alternateNames: contact.texts('alternate names', 'alternate_names'),
    alternateEmails: contact
      .texts('alternate emails', 'emails')
      .filter((email) => email.includes('@'))
      .map(normalizeEmail),
    alternatePhones: phones,
    additionalOwners: owners
      .filter((owner) => owner !== contactOwner)
      .map(additionalOwnerFrom)
      .filter((owner) => owner !== null),
  }
}

/** Compares all names of the owner with the contact; initials and short forms count (`J.`, `Per` for `Peregrin`). */
function isContact(owner: ResponseReader, person: PersonName): boolean {
  if (nameOf(owner) === `${person.firstName} ${person.lastName}`) return true
  // Only the contact's own impossible values are worth a note.
  const silentReader = new ResponseReader(owner.raw, owner.today)
  const names = [nameOf(owner), ...silentReader.texts('', 'alternate_names')]
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

function nameOf(owner: ResponseReader): string {
  const nameParts = [owner.text('firstname'), owner.text('lastname')].filter((part) => part !== null)
  return owner.text('name') ?? nameParts.join(' ')
}

function ownedSince(owner: ResponseReader): IsoDate | null {
  return owner.day('phone ownership', 'link_to_phone_start_date', owner.daysAhead(1))
}

function additionalOwnerFrom(owner: ResponseReader): AdditionalOwner | null {
  const name = nameOf(owner)
  if (name === '') return null
  return {
    name,
    ageRange: owner.text('age_range'),
    gender: owner.text('gender'),
    phoneOwnershipStartDate: ownedSince(owner),
    addresses: addressesOf(owner),
  }
}

function addressesOf(owner: ResponseReader): KnownAddress[] {
  return ['current_addresses', 'historical_addresses']
    .flatMap((path) => owner.list('addresses', path, MAX_ADDRESSES))
    .map(addressFrom)
    .filter((address) => address !== null)
}

function addressFrom(entry: ResponseReader): KnownAddress | null {
  const lines = [entry.text('street_line_1'), entry.text('street_line_2')].filter((line) => line !== null)
  const street = lines.join(', ') || null
  const city = entry.text('city')
  const zipCode = entry.text('postal_code')
  if (!street && !city && !zipCode) return null
  const point = entry.point('lat_long.latitude', 'lat_long.longitude')
  return {
    street,
    city,
    state: entry.text('state_code'),
    zipCode,
    metro: null,
    moveInDate: entry.day('move-in date', 'link_to_person_start_date', entry.daysAhead(1)),
    accuracy: point.latitude === null ? null : entry.text('lat_long.accuracy'),
    ...point,
  }
}
