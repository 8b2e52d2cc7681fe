import type { Channel } from '../compliance/outreach.ts'
import { birthdayText, boundsText, capitalize, dayText, dollars, plural, YEARS } from './answer-format.ts'
import { MEASURE_TEXTS, measureText } from './measures.ts'
import { MONTH_NAMES } from './months.ts'
import { type Detail, MEASURES, type Measure, type QuestionFilter, type YearDays } from './questions.ts'

export const CHANNEL_NOUNS: Record<Channel, string> = {
  call: 'calls',
  text: 'texts',
  email: 'emails',
  letter: 'letters',
}

/** The filter stores "above 50" as 51; the answer says "above 50" again. */
const fromText = (score: number) =>
  score % 10 === 1 ? `with a score above ${score - 1}` : `with a score of at least ${score}`
const toText = (score: number) =>
  score % 10 === 9 ? `with a score below ${score + 1}` : `with a score of at most ${score}`

const DETAIL_NAMES: Record<Detail, string> = {
  phone: 'a phone number',
  email: 'an email address',
  address: 'a street address',
  birthday: 'a birthday',
  age: 'an age',
  value: 'a home value',
  enrichment: 'enrichment',
  lastContact: 'a contact on record',
  lastName: 'a last name',
  zip: 'a ZIP code',
  city: 'a city',
  state: 'a state',
  notes: 'a note',
  tag: 'a tag',
  source: 'a lead source',
  stage: 'a stage',
  relationship: 'a relationship',
  score: 'a score',
  signal: 'an active signal',
  task: 'an open task',
  tenure: 'a known length of ownership',
  home: 'a home on record',
  work: 'a known employer',
  ...(Object.fromEntries(MEASURES.map((each) => [each, `a known ${MEASURE_TEXTS[each].name}`])) as Record<
    Measure,
    string
  >),
}
const detailNames = (details: readonly Detail[], separator: string) =>
  details.map((each) => DETAIL_NAMES[each]).join(separator)

function yearsText(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? '' : `in ${to} or before`
  if (to === undefined) return `in ${from} or after`
  return from === to ? `in ${from}` : `from ${from} to ${to}`
}

function scoreText({ scoreFrom, scoreTo, scored }: QuestionFilter): string | undefined {
  if (scored !== undefined) return scored ? 'with a score' : 'without a score'
  if (scoreFrom === undefined) return scoreTo === undefined ? undefined : toText(scoreTo)
  return scoreTo === undefined ? fromText(scoreFrom) : `with a score from ${scoreFrom} to ${scoreTo}`
}

const VERIFIED_NAMES = {
  email: 'email address',
  phone: 'phone number',
  address: 'address',
  any: 'email address or phone number',
}
const HOME_TYPE_NAMES = {
  condo: 'a condo',
  townhouse: 'a townhouse',
  single: 'a single-family home',
  multi: 'a multi-family home',
  land: 'land',
}
const placeText = (place: string) =>
  place.length === 2
    ? place.toUpperCase()
    : place.replace(/(?<=^|[ '-])\p{L}/gu, (letter) => letter.toUpperCase())

function daysText({ from, to }: YearDays): string {
  const [first, last] = [birthdayText(`--${from}`), birthdayText(`--${to}`)]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}

/** The words of each condition. */
const CONDITION_TEXTS: {
  [Key in keyof QuestionFilter]?: (value: NonNullable<QuestionFilter[Key]>) => string
} = {
  restricted: () => 'marked do not contact or opted out',
  canContact: () => 'who can be contacted',
  optedOut: (channel) => `who opted out of ${CHANNEL_NOUNS[channel]}`,
  listed: () => 'whose home is listed for sale',
  signal: (signal) => `with an active ${capitalize(signal)} signal`,
  relationship: (relationship) => `marked as ${relationship.replace('_', ' ')}`,
  label: (label) => `with the label “${label}”`,
  stage: (stage) => `in the stage “${stage}”`,
  source: (source) => `from the source “${source}”`,
  word: (word) => `with “${word}” as city, tag, stage or source`,
  place: (place) => `in ${placeText(place)}`,
  otherPlace: (place) => `or in ${placeText(place)}`,
  county: (county) => `in ${placeText(county)}`,
  outside: (place) => `outside ${placeText(place)}`,
  street: (street) => `on ${placeText(street)}`,
  named: (name) => `named ${placeText(name)}`,
  areaCode: (code) => `with a phone number in area code ${code}`,
  tenure: (tenure) => (tenure === 'renter' ? 'who rent' : 'who own their home'),
  absentee: () => 'who own a home and live elsewhere',
  homeType: (type) => `with ${HOME_TYPE_NAMES[type]}`,
  failed: (part) => `whose ${VERIFIED_NAMES[part]} failed verification`,
  unverified: (part) => `with an unverified ${VERIFIED_NAMES[part]}`,
  measures: (ranges) => ranges.map(measureText).join(', '),
  addedSince: (day) => `added since ${dayText(day)}`,
  addedBefore: (day) => `added before ${dayText(day)}`,
  has: (details) => `with ${detailNames(details, ' and ')}`,
  verified: (part) => `with a verified ${VERIFIED_NAMES[part]}`,
  birthdayMonth: (month) => `with a birthday in ${MONTH_NAMES[month - 1]}`,
  birthdayDays: (days) => `with a birthday ${daysText(days)}`,
  boughtMonth: (month) => `who bought their home in a ${MONTH_NAMES[month - 1]}`,
  boughtDays: (days) => `with the anniversary of buying their home ${daysText(days)}`,
  emailDomain: (domain) => `with an email address at ${domain}`,
  closingMonth: (month) => `with a closing anniversary in ${MONTH_NAMES[month - 1]}`,
  closingDays: (days) => `with a closing anniversary ${daysText(days)}`,
  contactedBefore: (day) => `you last contacted before ${dayText(day)}, or never`,
  contactedSince: (day) => `you have contacted since ${dayText(day)}`,
}

function rangeTexts(filter: QuestionFilter): string[] {
  const range = (before: string, bounds: string) => (bounds === '' ? [] : [`${before} ${bounds}`])
  const years = (bound: number) => plural(bound, YEARS)
  return [
    ...range('with a home with an estimated value of', boundsText(filter.valueFrom, filter.valueTo, dollars)),
    ...range('who have owned their home for', boundsText(filter.yearsFrom, filter.yearsTo, years)),
    ...range('who bought their home', yearsText(filter.boughtFrom, filter.boughtTo)),
    ...range('aged', boundsText(filter.ageFrom, filter.ageTo, String)),
  ]
}

/** ` with a score of at least 70, with a Debt signal, in Naperville`; empty for an empty filter. */
export function filterText(filter: QuestionFilter): string {
  const single = Object.entries(CONDITION_TEXTS).flatMap(([key, textOf]) => {
    const value = filter[key as keyof QuestionFilter]
    return value === undefined ? [] : [(textOf as (input: unknown) => string)(value)]
  })
  const lacks =
    filter.lacks && `without ${detailNames(filter.lacks, filter.either ? ' or without ' : ' or ')}`
  const parts = [scoreText(filter), ...single, lacks, ...rangeTexts(filter)].filter(
    (part) => part !== undefined,
  )
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`
}
