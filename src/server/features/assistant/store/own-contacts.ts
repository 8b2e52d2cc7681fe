import { BINDING_STATUSES } from '#domain/activities/relationship.ts'
import type { ContactHome, NamedContact } from '#domain/assistant/data-answers.ts'
import { stateSpellings } from '#domain/assistant/question-filter.ts'
import type {
  HomesCriteria,
  MissingKind,
  QuestionFilter,
  RecordQuestion,
} from '#domain/assistant/questions.ts'
import type { ContactRecord } from '#domain/assistant/record-answers.ts'
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

/** Contains only the conditions in use, so that an index can serve them among very many contacts. */
function matchingClause(tx: TenantTx, filter: QuestionFilter, outreach: Outreach | null) {
  const values: unknown[] = [tx.organizationId]
  const put = (value: unknown) => `$${values.push(value)}`
  const { signal, place, verified } = filter
  const [from, to] = rankRangeOf(filter, Boolean(outreach?.channel))
  const clauses = ['c.organization_id = $1', `c.sort_rank between ${put(from)} and ${put(to)}`]
  if (outreach) {
    const nowParameter = `${put(outreach.now)}::timestamptz`
    clauses.push(availableSql({ now: nowParameter, bindingStatuses: put(BINDING_STATUSES) }))
    if (outreach.channel)
      clauses.push(isReachableSql(put(outreach.channel), nowParameter, put(PERSONAL_ONLY_CATEGORIES)))
  }
  if (signal !== undefined) clauses.push(hasSignalSql(`s.category = ${put(signal)}`))
  if (place !== undefined) {
    const spellings = put(stateSpellings(place))
    clauses.push(
      `(lower(c.city) = any(${spellings}) or lower(c.state) = any(${spellings}) or left(c.zip_code, 5) = any(${spellings}))`,
    )
  }
  if (filter.listed) clauses.push('c.listed_for_sale')
  if (verified !== undefined) {
    const fields = verified === 'any' ? ['email', 'phone'] : [verified]
    clauses.push(`(${fields.map((field) => `c.${field}_verified = 'verified'`).join(' or ')})`)
  }
  return { where: clauses.join(' and '), values, put }
}

/** The matching contacts with the highest scores. */
export function listTopScored(
  tx: TenantTx,
  filter: QuestionFilter,
  { limit, outreach }: { limit: number; outreach: Outreach | null },
): Promise<NamedContact[]> {
  const { where, values, put } = matchingClause(tx, filter, outreach)
  const max = put(limit)
  return tx.rows<NamedContact>(
    `select ${NAMED} from contacts c where ${where} order by c.sort_rank, c.last_name_key, c.id limit ${max}`,
    values,
  )
}

/** How many contacts match, counted up to `max`. */
export function countMatching(tx: TenantTx, filter: QuestionFilter, max: number): Promise<number> {
  const { where, values, put } = matchingClause(tx, filter, null)
  const limitParameter = put(max)
  return tx.value(
    `select count(*)::int from (select 1 from contacts c where ${where} limit ${limitParameter}) fitting`,
    values,
  )
}

/** The named contacts, highest score first. */
export function listByIds(tx: TenantTx, ids: readonly string[]): Promise<NamedContact[]> {
  return tx.rows<NamedContact>(
    `select ${NAMED} from contacts c where c.organization_id = $1 and c.id = any($2)
      order by c.sort_rank, c.last_name_key, c.id`,
    [tx.organizationId, ids],
  )
}

const LACKING: Record<MissingKind | 'consent', string> = {
  phone: 'c.phone is null',
  email: 'c.email is null',
  address: 'c.address is null',
  enrichment: 'c.enriched_at is null',
  consent: "(c.do_not_contact or c.opted_out_channels <> '{}')",
}

/** Contacts that lack a detail or the permission to be contacted: the first by rank, and how many there are. */
export function listLacking(
  tx: TenantTx,
  what: MissingKind | 'consent',
  bounds: ListBounds,
): Promise<{ count: number; contacts: NamedContact[] }> {
  return listAndCount(tx, { columns: NAMED, where: LACKING[what], ...bounds })
}

type ListBounds = { limit: number; countTo: number }
type CountedList = ListBounds & {
  columns: string
  where: string
  order?: string | undefined
  values?: readonly unknown[]
}

