import { BINDING_STATUSES } from '#domain/activities/relationship.ts'
import type { ContactWay } from '#domain/assistant/data-answers.ts'
import type { ListedFact } from '#domain/assistant/listed-facts.ts'
import type { NamedContact } from '#domain/assistant/named-contact.ts'
import { stateSpellings } from '#domain/assistant/question-filter.ts'
import type {
  BreakdownKey,
  ListOrder,
  QuestionFilter,
  StatisticField,
  YearDays,
} from '#domain/assistant/questions.ts'
import { CHANNELS, type Channel } from '#domain/compliance/outreach.ts'
import { type Category, categoryBits } from '#domain/signals/categories.ts'
import { PERSONAL_ONLY_CATEGORIES } from '#domain/signals/tasks.ts'
import {
  availableSql,
  HAS_EMAIL,
  HAS_OPEN_PHONE,
  restedSql,
} from '#server/platform/db/contact-availability.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import {
  ADDED_ON,
  AGE,
  BOUGHT_YEAR,
  BREAKDOWNS,
  DETAIL_SQL,
  FACT_SQL,
  HOME_TYPES,
  HOME_VALUE,
  HOME_YEARS,
  hasTagSql,
  homeSql,
  IS_ABSENTEE,
  IS_RENTER,
  LAST_CONTACT,
  MEASURE_SQL,
  namedSql,
  placeSql,
  STAGE,
  sourceSql,
} from './contact-columns.ts'

const NAMED = `c.id, c.first_name || ' ' || c.last_name as name, c.nine_d_score as score, c.city, c.state,
  not c.can_contact as do_not_contact, c.opted_out_channels,
  coalesce((select h.points from score_history h where h.organization_id = $1 and h.contact_id = c.id
             order by h.recorded_at desc limit 1), '[]') as points`

/** Has a live signal of one of the categories. */
const signalSql = (categories: readonly Category[]) => `(c.live_signals & ${categoryBits(categories)} <> 0)`

/** Contacts who don't rest and have no event that rules out outreach. */
const isReachableSql = (now: string) => `${restedSql(now)} and not ${signalSql(PERSONAL_ONLY_CATEGORIES)}`

/** Range of `sort_rank`, which is minus the score, or 1 without a score. */
function rankRangeOf(
  { scoreFrom, scoreTo, scored }: QuestionFilter,
  toReach: boolean,
): [from: number, to: number] {
  if (scored === false) return [1, 1]
  const isScored = scored === true || scoreTo !== undefined
  const to = scoreFrom === undefined ? (isScored ? 0 : 1) : -scoreFrom
  // A contact without points is not worth a call.
  return [-(scoreTo ?? 100), toReach ? Math.min(to, -1) : to]
}

/** Leaves out people whom Today leaves out; with a way of contact also those who can't or shouldn't be contacted so now. */
type Outreach = { way: ContactWay | null; now: Date }

/** Days of the year, `MM-DD`. */
const BIRTHDAY = `right(c.details->>'birthday', 5)`
const CLOSED_ON = 'substr(c.closed_on, 6)'
const BOUGHT_ON = `to_char(${FACT_SQL.bought}::date, 'MM-DD')`

/** Orders of facts about days of the year, which begin with the year. */
const FACT_ORDERS: Partial<Record<ListedFact, string>> = {
  birthday: BIRTHDAY,
  closing: CLOSED_ON,
}

/** Limits of a list: contacts among these ids, and only those who can be contacted. */
type ListScope = { among?: readonly string[] | undefined; outreach: Outreach | null }

