// Implements the filters of the contact list without SQL, and generates random ones.
import type { ContactFilter } from '#contract/contacts.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import type { Query } from '#server/platform/db/database.ts'

/** The facts of a contact that filters use. */
export type KnownFacts = {
  id: string
  score: number | null
  chance: number | null
  city: string | null
  zip: string | null
  relationship: string | null
  source: string | null
  lastConversation: string | null
  imported: string | null
  listed: boolean
  phone: string | null
  phoneVerified: string
  email: string | null
  canContact: boolean
  tasks: number
  tags: string[]
  signals: string[]
  topSignal: string | null
  sold: string[]
  isRenter: boolean
  ownerId: string | null
  teamId: string | null
}

/** All contacts of an organization, read past row-level security. */
export function readKnownFacts(
  owner: Pick<Query, 'rows'>,
  organizationId: string | null,
): Promise<KnownFacts[]> {
  return owner.rows<KnownFacts>(
    `select c.id, nine_d_score as score, move_chance as chance, city, zip_code as zip, relationship, lead_source as source,
            to_char(last_conversation_at - interval '8 hours', 'YYYY-MM-DD') as last_conversation, imported_contact_on as imported,
            listed_for_sale as listed, phone, phone_verified, email, can_contact, top_signal,
            (select count(*)::int from tasks t where t.contact_id = c.id and t.status <> 'completed') as tasks,
            array(select tag_id::text from contact_tags g where g.contact_id = c.id) as tags,
            array(select category::text from signals s where s.contact_id = c.id and s.metadata->>'live' = 'true') as signals,
            array(select last_sale_date::text from properties p where p.contact_id = c.id) as sold,
            tenure is not distinct from 'renter' as is_renter, owner_id, team_id
       from contacts c where organization_id = $1`,
    [organizationId],
  )
}

const TODAY = new Date().toISOString().slice(0, 10)
const yearsBefore = (years: number) => `${Number(TODAY.slice(0, 4)) - years}${TODAY.slice(4)}`

/** The check of each filter for one contact; `search` covers only last names and ids. */
export const FILTER_CHECKS: {
  [Key in keyof Required<ContactFilter>]: (
    facts: KnownFacts,
    value: NonNullable<ContactFilter[Key]>,
  ) => boolean
} = {
  search: ({ id }, text) => text === 'same' || id === text,
  topSignal: ({ topSignal }, value) => topSignal === value,
  doNotContact: ({ canContact }, value) => canContact !== value,
  minScore: ({ score }, min) => score !== null && score >= min,
  maxScore: ({ score }, max) => score !== null && score <= max,
  minChance: ({ chance }, min) => chance !== null && chance >= min,
  maxChance: ({ chance }, max) => chance !== null && chance <= max,
  signals: ({ signals }, value) => value.some((each) => signals.includes(each)),
  tags: (of, value) => value.some((each) => of.tags.includes(each)),
  relationship: ({ relationship }, value) => value.some((each) => each === relationship),
  source: ({ source }, value) => value.some((each) => each.toLowerCase() === source?.toLowerCase()),
  city: ({ city }, value) => value.some((each) => each.toLowerCase() === city?.toLowerCase()),
  zip: ({ zip }, value) => value.some((each) => each === zip?.slice(0, 5)),
  lastContactBefore: ({ lastConversation, imported }, day) =>
    [lastConversation, imported].every((at) => at === null || at < day),
  listed: ({ listed }, value) => listed === value,
  hasPhone: ({ phone, phoneVerified }, value) => (phone !== null && phoneVerified !== 'failed') === value,
  hasEmail: ({ email }, value) => (email !== null) === value,
  hasTasks: (of, value) => of.tasks > 0 === value,
  owner: ({ ownerId }, value) => (ownerId ?? 'unassigned') === value,
  team: ({ teamId }, value) => teamId === value,
  // Both bounds are about the same home.
  minTenure: (of, min) => !of.isRenter && of.sold.some((day) => day <= yearsBefore(min)),
  maxTenure: (of, max) => !of.isRenter && of.sold.some((day) => day > yearsBefore(max + 1) && day <= TODAY),
}

