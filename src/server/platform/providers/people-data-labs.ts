import type { Education, HouseholdMember, IsoDate } from '#domain/enrichment/person-record.ts'
import { positionsFrom } from './people-data-labs-career.ts'
import { addressesFrom, emailsFrom, phonesFrom } from './people-data-labs-contact.ts'
import { A_YEAR, daysAfter, type Reading } from './people-data-labs-reading.ts'
import type { PersonFacts } from './provider.ts'
import { inTitleCase, listAt, textAt, textsAt, valueAt } from './raw-fields.ts'
import { createRefusals, plausibleDate, plausibleList, plausibleNumber, plausibleTexts } from './refusals.ts'

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

const MOST_SCHOOLS = 50
const MOST_RELATIVES = 30
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
