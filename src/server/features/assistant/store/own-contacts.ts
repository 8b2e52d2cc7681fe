import { BINDING_STATUSES } from '#domain/activities/relationship.ts'
import type { ListedFact, NamedContact } from '#domain/assistant/data-answers.ts'
import { stateSpellings } from '#domain/assistant/question-filter.ts'
import type { Detail, ListOrder, QuestionFilter } from '#domain/assistant/questions.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import { PERSONAL_ONLY_CATEGORIES } from '#domain/signals/tasks.ts'
import { availableSql, restedSql } from '#server/platform/db/contact-availability.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

const NAMED = `c.id, c.first_name || ' ' || c.last_name as name, c.nine_d_score as score, c.city, c.state,
  not c.can_contact as do_not_contact, c.opted_out_channels,
  coalesce((select h.points from score_history h where h.organization_id = $1 and h.contact_id = c.id
             order by h.recorded_at desc limit 1), '[]') as points`

const hasSignalSql = (matching: string) => `exists (select from signals s where s.organization_id = $1
  and s.contact_id = c.id and ${matching} and coalesce((s.metadata->'live')::boolean, false))`

/** Contacts who accept the channel, don't rest, and have no event that rules out a call. */
const isReachableSql = (
  channel: string,
  now: string,
  personalOnly: string,
) => `not (${channel} = any(c.opted_out_channels))
  and ${restedSql(now)} and not ${hasSignalSql(`s.category = any(${personalOnly}::nine_d_category[])`)}`

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

/** Leaves out people whom Today leaves out; with a channel also those who shouldn't be contacted on it now. */
type Outreach = { channel: Channel | null; now: Date }

/** Has a tag of this name, in the singular or plural. */
const hasTagSql = (name: string) => `exists (select from contact_tags g
   join tags t on t.organization_id = $1 and t.id = g.tag_id
  where g.organization_id = $1 and g.contact_id = c.id
    and lower(t.name) in (${name}, ${name} || 's', regexp_replace(${name}, 's$', '')))`

/** Day of the last conversation, or of the last contact in the program the person came from if that is later. */
const LAST_CONTACT = `greatest(to_char(c.last_conversation_at at time zone 'UTC', 'YYYY-MM-DD'), c.imported_contact_on)`
const AGE = `coalesce(c.age, (c.enrichment_data->'demographics'->>'age')::int,
  extract(year from age(case when c.details->>'birthday' ~ '^[0-9]{4}-' then (c.details->>'birthday')::date end))::int)`
/** The most valuable home that has the fact. */
const homeSql = (column: string) => `(select ${column} from properties p
  where p.organization_id = $1 and p.contact_id = c.id and ${column} is not null
  order by p.estimated_value desc nulls last limit 1)`
const HOME_YEARS = homeSql('p.ownership_length')
const HOME_VALUE = homeSql('p.estimated_value')
const BOUGHT_ON = homeSql('p.last_sale_date')
const BOUGHT_YEAR = `coalesce(extract(year from ${BOUGHT_ON}), extract(year from now()) - ${HOME_YEARS})`

const FACT_SQL: Record<ListedFact, string> = {
  phone: 'c.phone',
  email: 'c.email',
  address: `nullif(concat_ws(', ', c.address, c.city, c.zip_code), '')`,
  birthday: `c.details->>'birthday'`,
  age: AGE,
  value: HOME_VALUE,
  tenure: HOME_YEARS,
  lastContact: LAST_CONTACT,
  closing: 'c.closed_on',
  bought: BOUGHT_ON,
  restriction: 'null',
}
const DETAIL_SQL: Record<Detail, string> = {
  ...{ phone: 'c.phone', email: 'c.email', address: 'c.address', birthday: FACT_SQL.birthday, age: AGE },
  ...{ value: HOME_VALUE, enrichment: 'c.enriched_at', lastContact: LAST_CONTACT },
}
/** Orders of facts about days of the year, which begin with the year. */
const FACT_ORDERS: Partial<Record<ListedFact, string>> = {
  birthday: `right(c.details->>'birthday', 5)`,
  closing: 'substr(c.closed_on, 6)',
}

/** Limits of a list: contacts among these ids, and only those who can be contacted. */
type ListScope = { among?: readonly string[] | undefined; outreach: Outreach | null }

