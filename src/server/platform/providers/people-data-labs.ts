import type {
  Education,
  HouseholdMember,
  IsoDate,
  KnownAddress,
  Position,
} from '#domain/enrichment/person-record.ts'
import { normalizeEmail } from '#domain/identity/email.ts'
import { normalizePhone } from '#domain/identity/phone.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import type { PersonFacts } from './provider.ts'
import { inTitleCase, listAt, textAt, textsAt, valueAt } from './raw-fields.ts'
import {
  createRefusals,
  plausibleDate,
  plausibleList,
  plausibleNumber,
  plausibleTexts,
  type Refusals,
} from './refusals.ts'

/** A field that the plan does not include arrives as `true`: it exists, its value is unknown. */
type Maybe<T> = T | boolean | null

export type PdlPlace = {
  name?: Maybe<string>
  locality?: Maybe<string>
  region?: Maybe<string>
  metro?: Maybe<string>
  postal_code?: Maybe<string>
  street_address?: Maybe<string>
  address_line_2?: Maybe<string>
  /** `"41.78,-88.15"` */
  geo?: Maybe<string>
}

export type PdlExperience = {
  company?: { name?: Maybe<string>; location?: PdlPlace | null; industry?: Maybe<string> } | null
  title?: { name?: Maybe<string>; levels?: string[] } | null
  location_names?: string[]
  /** Dates are `2024-05-17`, `2024-05` or `2024`. */
  start_date?: Maybe<string>
  end_date?: Maybe<string>
  is_primary?: boolean
}

export type PdlEducation = {
  school?: { name?: Maybe<string> } | null
  degrees?: string[]
  majors?: string[]
  start_date?: Maybe<string>
  end_date?: Maybe<string>
}

/** The part of a People Data Labs v5 person that is read here. */
export type PdlPerson = {
  full_name?: Maybe<string>
  first_name?: Maybe<string>
  last_name?: Maybe<string>
  birth_year?: Maybe<number>
  sex?: Maybe<string>
  industry?: Maybe<string>
  job_title?: Maybe<string>
  job_company_name?: Maybe<string>
  job_start_date?: Maybe<string>
  job_company_location_metro?: Maybe<string>
  name_aliases?: Maybe<string[]>
  work_email?: Maybe<string>
  personal_emails?: Maybe<string[]>
  recommended_personal_email?: Maybe<string>
  emails?: Maybe<{ address?: Maybe<string>; type?: Maybe<string> }[]>
  mobile_phone?: Maybe<string>
  phone_numbers?: Maybe<string[]>
  /** Where the person lives now. */
  location_street_address?: Maybe<string>
  location_address_line_2?: Maybe<string>
  location_locality?: Maybe<string>
  location_region?: Maybe<string>
  location_metro?: Maybe<string>
  location_postal_code?: Maybe<string>
  location_geo?: Maybe<string>
  experience?: Maybe<PdlExperience[]>
  education?: Maybe<PdlEducation[]>
  skills?: Maybe<string[]>
  interests?: Maybe<string[]>
  linkedin_url?: Maybe<string>
  facebook_url?: Maybe<string>
  twitter_url?: Maybe<string>
  github_url?: Maybe<string>
  profiles?: Maybe<{ network?: string; url?: string }[]>
  street_addresses?: Maybe<(PdlPlace & { first_seen?: Maybe<string> })[]>
  /** Not in the standard schema; read where a data bundle adds it. */
  household_size?: Maybe<number>
  household?: Maybe<{ name?: string | null; birth_year?: number | null; relation?: string }[]>
}

/** The answer of `GET /v5/person/enrich`; no match is an HTTP 404 and never reaches the reader. */
export type PdlResponse = { status: number; likelihood: number; data: PdlPerson }

/** What one answer is read with: the day, and where impossible fields are noted. */
type Reading = { today: IsoDate; refusals: Refusals }

const MOST_POSITIONS = 100
const MOST_ADDRESSES = 100
const MOST_SCHOOLS = 50
const MOST_RELATIVES = 30
const MAX_PHONES = 50
const MAX_EMAILS = 50
const A_YEAR = 366
const OLDEST_PERSON = 115

/**
 * Reads a People Data Labs answer (envelope or bare person). Never throws: what is missing or literally `true` is
 * unknown; what is impossible is unknown and noted. `today` turns the birth year into an age.
 */
