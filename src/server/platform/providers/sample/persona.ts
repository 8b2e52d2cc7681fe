import { stateCode } from '#domain/identity/address.ts'
import { type DayNumber, parseDay } from '#domain/score/day.ts'
import type { PersonQuery } from '../provider.ts'
import { DAYS_PER_YEAR, yearOf } from './calendar.ts'
import type { Family } from './family.ts'
import { householdOf } from './family.ts'
import { chance, fold, foldPhone, numberBetween, pick, pickWeighted } from './hash.ts'
import { sexOfName } from './names.ts'
import type { LifeEvent, LifeEventKind, Story } from './stories.ts'
import { pastLifeEvents, STORIES } from './stories.ts'
import type { Town } from './towns.ts'
import { findTown, TOWNS, unlistedTown } from './towns.ts'
import { STREETS } from './work.ts'

/** Day for which ages are drawn; people age with the calendar from then on. */
const REFERENCE_DAY = parseDay('2026-01-01')
const NO_MATCH_SHARE = 0.06
const OLDER_AGE = 50

export type Home = { street: string; town: Town; latitude: number; longitude: number }

/** The fictional life of one person, from which all responses derive, so that they agree. */
export type Persona = {
  key: string
  first: string
  last: string
  sex: 'female' | 'male'
  born: DayNumber
  birthYear: number
  home: Home
  tenure: 'owner' | 'renter'
  /** Day of purchase or move-in. */
  since: DayNumber
  bedrooms: number
  family: Family
  lifeEvents: LifeEvent[]
  today: DayNumber
}

/** Identity of a query: the folded name with email, else phone, else address. */
export function identityOf(query: PersonQuery): string {
  const { email, phone, address } = query
  const contact = email ? fold(email) : phone ? foldPhone(phone) : fold(address ?? '')
  return `${fold(query.firstName)}|${fold(query.lastName)}|${contact}`
}

/** True for the share of people without any match, and always for emails at nodata.example. */
export function isUnknownPerson(query: PersonQuery): boolean {
  return (
    fold(query.email ?? '').endsWith('@nodata.example') || chance(identityOf(query), 'known') < NO_MATCH_SHARE
  )
}

/** Creates the persona of a query as of `today`. Pure: the same query and day give the same life. */
export function personaOf(query: PersonQuery, today: DayNumber): Persona {
  const key = identityOf(query)
  const story = pickWeighted(STORIES, key, 'story')
  const age = ageOnReferenceDay(key, story)
  const born = REFERENCE_DAY - Math.floor((age + chance(key, 'birthday')) * DAYS_PER_YEAR)
  const lifeEvents = story.kinds.flatMap((kind) => pastLifeEvents(key, kind, born, today, 1))
  const sex = sexOfName(query.firstName) ?? pick(['female', 'male'] as const, fold(query.firstName), 'sex')
  const tenure = story.tenure ?? (chance(key, 'tenure') < ownerShare(age) ? 'owner' : 'renter')
  const since = Math.max(sinceOf(key, story, age, tenure), born + Math.floor(21 * DAYS_PER_YEAR))
  const person = { key, first: query.firstName, last: query.lastName, sex, born, age, today }
  return {
    key,
    first: query.firstName,
    last: query.lastName,
    sex,
    born,
    birthYear: yearOf(born),
    home: homeOf(query, key),
    tenure,
    since,
    bedrooms: bedroomsOf(key, story, age, tenure, since),
    family: householdOf(person, story.kinds, lifeEvents),
    lifeEvents,
    today,
  }
}

/** Day of purchase, by the contact or by the landlord years before the contact moved in. */
export function boughtOn(persona: Persona): DayNumber {
  return persona.tenure === 'owner' ? persona.since : persona.since - Math.round(5 * DAYS_PER_YEAR)
}

/** Finds the life event of a kind, if it has happened or is known in advance. */
export function lifeEvent(persona: Persona, kind: LifeEventKind): LifeEvent | undefined {
  return persona.lifeEvents.find((entry) => entry.kind === kind)
}

function ageOnReferenceDay(key: string, story: Story): number {
  const [min, max] = story.ages
  return min + Math.floor(chance(key, 'age') ** 1.25 * (max - min + 1))
}

const OWNER_SHARES: readonly [upTo: number, share: number][] = [
  [29, 0.34],
  [34, 0.5],
  [44, 0.64],
  [54, 0.72],
  [64, 0.78],
  [84, 0.8],
  [200, 0.72],
]

function ownerShare(age: number): number {
  return OWNER_SHARES.find(([maxAge]) => age <= maxAge)?.[1] ?? 0.7
}

/**
 * Move-in day. People with a story moved in years before its events; long ownership of a large home at a high age is
 * reserved for the downsizing story.
 */
function sinceOf(key: string, story: Story, age: number, tenure: 'owner' | 'renter'): DayNumber {
  const yearsAgo = (min: number, max: number) =>
    REFERENCE_DAY - Math.floor((min + chance(key, 'since') * (max - min)) * DAYS_PER_YEAR)
  if (tenure === 'renter') return yearsAgo(story.kinds.length > 0 ? 4 : 1, 7)
  if (story.kinds.includes('downsizing')) return yearsAgo(17, 36)
  if (age >= OLDER_AGE && chance(key, 'stayed') < 0.4) return yearsAgo(14, 30)
  if (age >= OLDER_AGE) return yearsAgo(4, 9)
  return yearsAgo(story.kinds.length > 0 ? 4 : 1, 14)
}

function bedroomsOf(
  key: string,
  story: Story,
  age: number,
  tenure: 'owner' | 'renter',
  since: DayNumber,
): number {
  if (story.kinds.includes('downsizing')) return numberBetween(key, 'bedrooms', 3, 5)
  if (tenure === 'renter') return numberBetween(key, 'bedrooms', 1, 3)
  const longAtHighAge = age >= OLDER_AGE && since < REFERENCE_DAY - 10 * DAYS_PER_YEAR
  return longAtHighAge ? 2 : numberBetween(key, 'bedrooms', 2, 5)
}

function homeOf(query: PersonQuery, key: string): Home {
  const town = townOf(query, key)
  const drift = (axis: string) => (chance(key, axis) - 0.5) * 0.04
  return {
    street: query.address ?? sampleStreet(key, 'home'),
    town: { ...town, zipCode: query.zipCode ?? town.zipCode },
    latitude: round5(town.latitude + drift('latitude')),
    longitude: round5(town.longitude + drift('longitude')),
  }
}

function townOf(query: PersonQuery, key: string): Town {
  if (query.city) {
    const state = query.state === null ? null : stateCode(query.state)
    return findTown(query.city, query.state) ?? unlistedTown(query.city, state ?? 'IL', query.zipCode)
  }
  const zip = query.zipCode?.slice(0, 5)
  const localTowns = TOWNS.filter((each) => each.metro === 'chicago, illinois')
  return TOWNS.find((each) => each.zipCode === zip) ?? pickWeighted(localTowns, key, 'place')
}

/** Creates a fictional house number and street. */
export function sampleStreet(key: string, question: string): string {
  return `${numberBetween(key, `${question} number`, 101, 3899)} ${pick(STREETS, key, `${question} street`)}`
}

function round5(value: number): number {
  return Math.round(value * 1e5) / 1e5
}