/** Contains only the conditions in use, so that an index can serve them among very many contacts. */
function matchingClause(tx: TenantTx, filter: QuestionFilter, { among, outreach }: ListScope) {
  const values: unknown[] = [tx.organizationId]
  const put = (value: unknown) => `$${values.push(value)}`
  const [from, to] = rankRangeOf(filter, Boolean(outreach?.way))
  const clauses = ['c.organization_id = $1', `c.sort_rank between ${put(from)} and ${put(to)}`]
  const add = <T>(value: T | undefined, sqlOf: (parameter: string, value: T) => string) => {
    if (value !== undefined) clauses.push(sqlOf(put(value), value))
  }
  const bound = (column: string, low: number | undefined, high: number | undefined) => {
    add(low, (parameter) => `${column} >= ${parameter}::float8`)
    add(high, (parameter) => `${column} <= ${parameter}::float8`)
  }
  const addDays = (column: string, days: YearDays | undefined) => {
    if (!days) return
    const [from, to] = [put(days.from), put(days.to)]
    const joined = days.from <= days.to ? 'and' : 'or'
    clauses.push(`(${column} >= ${from} ${joined} ${column} <= ${to})`)
  }
  if (outreach) clauses.push(...outreachClauses(outreach, put))
  add(among, (ids) => `c.id = any(${ids}::uuid[])`)
  clauses.push(...placeClauses(filter, put))
  clauses.push(...plainClauses(filter))
  bound(HOME_VALUE, filter.valueFrom, filter.valueTo)
  bound(HOME_YEARS, filter.yearsFrom, filter.yearsTo)
  bound(BOUGHT_YEAR, filter.boughtFrom, filter.boughtTo)
  bound(AGE, filter.ageFrom, filter.ageTo)
  for (const { measure, from: low, to: high } of filter.measures ?? []) bound(MEASURE_SQL[measure], low, high)
  add(
    filter.homeType && HOME_TYPES[filter.homeType],
    (pattern) => `${homeSql('p.property_type')} ~* ${pattern}`,
  )
  add(filter.addedSince, (day) => `${ADDED_ON} >= ${day}`)
  add(filter.addedBefore, (day) => `${ADDED_ON} < ${day}`)
  add(filter.named?.toLowerCase(), (name) => `(c.first_name_key = ${name} or lower(c.last_name) = ${name})`)
  add(monthText(filter.boughtMonth), (month) => `${BOUGHT_ON} like ${month} || '-%'`)
  addDays(BOUGHT_ON, filter.boughtDays)
  add(filter.emailDomain?.toLowerCase(), (domain) => `lower(c.email) like '%@%' || ${domain}`)
  add(filter.areaCode, (code) => `c.phone like '+1' || ${code} || '%'`)
  add(monthText(filter.birthdayMonth), (month) => `${BIRTHDAY} like ${month} || '-%'`)
  addDays(BIRTHDAY, filter.birthdayDays)
  add(monthText(filter.closingMonth), (month) => `${CLOSED_ON} like ${month} || '-%'`)
  addDays(CLOSED_ON, filter.closingDays)
  add(filter.contactedBefore, (day) => `coalesce(${LAST_CONTACT} < ${day}, true) and c.can_contact`)
  add(filter.contactedSince, (day) => `${LAST_CONTACT} >= ${day}`)
  add(
    filter.relationship,
    (name) => `(c.relationship = ${name} or ${hasTagSql(`replace(${name}, '_', ' ')`)})`,
  )
  add(filter.label?.toLowerCase(), hasTagSql)
  add(filter.stage?.toLowerCase(), (stage) => `${STAGE} = ${stage}`)
  add(filter.source?.toLowerCase(), sourceSql)
  add(filter.optedOut, (channel) => `(c.do_not_contact or ${channel} = any(c.opted_out_channels))`)
  add(
    filter.word?.toLowerCase(),
    (word) => `(${placeSql(`array[${word}::text]`)} or ${namedSql(word)} or ${sourceSql(word)})`,
  )
  return { where: clauses.join(' and '), values, put }
}

function outreachClauses({ way, now }: Outreach, put: (value: unknown) => string): string[] {
  const nowParameter = `${put(now)}::timestamptz`
  const available = availableSql({ now: nowParameter, bindingStatuses: put(BINDING_STATUSES) })
  if (!way) return [available]
  const details = `(${(way === 'any' ? CHANNELS : [way]).map((channel) => isOpenSql(channel, put)).join(' or ')})`
  return [available, isReachableSql(nowParameter), details]
}

/** Conditions without a value. */
function plainClauses(filter: QuestionFilter): string[] {
  const { signal, listed, verified, failed, unverified, tenure, absentee, canContact, restricted } = filter
  const { has = [], lacks = [], either } = filter
  const missing = lacks.map((each) => `${DETAIL_SQL[each]} is null`).join(either ? ' or ' : ' and ')
  return [
    signal && signalSql([signal]),
    listed && 'c.listed_for_sale',
    verified && verificationSql(verified, `= 'verified'`),
    failed && verificationSql(failed, `= 'failed'`),
    unverified && verificationSql(unverified, `<> 'verified'`),
    tenure && (tenure === 'renter' ? IS_RENTER : `not ${IS_RENTER}`),
    absentee && IS_ABSENTEE,
    canContact && 'c.can_contact',
    restricted && "(not c.can_contact or c.opted_out_channels <> '{}')",
    missing && `(${missing})`,
    ...has.map((each) => `${DETAIL_SQL[each]} is not null`),
  ].filter((clause) => typeof clause === 'string' && clause !== '') as string[]
}

/** Conditions for reaching a contact on each channel. */
const CHANNEL_NEEDS: Record<Channel, string> = {
  call: HAS_OPEN_PHONE,
  text: HAS_OPEN_PHONE,
  email: HAS_EMAIL,
  letter: 'c.address is not null',
}

/** The contact has what the channel needs and didn't opt out of it. */
const isOpenSql = (channel: Channel, put: (value: unknown) => string) =>
  `(${CHANNEL_NEEDS[channel]} and not (${put(channel)} = any(c.opted_out_channels)))`

const monthText = (month: number | undefined) => month?.toString().padStart(2, '0')

/** A failed or missing verification only counts for a detail that the contact has. */
const verificationSql = (part: NonNullable<QuestionFilter['verified']>, condition: string) =>
  `(${(part === 'any' ? ['email', 'phone'] : [part])
    .map((field) => `(c.${field} is not null and c.${field}_verified ${condition})`)
    .join(' or ')})`