export function personFactsFrom(raw: unknown, today: IsoDate, refusals = createRefusals()): PersonFacts {
  const reading: Reading = { today, refusals }
  const person = valueAt(raw, 'data') ?? raw
  const history = positionsFrom(person, reading)
  const first = inTitleCase(textAt(person, 'first_name'))
  const last = inTitleCase(textAt(person, 'last_name'))
  const newest = history[0]
  return {
    name: first && last ? { first, last } : null,
    employment: { current: newest && newest.endDate === null ? newest : null, history },
    education: plausibleList(refusals, 'education', person, 'education', MOST_SCHOOLS)
      .map((entry) => educationFrom(entry, reading))
      .filter((entry) => entry !== null),
    social: {
      linkedin: profileUrl(person, 'linkedin'),
      facebook: profileUrl(person, 'facebook'),
      twitter: profileUrl(person, 'twitter'),
      github: profileUrl(person, 'github'),
    },
    demographics: demographicsFrom(person, reading),
    addresses: addressesFrom(person, reading),
    alternateNames: plausibleTexts(refusals, 'alternate names', person, 'name_aliases').flatMap(
      (name) => inTitleCase(name) ?? [],
    ),
    alternateEmails: emailsFrom(person, refusals),
    alternatePhones: phonesFrom(person, refusals),
  }
}

/** Every e-mail address of the answer once, the recommended and personal ones before those of work. */
function emailsFrom(person: unknown, refusals: Refusals): string[] {
  const listed = plausibleList(refusals, 'e-mails', person, 'emails', MAX_EMAILS)
  const all = [
    textAt(person, 'recommended_personal_email'),
    ...plausibleTexts(refusals, 'e-mails', person, 'personal_emails'),
    textAt(person, 'work_email'),
    ...listed.map((entry) => textAt(entry, 'address')),
  ]
  const emails = all.flatMap((email) => (email?.includes('@') ? [normalizeEmail(email)] : []))
  return [...new Set(emails)].slice(0, MAX_EMAILS)
}