/** Contains only the conditions in use, so that an index can serve them among very many contacts. */
function matchingClause(tx: TenantTx, filter: QuestionFilter, { among, outreach }: ListScope) {
  const values: unknown[] = [tx.organizationId]
  const put = (value: unknown) => `$${values.push(value)}`
  const [from, to] = rankRangeOf(filter, Boolean(outreach?.channel))
  const clauses = ['c.organization_id = $1', `c.sort_rank between ${put(from)} and ${put(to)}`]
  const add = <T>(value: T | undefined, sqlOf: (parameter: string, value: T) => string) => {
    if (value !== undefined) clauses.push(sqlOf(put(value), value))
  }
  const bound = (column: string, low: number | undefined, high: number | undefined) => {
    add(low, (parameter) => `${column} >= ${parameter}::float8`)
    add(high, (parameter) => `${column} <= ${parameter}::float8`)
  }
  if (outreach) {
    const nowParameter = `${put(outreach.now)}::timestamptz`
    clauses.push(availableSql({ now: nowParameter, bindingStatuses: put(BINDING_STATUSES) }))
    if (outreach.channel) {
      clauses.push(isReachableSql(put(outreach.channel), nowParameter, put(PERSONAL_ONLY_CATEGORIES)))
      const detail = CHANNEL_DETAIL[outreach.channel]
      if (detail) clauses.push(`${detail} is not null`)
    }
  }
  add(among, (ids) => `c.id = any(${ids}::uuid[])`)
  add(filter.signal, (signal) => hasSignalSql(`s.category = ${signal}`))
  // A stage can stand where a place could: "contacts in Nurture".
  add(
    filter.place && stateSpellings(filter.place),
    (spellings) => `(${placeSql(spellings)} or ${namedSql(`(${spellings}::text[])[1]`)})`,
  )
  if (filter.listed) clauses.push('c.listed_for_sale')
  if (filter.verified !== undefined) {
    const fields = filter.verified === 'any' ? ['email', 'phone'] : [filter.verified]
    clauses.push(`(${fields.map((field) => `c.${field}_verified = 'verified'`).join(' or ')})`)
  }
  if (filter.lacks)
    clauses.push(
      `(${filter.lacks.map((each) => `${DETAIL_SQL[each]} is null`).join(filter.either ? ' or ' : ' and ')})`,
    )
  if (filter.has) clauses.push(...filter.has.map((each) => `${DETAIL_SQL[each]} is not null`))
  bound(HOME_VALUE, filter.valueFrom, filter.valueTo)
  bound(HOME_YEARS, filter.yearsFrom, filter.yearsTo)
  bound(BOUGHT_YEAR, filter.boughtFrom, filter.boughtTo)
  bound(AGE, filter.ageFrom, filter.ageTo)
  add(monthText(filter.birthdayMonth), (month) => `right(c.details->>'birthday', 5) like ${month} || '-%'`)
  add(monthText(filter.closingMonth), (month) => `substr(c.closed_on, 6, 2) = ${month}`)
  add(filter.contactedBefore, (day) => `coalesce(${LAST_CONTACT} < ${day}, true) and c.can_contact`)
  add(filter.contactedSince, (day) => `${LAST_CONTACT} >= ${day}`)
  add(
    filter.relationship,
    (name) => `(c.relationship = ${name} or ${hasTagSql(`replace(${name}, '_', ' ')`)})`,
  )
  add(filter.label?.toLowerCase(), hasTagSql)
  add(filter.stage?.toLowerCase(), (stage) => `lower(c.details->'history'->>'stage') = ${stage}`)
  add(filter.source?.toLowerCase(), sourceSql)
  if (filter.restricted) clauses.push("(not c.can_contact or c.opted_out_channels <> '{}')")
  add(filter.optedOut, (channel) => `(c.do_not_contact or ${channel} = any(c.opted_out_channels))`)
  add(
    filter.word?.toLowerCase(),
    (word) => `(${placeSql(`array[${word}::text]`)} or ${namedSql(word)} or ${sourceSql(word)})`,
  )
  return { where: clauses.join(' and '), values, put }
}

/** Details a contact needs to be reached on a channel. */
const CHANNEL_DETAIL: Partial<Record<Channel, string>> = { email: 'c.email', text: 'c.phone' }

const placeSql = (spellings: string) =>
  `(lower(c.city) = any(${spellings}) or lower(c.state) = any(${spellings}) or left(c.zip_code, 5) = any(${spellings}))`
const sourceSql = (source: string) => `strpos(lower(c.details->'history'->>'source'), ${source}) > 0`
/** Has a tag or is in a stage of this name. */
const namedSql = (name: string) => `(${hasTagSql(name)} or lower(c.details->'history'->>'stage') = ${name})`
const monthText = (month: number | undefined) => month?.toString().padStart(2, '0')

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
  const known = order ? `and ${FACT_SQL[order.by]} is not null` : ''
  return tx.rows<NamedContact>(
    `select ${NAMED}, (${factSql})::text as fact from contacts c where ${where} ${known}
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

/** Last use of the product in the caller's other sessions; null if there are none. */
export async function lastVisitOf(
  tx: TenantTx,
  who: { userId: string; sid: string },
): Promise<string | null> {
  const sql = 'select max(seen_at) as at from sessions where user_id = $1 and sid <> $2'
  return tx.value<string | null>(sql, [who.userId, who.sid])
}