function placeClauses(filter: QuestionFilter, put: (value: unknown) => string): string[] {
  // A stage can stand where a place could: "contacts in Nurture".
  const placeOf = (place: string) => {
    const spellings = put(stateSpellings(place))
    return `${placeSql(spellings)} or ${namedSql(`(${spellings}::text[])[1]`)}`
  }
  const clauses: string[] = []
  const places = [filter.place, filter.otherPlace].filter((place) => place !== undefined)
  if (places.length > 0) clauses.push(`(${places.map(placeOf).join(' or ')})`)
  if (filter.zips) clauses.push(`c.zip_key = any(${put(filter.zips)}::text[])`)
  if (filter.street) clauses.push(`strpos(lower(c.address), ${put(filter.street)}) > 0`)
  if (filter.outside) {
    const spellings = put(stateSpellings(filter.outside))
    clauses.push(`not coalesce(${placeSql(spellings)}, false)`)
    clauses.push('(c.city is not null or c.state is not null)')
  }
  return clauses
}

/** The matching contacts, in an order of their own or those with the highest scores first. */
export function listContacts(
  tx: TenantTx,
  filter: QuestionFilter,
  options: ListScope & { limit: number; order?: ListOrder | undefined; fact: ListedFact | null },
): Promise<NamedContact[]> {
  const { where, values, put } = matchingClause(tx, filter, options)
  const { order, fact, limit } = options
  const factSql = fact ? FACT_SQL[fact] : 'null'
  const sorted = order
    ? `${FACT_SQL[order.by]} ${order.lowest ? 'asc' : 'desc'}, c.sort_rank`
    : `${(fact && FACT_ORDERS[fact]) ?? (filter.contactedBefore ? `${LAST_CONTACT} nulls last` : 'c.sort_rank')}, c.sort_rank`
  const knownFactSql = order ? `and ${FACT_SQL[order.by]} is not null` : ''
  return tx.rows<NamedContact>(
    `select ${NAMED}, (${factSql})::text as fact from contacts c where ${where} ${knownFactSql}
      order by ${sorted}, c.last_name_key, c.id limit ${put(limit)}`,
    values,
  )
}

/** How many contacts match, counted up to `max`. */
export function countMatching(
  tx: TenantTx,
  filter: QuestionFilter,
  { max, among }: { max: number; among?: readonly string[] | undefined },
): Promise<number> {
  const { where, values, put } = matchingClause(tx, filter, { among, outreach: null })
  return tx.value(
    `select count(*)::int from (select 1 from contacts c where ${where} limit ${put(max)}) fitting`,
    values,
  )
}

/** The contacts that have a number, with its average, median and sum. */
export async function readStatistic(
  tx: TenantTx,
  filter: QuestionFilter,
  field: StatisticField,
): Promise<{ known: number; missing: number; average: number; median: number; total: number }> {
  const { where, values } = matchingClause(tx, filter, { outreach: null })
  const [row] = await tx.rows<{
    known: number
    missing: number
    average: number
    median: number
    total: number
  }>(
    `select count(value)::int as known, (count(*) - count(value))::int as missing,
            coalesce(avg(value), 0)::float8 as average, coalesce(sum(value), 0)::float8 as total,
            coalesce(percentile_cont(0.5) within group (order by value), 0)::float8 as median
       from (select (${FACT_SQL[field]})::float8 as value from contacts c where ${where}) found`,
    values,
  )
  return row ?? { known: 0, missing: 0, average: 0, median: 0, total: 0 }
}

/** How many contacts there are of each value, largest group first. */
export function countBy(
  tx: TenantTx,
  filter: QuestionFilter,
  { by, limit }: { by: BreakdownKey; limit: number },
): Promise<{ name: string; count: number }[]> {
  const { where, values, put } = matchingClause(tx, filter, { outreach: null })
  const { name, from } = BREAKDOWNS[by]
  return tx.rows<{ name: string; count: number }>(
    `select min(${name}) as name, count(*)::int as count from contacts c ${from} where ${where}
        and ${name} is not null
      group by lower(${name}) order by count desc, name limit ${put(limit)}`,
    values,
  )
}

/** The ZIP codes of all contacts. */
export async function listZipCodes(tx: TenantTx, max: number): Promise<string[]> {
  const sql =
    'select distinct zip_key from contacts where organization_id = $1 and zip_key is not null limit $2'
  return (await tx.rows<{ zipKey: string }>(sql, [tx.organizationId, max])).map(({ zipKey }) => zipKey)
}

/** Last use of the product in the caller's other sessions; null if there are none. */
export async function lastVisitOf(
  tx: TenantTx,
  user: { userId: string; sid: string },
): Promise<string | null> {
  const sql = 'select max(seen_at) as at from sessions where user_id = $1 and sid <> $2'
  return tx.value<string | null>(sql, [user.userId, user.sid])
}