/** Every phone number of the answer once, the mobile phone first and marked as such. */
function phonesFrom(person: unknown, refusals: Refusals): PersonFacts['alternatePhones'] {
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

/** The present address first, then the earlier ones; a place without a street only where no street is known there. */
function addressesFrom(person: unknown, reading: Reading): KnownAddress[] {
  const { refusals } = reading
  const earlier = plausibleList(refusals, 'addresses', person, 'street_addresses', MOST_ADDRESSES)
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

function demographicsFrom(person: unknown, reading: Reading): PersonFacts['demographics'] {
  const { today, refusals } = reading
  const birthYear = birthYearAt(person, 'birth year', reading)
  const age = birthYear === null ? null : Number(today.slice(0, 4)) - birthYear
  const household = plausibleList(refusals, 'household', person, 'household', MOST_RELATIVES)
    .map((member) => memberFrom(member, reading))
    .filter((member) => member !== null)
  return {
    age,
    birthYear,
    ageRange: age === null ? null : ageRangeOf(age),
    gender: genderOf(textAt(person, 'sex', 'gender')),
    industry: textAt(person, 'industry'),
    skills: plausibleTexts(refusals, 'skills', person, 'skills'),
    interests: plausibleTexts(refusals, 'interests', person, 'interests'),
    householdSize: plausibleNumber(refusals, 'household size', person, 'household_size', [1, 30]),
    household,
  }
}

function birthYearAt(raw: unknown, field: string, { today, refusals }: Reading): number | null {
  const thisYear = Number(today.slice(0, 4))
  return plausibleNumber(refusals, field, raw, 'birth_year', [thisYear - OLDEST_PERSON, thisYear])
}

/**
 * The career, newest first. The provider's own word for the present role (`job_title` with its company, then
 * `is_primary`) goes before every other: people hold a seat on a board or volunteer beside it.
 */
function positionsFrom(person: unknown, reading: Reading): Position[] {
  const { refusals } = reading
  const summary = summaryOfJob(person, reading)
  const positions = plausibleList(refusals, 'career', person, 'experience', MOST_POSITIONS).flatMap(
    (entry) => {
      const position = positionFrom(entry, reading)
      return position ? [{ position, isPrimary: valueAt(entry, 'is_primary') === true }] : []
    },
  )
  const isPresent = ({ position }: { position: Position }) => position.endDate === null
  const present =
    positions.find((entry) => isPresent(entry) && summary && isSameJob(entry.position, summary)) ??
    positions.find((entry) => isPresent(entry) && entry.isPrimary)
  const others = positions
    .filter((entry) => entry !== present)
    .map(({ position }) => position)
    .sort(currentThenNewest)
  if (present) return [withGapsFilled(present.position, summary), ...others]
  // A summary that only repeats a role that ended says nothing new.
  const isEnded = summary && others.some((position) => isSameJob(position, summary))
  return summary && !isEnded ? [summary, ...others] : others
}

/** The present role as the flat fields of the answer state it. */
function summaryOfJob(person: unknown, { today, refusals }: Reading): Position | null {
  const title = inTitleCase(textAt(person, 'job_title'))
  const company = inTitleCase(textAt(person, 'job_company_name'))
  if (!title && !company) return null
  const latest = daysAfter(today, A_YEAR)
  return {
    title,
    company,
    metro: lower(textAt(person, 'job_company_location_metro')),
    city: inTitleCase(textAt(person, 'job_company_location_locality')),
    state: inTitleCase(textAt(person, 'job_company_location_region')),
    startDate: plausibleDate(refusals, 'start of a role', person, 'job_start_date', latest)?.day ?? null,
    endDate: null,
    remoteCapable: isRemote(title),
  }
}

function isSameJob(position: Position, summary: Position): boolean {
  const isSame = (key: 'title' | 'company') => !summary[key] || lower(position[key]) === lower(summary[key])
  return isSame('title') && isSame('company')
}

function withGapsFilled(position: Position, summary: Position | null): Position {
  if (!summary || !isSameJob(position, summary)) return position
  return {
    ...position,
    title: position.title ?? summary.title,
    metro: position.metro ?? summary.metro,
    city: position.city ?? summary.city,
    state: position.state ?? summary.state,
    startDate: position.startDate ?? summary.startDate,
  }
}

function positionFrom(raw: unknown, { today, refusals }: Reading): Position | null {
  const title = inTitleCase(textAt(raw, 'title.name', 'title'))
  const company = inTitleCase(textAt(raw, 'company.name', 'company'))
  if (!title && !company) return null
  const locations = textsAt(raw, 'location_names')
  const point = pointAt(raw, 'company.location.geo', refusals)
  const latest = daysAfter(today, A_YEAR)
  return {
    title,
    company,
    metro: lower(textAt(raw, 'company.location.metro')),
    city: inTitleCase(textAt(raw, 'company.location.locality')),
    state: inTitleCase(textAt(raw, 'company.location.region')),
    startDate: plausibleDate(refusals, 'start of a role', raw, 'start_date', latest)?.day ?? null,
    endDate: plausibleDate(refusals, 'end of a role', raw, 'end_date', latest)?.day ?? null,
    remoteCapable: [title, textAt(raw, 'company.location.name'), ...locations].some(isRemote),
    ...point,
  }
}

/** Roles without an end come first, then by start, newest first; a role without a start date goes last. */
function currentThenNewest(a: Position, b: Position): number {
  if ((a.endDate === null) !== (b.endDate === null)) return a.endDate === null ? -1 : 1
  return (b.startDate ?? '').localeCompare(a.startDate ?? '')
}

function educationFrom(raw: unknown, { today, refusals }: Reading): Education | null {
  const school = inTitleCase(textAt(raw, 'school.name', 'school'))
  const degrees = textsAt(raw, 'degrees')
  if (!school && degrees.length === 0) return null
  // Degrees that are under way carry the year in which they should end.
  const latest = daysAfter(today, 10 * A_YEAR)
  const end = plausibleDate(refusals, 'end of a degree', raw, 'end_date', latest)
  return {
    school,
    degrees,
    majors: textsAt(raw, 'majors'),
    startDate: plausibleDate(refusals, 'start of a degree', raw, 'start_date', latest)?.day ?? null,
    endDate: end?.day ?? null,
    yearOnly: end?.yearOnly ?? false,
  }
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

/** Coordinates written as `"41.78,-88.15"`: both or none. */
function pointAt(
  raw: unknown,
  path: string,
  refusals: Refusals,
): { latitude: number | null; longitude: number | null } {
  const [north, east] = (textAt(raw, path) ?? '').split(',')
  const latitude = plausibleNumber(refusals, 'coordinates', { north }, 'north', [-90, 90])
  const longitude = plausibleNumber(refusals, 'coordinates', { east }, 'east', [-180, 180])
  return latitude === null || longitude === null
    ? { latitude: null, longitude: null }
    : { latitude, longitude }
}

function memberFrom(raw: unknown, reading: Reading): HouseholdMember | null {
  const name = textAt(raw, 'name')
  const birthYear = birthYearAt(raw, 'birth year of a relative', reading)
  if (!name && birthYear === null) return null
  const relation = textAt(raw, 'relation')?.toLowerCase()
  return { name, birthYear, relation: relation === 'spouse' || relation === 'child' ? relation : 'other' }
}

function profileUrl(person: unknown, network: string): string | null {
  const listed = listAt(person, 'profiles').find(
    (profile) => textAt(profile, 'network')?.toLowerCase() === network,
  )
  const url = textAt(person, `${network}_url`) ?? textAt(listed, 'url')
  if (!url) return null
  const absolute = /^https?:\/\//i.test(url) ? url : `https://${url}`
  // Shown as a link: an answer that is no web address at all must not become one.
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

function isRemote(text: string | null): boolean {
  return text !== null && /\bremote\b/i.test(text)
}

function daysAfter(day: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

function lower(text: string | null): string | null {
  return text === null ? null : text.toLowerCase()
}
