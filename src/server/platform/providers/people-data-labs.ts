import type { Education, HouseholdMember, IsoDate, KnownAddress } from '#domain/enrichment/person-record.ts'
import { normalizeEmail } from '#domain/identity/email.ts'
import { storedPhone } from '#domain/identity/phone.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import { DAYS_PER_YEAR, geoPoint, lower, positionsFrom } from './people-data-labs-career.ts'
import type { PersonFacts } from './provider.ts'
import { inTitleCase, listAt, textAt, textsAt, valueAt } from './raw-fields.ts'
import { type RejectedFields, ResponseReader } from './response-reader.ts'

const MAX_SCHOOLS = 50
const MAX_RELATIVES = 30
const MAX_AGE = 115

/**
 * Reads a People Data Labs response (envelope or bare person). Never throws: missing values and `true` are unknown;
 * impossible values are unknown and recorded as rejected. `today` turns the birth year into an age.
 */
export function personFactsFrom(raw: unknown, today: IsoDate, rejected?: RejectedFields): PersonFacts {
  const person = new ResponseReader(valueAt(raw, 'data') ?? raw, today, rejected)
  const history = positionsFrom(person)
  const first = person.title('first_name')
  const last = person.title('last_name')
  const newestPosition = history[0]
  return {
    name: first && last ? { first, last } : null,
    employment: {
      current: newestPosition && newestPosition.endDate === null ? newestPosition : null,
      history,
    },
    education: person
      .list('education', 'education', MAX_SCHOOLS)
      .map(educationFrom)
      .filter((entry) => entry !== null),
    social: {
      linkedin: profileUrl(person, 'linkedin'),
      facebook: profileUrl(person, 'facebook'),
      twitter: profileUrl(person, 'twitter'),
      github: profileUrl(person, 'github'),
    },
    demographics: demographicsFrom(person),
    addresses: addressesFrom(person),
    alternateNames: person
      .texts('alternate names', 'name_aliases')
      .flatMap((name) => inTitleCase(name) ?? []),
    alternateEmails: emailsFrom(person),
    alternatePhones: phonesFrom(person),
  }
}

function demographicsFrom(person: ResponseReader): PersonFacts['demographics'] {
  const birthYear = birthYearOf(person, 'birth year')
  const age = birthYear === null ? null : person.thisYear() - birthYear
  return {
    age,
    birthYear,
    ageRange: age === null ? null : ageRangeOf(age),
    gender: genderOf(person.text('sex', 'gender')),
    industry: person.text('industry'),
    skills: person.texts('skills', 'skills'),
    interests: person.texts('interests', 'interests'),
    householdSize: person.number('household size', 'household_size', 1, 30),
    household: person
      .list('household', 'household', MAX_RELATIVES)
      .map(memberFrom)
      .filter((member) => member !== null),
  }
}

function birthYearOf(person: ResponseReader, field: string): number | null {
  return person.number(field, 'birth_year', person.thisYear() - MAX_AGE, person.thisYear())
}

function educationFrom(entry: ResponseReader): Education | null {
  const school = entry.title('school.name', 'school')
  const degrees = textsAt(entry.raw, 'degrees')
  if (!school && degrees.length === 0) return null
  // Unfinished degrees have their expected year.
  const latest = entry.daysAhead(10 * DAYS_PER_YEAR)
  const end = entry.date('end of a degree', 'end_date', latest)
  return {
    school,
    degrees,
    majors: textsAt(entry.raw, 'majors'),
    startDate: entry.day('start of a degree', 'start_date', latest),
    endDate: end?.day ?? null,
    yearOnly: end?.yearOnly ?? false,
  }
}

function memberFrom(entry: ResponseReader): HouseholdMember | null {
  const name = entry.text('name')
  const birthYear = birthYearOf(entry, 'birth year of a relative')
  if (!name && birthYear === null) return null
  const relation = entry.text('relation')?.toLowerCase()
  return { name, birthYear, relation: relation === 'spouse' || relation === 'child' ? relation : 'other' }
}

