import type {
  Education,
  HouseholdMember,
  IsoDate,
  KnownAddress,
  Position,
} from '#domain/enrichment/person-record.ts'
import type { PersonFacts } from './provider.ts'
import { listAt, textAt, textsAt, valueAt } from './raw-fields.ts'
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
  const first = textAt(person, 'first_name')
  const last = textAt(person, 'last_name')
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
    addresses: plausibleList(refusals, 'addresses', person, 'street_addresses', MOST_ADDRESSES)
      .map((entry) => addressFrom(entry, reading))
      .filter((address) => address !== null),
  }
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

function positionsFrom(person: unknown, reading: Reading): Position[] {
  const { today, refusals } = reading
  const positions = plausibleList(refusals, 'career', person, 'experience', MOST_POSITIONS)
    .map((entry) => positionFrom(entry, reading))
    .filter((position) => position !== null)
  if (positions.length > 0) return positions.sort(currentThenNewest)
  const title = textAt(person, 'job_title')
  const company = textAt(person, 'job_company_name')
  if (!title && !company) return []
  return [
    {
      title,
      company,
      metro: lower(textAt(person, 'job_company_location_metro')),
      city: textAt(person, 'job_company_location_locality'),
      state: textAt(person, 'job_company_location_region'),
      startDate:
        plausibleDate(refusals, 'start of a role', person, 'job_start_date', daysAfter(today, A_YEAR))?.day ??
        null,
      endDate: null,
      remoteCapable: isRemote(title),
    },
  ]
}

function positionFrom(raw: unknown, { today, refusals }: Reading): Position | null {
  const title = textAt(raw, 'title.name', 'title')
  const company = textAt(raw, 'company.name', 'company')
  if (!title && !company) return null
  const locations = textsAt(raw, 'location_names')
  const point = pointAt(raw, 'company.location.geo', refusals)
  const latest = daysAfter(today, A_YEAR)
  return {
    title,
    company,
    metro: lower(textAt(raw, 'company.location.metro')),
    city: textAt(raw, 'company.location.locality'),
    state: textAt(raw, 'company.location.region'),
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
  const school = textAt(raw, 'school.name', 'school')
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
  const street = textAt(raw, 'street_address')
  const city = textAt(raw, 'locality')
  const zipCode = textAt(raw, 'postal_code')
  if (!street && !city && !zipCode) return null
  return {
    street,
    city,
    state: textAt(raw, 'region'),
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
