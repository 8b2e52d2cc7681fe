import type { Education, HouseholdMember, IsoDate } from '#domain/enrichment/person-record.ts'
import { positionsFrom } from './people-data-labs-career.ts'
import { addressesFrom, emailsFrom, phonesFrom } from './people-data-labs-contact.ts'
import { DAYS_PER_YEAR, daysAfter } from './people-data-labs-reading.ts'
import type { PersonFacts } from './provider.ts'
import { inTitleCase, listAt, textAt, textsAt, valueAt } from './raw-fields.ts'
import {
  createRejectedFields,
  plausibleDate,
  plausibleList,
  plausibleNumber,
  plausibleTexts,
  type Reading,
} from './rejected-fields.ts'

/** A field outside the plan arrives as `true`: it exists, but its value is unknown. */
type PdlValue<T> = T | boolean | null

export type PdlPlace = {
  name?: PdlValue<string>
  locality?: PdlValue<string>
  region?: PdlValue<string>
  metro?: PdlValue<string>
  postal_code?: PdlValue<string>
  street_address?: PdlValue<string>
  address_line_2?: PdlValue<string>
  /** `"41.78,-88.15"` */
  geo?: PdlValue<string>
}

export type PdlExperience = {
  company?: { name?: PdlValue<string>; location?: PdlPlace | null; industry?: PdlValue<string> } | null
  title?: { name?: PdlValue<string>; levels?: string[] } | null
  location_names?: string[]
  /** Dates are `2024-05-17`, `2024-05` or `2024`. */
  start_date?: PdlValue<string>
  end_date?: PdlValue<string>
  is_primary?: boolean
}

export type PdlEducation = {
  school?: { name?: PdlValue<string> } | null
  degrees?: string[]
  majors?: string[]
  start_date?: PdlValue<string>
  end_date?: PdlValue<string>
}

/** Fields we read of a People Data Labs v5 person. */
export type PdlPerson = {
  full_name?: PdlValue<string>
  first_name?: PdlValue<string>
  last_name?: PdlValue<string>
  birth_year?: PdlValue<number>
  sex?: PdlValue<string>
  industry?: PdlValue<string>
  job_title?: PdlValue<string>
  job_company_name?: PdlValue<string>
  job_start_date?: PdlValue<string>
  job_company_location_metro?: PdlValue<string>
  name_aliases?: PdlValue<string[]>
  work_email?: PdlValue<string>
  personal_emails?: PdlValue<string[]>
  recommended_personal_email?: PdlValue<string>
  emails?: PdlValue<{ address?: PdlValue<string>; type?: PdlValue<string> }[]>
  mobile_phone?: PdlValue<string>
  phone_numbers?: PdlValue<string[]>
  /** Current address. */
  location_street_address?: PdlValue<string>
  location_address_line_2?: PdlValue<string>
  location_locality?: PdlValue<string>
  location_region?: PdlValue<string>
  location_metro?: PdlValue<string>
  location_postal_code?: PdlValue<string>
  location_geo?: PdlValue<string>
  experience?: PdlValue<PdlExperience[]>
  education?: PdlValue<PdlEducation[]>
  skills?: PdlValue<string[]>
  interests?: PdlValue<string[]>
  linkedin_url?: PdlValue<string>
  facebook_url?: PdlValue<string>
  twitter_url?: PdlValue<string>
  github_url?: PdlValue<string>
  profiles?: PdlValue<{ network?: string; url?: string }[]>
  street_addresses?: PdlValue<(PdlPlace & { first_seen?: PdlValue<string> })[]>
  /** Not in the standard schema; some data bundles add it. */
  household_size?: PdlValue<number>
  household?: PdlValue<{ name?: string | null; birth_year?: number | null; relation?: string }[]>
}

/** Response of `GET /v5/person/enrich`; no match is an HTTP 404 and never reaches the reader. */
export type PdlResponse = { status: number; likelihood: number; data: PdlPerson }

const MAX_SCHOOLS = 50
const MAX_RELATIVES = 30
const MAX_AGE = 115

/**
 * Reads a People Data Labs response (envelope or bare person). Never throws: missing values and `true` are unknown;
 * impossible values are unknown and recorded as rejected. `today` turns the birth year into an age.
 */
export function personFactsFrom(
  raw: unknown,
  today: IsoDate,
  refusals = createRejectedFields(),
): PersonFacts {
  const reading: Reading = { today, refusals }
  const person = valueAt(raw, 'data') ?? raw
  const history = positionsFrom(person, reading)
  const first = inTitleCase(textAt(person, 'first_name'))
  const last = inTitleCase(textAt(person, 'last_name'))
  const newest = history[0]
  return {
    name: first && last ? { first, last } : null,
    employment: { current: newest && newest.endDate === null ? newest : null, history },
    education: plausibleList(refusals, 'education', person, 'education', MAX_SCHOOLS)
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
  const household = plausibleList(refusals, 'household', person, 'household', MAX_RELATIVES)
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
  return plausibleNumber(refusals, field, raw, 'birth_year', [thisYear - MAX_AGE, thisYear])
}

function educationFrom(raw: unknown, { today, refusals }: Reading): Education | null {
  const school = inTitleCase(textAt(raw, 'school.name', 'school'))
  const degrees = textsAt(raw, 'degrees')
  if (!school && degrees.length === 0) return null
  // Unfinished degrees have their expected year.
  const latest = daysAfter(today, 10 * DAYS_PER_YEAR)
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