/** Tells if a contact belongs on the filtered list. */
export function matchesFilter(facts: KnownFacts, filter: ContactFilter): boolean {
  const { minTenure, maxTenure, ...otherFilters } = filter
  const isOwnedLongEnough =
    minTenure === undefined && maxTenure === undefined
      ? true
      : !facts.isRenter &&
        facts.sold.some(
          (day) =>
            day <= yearsBefore(minTenure ?? 0) &&
            (maxTenure === undefined || day > yearsBefore(maxTenure + 1)),
        )
  const keys = Object.keys(otherFilters) as (keyof typeof otherFilters)[]
  return (
    isOwnedLongEnough &&
    keys.every((key) =>
      (FILTER_CHECKS[key] as (of: KnownFacts, value: unknown) => boolean)(facts, otherFilters[key]),
    )
  )
}

/** Random numbers that repeat with each run. */
function createRandom(seed: number) {
  let state = seed
  const nextRandom = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pickSome = <T>(items: readonly T[]): T[] => {
    const pickedItems = items.filter(() => nextRandom() < 0.4)
    return pickedItems.length > 0 ? pickedItems : [items[Math.floor(nextRandom() * items.length)] as T]
  }
  return {
    next: nextRandom,
    some: pickSome,
    randomBoolean: () => nextRandom() < 0.5,
    randomBelow: (max: number) => Math.floor(nextRandom() * (max + 1)),
  }
}

/** Values that random filters choose from. */
export type FilterValues = Required<Pick<ContactFilter, 'tags' | 'relationship' | 'source' | 'city' | 'zip'>>

/** A random filter, reproducible by its seed: with three names, or a random number of them. */
export function randomFilter(seed: number, values: FilterValues, amount?: number): ContactFilter {
  const { next, some, randomBoolean, randomBelow } = createRandom(seed)
  const makers: { [Key in keyof ContactFilter]: () => ContactFilter[Key] } = {
    search: () => 'same',
    topSignal: () => 'debt',
    doNotContact: randomBoolean,
    minScore: () => randomBelow(100),
    maxScore: () => randomBelow(100),
    minChance: () => randomBelow(100) / 100,
    maxChance: () => randomBelow(100) / 100,
    signals: () => some(CATEGORIES),
    tags: () => some(values.tags),
    relationship: () => some(values.relationship),
    source: () => some(values.source),
    city: () => some(values.city).map((city) => city.toUpperCase()),
    zip: () => some(values.zip),
    lastContactBefore: () => `2026-0${1 + randomBelow(8)}-1${randomBelow(9)}`,
    listed: randomBoolean,
    hasPhone: randomBoolean,
    hasEmail: randomBoolean,
    hasTasks: randomBoolean,
    owner: () => 'unassigned',
    // No contact here belongs to a team.
    team: () => '018f0000-0000-7000-8000-000000000000',
    minTenure: () => randomBelow(30),
    maxTenure: () => randomBelow(30),
  }
  const makes = Object.entries(makers).filter(([key]) => amount === undefined || key !== 'search')
  const chosenFields =
    amount === undefined
      ? makes.filter(() => next() < 0.18)
      : Array.from({ length: amount }, () => makes.splice(randomBelow(makes.length - 1), 1)[0] ?? [])
  return Object.fromEntries(chosenFields.map(([key = '', make]) => [key, make?.()]))
}

/** The filter as a query: commas between values, and `\,` for a comma within one. */
export function queryOf(filter: ContactFilter): string {
  const texts = Object.entries(filter).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map((each) => String(each).replaceAll(',', '\\,')).join(',') : String(value),
  ])
  return new URLSearchParams(texts).toString()
}