function profileUrl(person: ResponseReader, network: string): string | null {
  const listedProfile = listAt(person.raw, 'profiles').find(
    (profile) => textAt(profile, 'network')?.toLowerCase() === network,
  )
  const url = person.text(`${network}_url`) ?? textAt(listedProfile, 'url')
  if (!url) return null
  const absolute = /^https?:\/\//i.test(url) ? url : `https://${url}`
  // Shown as a link, so it must be a valid web address.
  return URL.canParse(absolute) && /^[\w.-]+\.[a-z]{2,}$/i.test(new URL(absolute).hostname) ? absolute : null
}

const AGE_BANDS = [18, 25, 35, 45, 55, 65, 75, 85]

function ageRangeOf(age: number): string | null {
  const from = AGE_BANDS.findLast((band) => band <= age)
  if (from === undefined) return null
  const next = AGE_BANDS[AGE_BANDS.indexOf(from) + 1]
  return next === undefined ? `${from}+` : `${from}-${next - 1}`
}

function genderOf(sex: string | null): string | null {
  const initial = sex?.toLowerCase()
  if (initial === 'm' || initial === 'male') return 'M'
  if (initial === 'f' || initial === 'female') return 'F'
  return sex
}

const MAX_ADDRESSES = 100
const MAX_PHONES = 50
const MAX_EMAILS = 50

/** Lists each email address once, recommended and personal ones before work ones. */
function emailsFrom(person: ResponseReader): string[] {
  const candidates = [
    person.text('recommended_personal_email'),
    ...person.texts('emails', 'personal_emails'),
    person.text('work_email'),
    ...person.list('emails', 'emails', MAX_EMAILS).map((entry) => entry.text('address')),
  ]
  const emails = candidates.flatMap((email) => (email?.includes('@') ? [normalizeEmail(email)] : []))
  return [...new Set(emails)].slice(0, MAX_EMAILS)
}

/** Lists each phone number once, the mobile number first and marked as such. */
function phonesFrom(person: ResponseReader): PersonFacts['alternatePhones'] {
  const mobile = person.text('mobile_phone')
  const candidates = [
    mobile,
    ...person.texts('phones', 'phone_numbers'),
    ...person.list('phones', 'phones', MAX_PHONES).map((entry) => entry.text('number')),
  ]
  const numbers = candidates.flatMap((number) => (number === null ? [] : [storedPhone(number)]))
  const mobileNumber = mobile === null ? null : numbers[0]
  return [...new Set(numbers)]
    .slice(0, MAX_PHONES)
    .map((phoneNumber) => ({ phoneNumber, lineType: phoneNumber === mobileNumber ? 'Mobile' : null }))
}

/** Lists the current address first, then earlier ones; a city without a street only if no street is known there. */
function addressesFrom(person: ResponseReader): KnownAddress[] {
  const previousHomes = person
    .list('addresses', 'street_addresses', MAX_ADDRESSES)
    .map((entry) => addressFrom(entry, ''))
    .filter((address) => address !== null)
  const current = addressFrom(person, 'location_')
  if (!current) return previousHomes
  const isKnown = previousHomes.some((address) =>
    current.street
      ? homeKey(address) === homeKey(current)
      : address.city?.toLowerCase() === current.city?.toLowerCase(),
  )
  return isKnown ? previousHomes : [current, ...previousHomes]
}

/** Reads an address from fields whose names begin with the prefix. */
function addressFrom(reader: ResponseReader, prefix: string): KnownAddress | null {
  const lines = [reader.text(`${prefix}street_address`), reader.text(`${prefix}address_line_2`)]
  const street = inTitleCase(lines.filter((line) => line !== null).join(', ') || null)
  const city = reader.title(`${prefix}locality`)
  const zipCode = reader.text(`${prefix}postal_code`)
  if (!street && !city && !zipCode) return null
  return {
    street,
    city,
    state: reader.title(`${prefix}region`),
    zipCode,
    metro: lower(reader.text(`${prefix}metro`)),
    moveInDate: reader.day('move-in date', `${prefix}first_seen`, reader.daysAhead(1)),
    accuracy: null,
    ...geoPoint(reader, `${prefix}geo`),
  }
}