/** The first contacts that meet a condition, and how many there are up to `countTo`. */
async function listAndCount<T>(
  tx: TenantTx,
  { columns, where, order = 'c.sort_rank', values = [], limit, countTo }: CountedList,
): Promise<{ count: number; contacts: T[] }> {
  const from = `from contacts c where c.organization_id = $1 and ${where}`
  const all = [tx.organizationId, ...values]
  const [contacts, count] = await Promise.all([
    tx.rows<T>(
      `select ${columns} ${from} order by ${order}, c.last_name_key, c.id limit $${all.length + 1}`,
      [...all, limit],
    ),
    tx.value<number>(`select count(*)::int from (select ${from} limit $${all.length + 1}) found`, [
      ...all,
      countTo,
    ]),
  ])
  return { count, contacts }
}

const HOME_COLUMN = { value: 'p.estimated_value', tenure: 'p.ownership_length' }

/** Contacts by their most valuable or longest-owned home within the bounds, highest or lowest first. */
export function listHomes(
  tx: TenantTx,
  { by, from, to, lowest }: HomesCriteria,
  limit: number,
): Promise<ContactHome[]> {
  const column = HOME_COLUMN[by]
  const order = lowest ? 'asc' : 'desc'
  return tx.rows<ContactHome>(
    `with homes as (
       select p.contact_id, max(p.estimated_value)::float8 as value, max(p.ownership_length) as years
         from properties p
        where p.organization_id = $1 and ${column} is not null
          and ($2::float8 is null or ${column} >= $2) and ($3::float8 is null or ${column} <= $3)
        group by p.contact_id order by max(${column}) ${order}, p.contact_id limit $4)
     select ${NAMED}, homes.value, homes.years
       from homes join contacts c on c.organization_id = $1 and c.id = homes.contact_id
      order by ${by === 'value' ? 'homes.value' : 'homes.years'} ${order}, c.id`,
    [tx.organizationId, from ?? null, to ?? null, limit],
  )
}

/** Has a tag of this name, in the singular or plural. */
const hasTagSql = (name: string) => `exists (select from contact_tags g
   join tags t on t.organization_id = $1 and t.id = g.tag_id
  where g.organization_id = $1 and g.contact_id = c.id and lower(t.name) in (${name}, ${name} || 's'))`

/** Day of the last conversation, or of the last contact in the program the person came from if that is later. */
const LAST_CONTACT = `greatest(to_char(c.last_conversation_at at time zone 'UTC', 'YYYY-MM-DD'), c.imported_contact_on)`

/** The condition with `$2`, the value that a list shows, and its order. */
const RECORDS: Record<RecordQuestion['by'], { fits: string; fact?: string; order?: string }> = {
  birthday: {
    fact: `c.details->>'birthday'`,
    fits: `right(c.details->>'birthday', 5) like $2 || '-%'`,
    order: `right(c.details->>'birthday', 5)`,
  },
  closing: { fact: 'c.closed_on', fits: `substr(c.closed_on, 6, 2) = $2`, order: 'substr(c.closed_on, 6)' },
  lastContact: {
    fact: LAST_CONTACT,
    fits: `coalesce(${LAST_CONTACT} < $2, true) and c.can_contact`,
    order: `${LAST_CONTACT} nulls last, c.sort_rank`,
  },
  contacted: { fact: LAST_CONTACT, fits: `${LAST_CONTACT} >= $2`, order: `${LAST_CONTACT} desc` },
  relationship: { fits: `(c.relationship = $2 or ${hasTagSql(`replace($2, '_', ' ')`)})` },
  label: { fits: hasTagSql('$2') },
  stage: { fits: `lower(c.details->'history'->>'stage') = $2` },
  source: { fits: `strpos(lower(c.details->'history'->>'source'), $2) > 0` },
}

/** Contacts by a fact from their details, and how many there are. */
export function listByRecord(
  tx: TenantTx,
  asked: RecordQuestion,
  bounds: ListBounds,
): Promise<{ count: number; contacts: ContactRecord[] }> {
  const { fits, fact = 'null', order } = RECORDS[asked.by]
  return listAndCount(tx, {
    columns: `${NAMED}, ${fact} as fact`,
    where: fits,
    order,
    values: [wantedValue(asked)],
    ...bounds,
  })
}

function wantedValue(asked: RecordQuestion): string {
  if ('month' in asked) return String(asked.month).padStart(2, '0')
  if ('day' in asked) return asked.day
  return 'relationship' in asked ? asked.relationship : asked.text.toLowerCase()
}

/** Last use of the product in the caller's other sessions; null if there are none. */
export async function lastVisitOf(
  tx: TenantTx,
  who: { userId: string; sid: string },
): Promise<string | null> {
  const sql = 'select max(seen_at) as at from sessions where user_id = $1 and sid <> $2'
  return tx.value<string | null>(sql, [who.userId, who.sid])
}
