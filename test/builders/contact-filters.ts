// The filters of the contact list again, without SQL, and random ones.
import type { ContactFilter } from '#contract/contacts.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import type { Query } from '#server/platform/db/database.ts'

/** The facts that filters use, read without them. */
export type Known = {
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
}

/** All contacts of an organization, read past row-level security. */
export function readKnown(owner: Pick<Query, 'rows'>, organizationId: string | null): Promise<Known[]> {
  return owner.rows<Known>(
    `select c.id, nine_d_score as score, move_chance as chance, city, zip_code as zip, relationship, lead_source as source,
            to_char(last_conversation_at, 'YYYY-MM-DD') as last_conversation, imported_contact_on as imported,
            listed_for_sale as listed, phone, phone_verified, email, can_contact, top_signal,
            (select count(*)::int from tasks t where t.contact_id = c.id and t.status <> 'completed') as tasks,
            array(select tag_id::text from contact_tags g where g.contact_id = c.id) as tags,
            array(select category::text from signals s where s.contact_id = c.id and s.metadata->>'live' = 'true') as signals,
            array(select last_sale_date::text from properties p where p.contact_id = c.id) as sold,
            tenure is not distinct from 'renter' as is_renter
       from contacts c where organization_id = $1`,
    [organizationId],
  )
}

const TODAY = new Date().toISOString().slice(0, 10)
const yearsBefore = (years: number) => `${Number(TODAY.slice(0, 4)) - years}${TODAY.slice(4)}`

/** The filters again, one contact at a time; searches by the last name, an id or nothing else. */
export const PASSES: {
  [Key in keyof Required<ContactFilter>]: (of: Known, wanted: NonNullable<ContactFilter[Key]>) => boolean
} = {
  search: ({ id }, text) => text === 'same' || id === text,
  topSignal: ({ topSignal }, wanted) => topSignal === wanted,
  doNotContact: ({ canContact }, wanted) => canContact !== wanted,
  minScore: ({ score }, min) => score !== null && score >= min,
  maxScore: ({ score }, max) => score !== null && score <= max,
  minChance: ({ chance }, min) => chance !== null && chance >= min,
  maxChance: ({ chance }, max) => chance !== null && chance <= max,
  signals: ({ signals }, wanted) => wanted.some((each) => signals.includes(each)),
  tags: (of, wanted) => wanted.some((each) => of.tags.includes(each)),
  relationship: ({ relationship }, wanted) => wanted.some((each) => each === relationship),
  source: ({ source }, wanted) => wanted.some((each) => each.toLowerCase() === source?.toLowerCase()),
  city: ({ city }, wanted) => wanted.some((each) => each.toLowerCase() === city?.toLowerCase()),
  zip: ({ zip }, wanted) => wanted.some((each) => each === zip?.slice(0, 5)),
  lastContactBefore: ({ lastConversation, imported }, day) =>
    [lastConversation, imported].every((at) => at === null || at < day),
  listed: ({ listed }, wanted) => listed === wanted,
  hasPhone: ({ phone, phoneVerified }, wanted) => (phone !== null && phoneVerified !== 'failed') === wanted,
  hasEmail: ({ email }, wanted) => (email !== null) === wanted,
  hasTasks: (of, wanted) => of.tasks > 0 === wanted,
  // Both bounds are about the same home.
  minTenure: (of, min) => !of.isRenter && of.sold.some((day) => day <= yearsBefore(min)),
  maxTenure: (of, max) => !of.isRenter && of.sold.some((day) => day > yearsBefore(max + 1) && day <= TODAY),
}

/** Tells if a contact belongs on the filtered list. */
export function passes(of: Known, filter: ContactFilter): boolean {
  const { minTenure, maxTenure, ...others } = filter
  const isOwnedAsLong =
    minTenure === undefined && maxTenure === undefined
      ? true
      : !of.isRenter &&
        of.sold.some(
          (day) =>
            day <= yearsBefore(minTenure ?? 0) &&
            (maxTenure === undefined || day > yearsBefore(maxTenure + 1)),
        )
  const keys = Object.keys(others) as (keyof typeof others)[]
  return (
    isOwnedAsLong &&
    keys.every((key) => (PASSES[key] as (of: Known, wanted: unknown) => boolean)(of, others[key]))
  )
}

/** Numbers that repeat with each run. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const some = <T>(all: readonly T[]): T[] => {
    const chosen = all.filter(() => next() < 0.4)
    return chosen.length > 0 ? chosen : [all[Math.floor(next() * all.length)] as T]
  }
  return { next, some, isTrue: () => next() < 0.5, upTo: (max: number) => Math.floor(next() * (max + 1)) }
}

/** Values that random filters choose from. */
export type FilterValues = Required<Pick<ContactFilter, 'tags' | 'relationship' | 'source' | 'city' | 'zip'>>

/** A random filter, reproducible by its seed: with three names, or a random number of them. */
export function randomFilter(seed: number, values: FilterValues, amount?: number): ContactFilter {
  const { next, some, isTrue, upTo } = randomFrom(seed)
  const makers: { [Key in keyof ContactFilter]: () => ContactFilter[Key] } = {
    search: () => 'same',
    topSignal: () => 'debt',
    doNotContact: isTrue,
    minScore: () => upTo(100),
    maxScore: () => upTo(100),
    minChance: () => upTo(100) / 100,
    maxChance: () => upTo(100) / 100,
    signals: () => some(CATEGORIES),
    tags: () => some(values.tags),
    relationship: () => some(values.relationship),
    source: () => some(values.source),
    city: () => some(values.city).map((city) => city.toUpperCase()),
    zip: () => some(values.zip),
    lastContactBefore: () => `2026-0${1 + upTo(8)}-1${upTo(9)}`,
    listed: isTrue,
    hasPhone: isTrue,
    hasEmail: isTrue,
    hasTasks: isTrue,
    minTenure: () => upTo(30),
    maxTenure: () => upTo(30),
  }
  const makes = Object.entries(makers).filter(([key]) => amount === undefined || key !== 'search')
  const chosen =
    amount === undefined
      ? makes.filter(() => next() < 0.18)
      : Array.from({ length: amount }, () => makes.splice(upTo(makes.length - 1), 1)[0] ?? [])
  return Object.fromEntries(chosen.map(([key = '', make]) => [key, make?.()]))
}

/** The filter as a query: commas between values, and `\,` for a comma within one. */
export function queryOf(filter: ContactFilter): string {
  const texts = Object.entries(filter).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map((each) => String(each).replaceAll(',', '\\,')).join(',') : String(value),
  ])
  return new URLSearchParams(texts).toString()
}
