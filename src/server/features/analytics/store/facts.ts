import type { AnalyticsFilter, DayRange, SeriesUnit } from '#contract/analytics/query.ts'
import { countDays, shiftDay } from '#domain/analytics/day-range.ts'
import { metricsOf } from '#domain/analytics/metrics.ts'
import { restrictedMember } from '#server/platform/acting-member.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Properties that sums are grouped by. */
export type Dimension = keyof AnalyticsFilter

export type FactRow = {
  /** First day of the unit; null for the whole range. */
  from: string | null
  metric: string
  /** The value of the dimension; empty without one. */
  value: string
  n: number
  sum: number
}

export type FactQuery = {
  range: DayRange
  filter: AnalyticsFilter
  /** Patterns of metrics. */
  metrics: readonly string[]
  by?: Dimension
  /** The only values of the breakdown that are wanted. */
  values?: readonly string[]
  unit?: SeriesUnit
}

/** Contacts of a value of the dimensions that have a table of their own; `$n` is the value. */
const CONTACTS_SQL = {
  tag: (value: string) =>
    `select t.contact_id from contact_tags t where t.organization_id = $1 and t.tag_id = ${value}::uuid`,
  signal: (value: string) =>
    `select s.contact_id from signals s where s.organization_id = $1 and s.category = ${value}::nine_d_category`,
}

/** How contacts `p` match a filter on them; `$n` is its value. */
const DIMENSION_SQL: Record<Dimension, (value: string) => string> = {
  member: (value) => `p.owner_id = ${value}::uuid`,
  team: (value) => `p.team_id = ${value}::uuid`,
  relationship: (value) => `p.relationship = ${value}`,
  // `source_key` and `zip_key` have an index; the exact comparison stays, because they are shortened or lower-cased.
  source: (value) =>
    `coalesce(p.lead_source, '') = ${value} and (${value} = '' or p.source_key = lower(${value}))`,
  zip: (value) => `coalesce(p.zip_code, '') = ${value} and (${value} = '' or p.zip_key = left(${value}, 5))`,
  tag: (value) => `exists (${CONTACTS_SQL.tag(value)} and t.contact_id = p.id)`,
  signal: (value) => `exists (${CONTACTS_SQL.signal(value)} and s.contact_id = p.id)`,
}

/**
 * For statements that read all matching contacts: they start from the tags or signals. Not for members with own or team
 * records, for whom the policy would check each of those rows.
 */
const FINDING_SQL: typeof DIMENSION_SQL = {
  ...DIMENSION_SQL,
  tag: (value) => `p.id = any(array(${CONTACTS_SQL.tag(value)}))`,
  signal: (value) => `p.id = any(array(${CONTACTS_SQL.signal(value)}))`,
}

/** Dimensions in which a contact has several values. A filter on others leaves only its own row of their breakdown. */
const MULTIPLE: ReadonlySet<Dimension> = new Set(['tag', 'signal'])

const entriesOf = (filter: AnalyticsFilter) =>
  // The keys of the filter are the dimensions.
  Object.entries(filter).filter(([, value]) => value !== undefined) as [Dimension, string][]

/** Conditions on contacts `p` for a filter: a member stands for the contacts that they own. Adds the values to `values`. */
export function contactConditions(
  filter: AnalyticsFilter,
  values: unknown[],
  conditionOf = DIMENSION_SQL,
): string {
  return entriesOf(filter)
    .map(([dimension, value]) => ` and ${conditionOf[dimension](`$${values.push(value)}`)}`)
    .join('')
}

export const hasFilter = (filter: AnalyticsFilter): boolean => entriesOf(filter).length > 0

/**
 * Sums of a range. Stored sums serve queries about one dimension; the days that are not summed yet, and all other queries, are
 * counted from the events. Members with own or team records see no stored sums, so that all of theirs are counted.
 */
export async function readFacts(tx: TenantTx, query: FactQuery): Promise<FactRow[]> {
  const { filter, by, range } = query
  const [only, ...others] = entriesOf(filter)
  const isSplit = only && by && (only[0] !== by || MULTIPLE.has(by))
  if (others.length > 0 || isSplit) return countEvents(tx, query, [range])
  const dimension = by ?? only?.[0] ?? ''
  const { through, marked } = await tx.one<{ through: string | null; marked: string[] }>(
    `select (select done_through from fact_runs where organization_id = $1) as through,
            array(select distinct day::text from fact_days
                   where organization_id = $1 and day between $2 and $3 and (dimension is null or dimension = $4)) as marked`,
    [tx.organizationId, range.from, range.to, dimension],
    'fact-days',
  )
  if (through === null || through < range.from) return countEvents(tx, query, [range])
  const summed = { from: range.from, to: through < range.to ? through : range.to }
  const markedDays = new Set(marked.filter((day) => day <= through))
  const stored = await readStoredFacts(tx, query, dimension, summedParts(summed, markedDays, query.unit))
  const unsummed = through < range.to ? [{ from: shiftDay(through, 1), to: range.to }] : []
  const liveRanges = [...rangesOf([...markedDays]), ...unsummed]
  return liveRanges.length === 0 ? stored : [...stored, ...(await countEvents(tx, query, liveRanges))]
}

/** Whole months of stored sums without a marked day, and the other days with a sum. Days and weeks need each day. */
function summedParts(range: DayRange, marked: ReadonlySet<string>, unit: SeriesUnit | undefined) {
  const months: string[] = []
  const days: string[] = []
  for (const month of Map.groupBy(daysOf(range), (day) => day.slice(0, 7)).values()) {
    const first = month[0] ?? ''
    const isWhole = first.endsWith('-01') && shiftDay(month.at(-1) ?? '', 1).endsWith('-01')
    const unmarked = month.filter((day) => !marked.has(day))
    if (isWhole && unmarked.length === month.length && (!unit || unit === 'month')) months.push(first)
    else days.push(...unmarked)
  }
  return { months, days }
}

function readStoredFacts(
  tx: TenantTx,
  query: FactQuery,
  dimension: Dimension | '',
  { months, days }: { months: readonly string[]; days: readonly string[] },
): Promise<FactRow[]> {
  const [only] = entriesOf(query.filter)
  const values = query.values ?? (dimension === '' ? [''] : only && [only[1]])
  const partOf = (unit: string, parameter: string) =>
    `select day, metric, value, n, sum from daily_facts
      where organization_id = $1 and unit = '${unit}' and dimension = $2 and metric = any($3) and day = any(${parameter}::date[])
        and ($6::text[] is null or value = any($6))`
  const parameters: unknown[] = [
    tx.organizationId,
    dimension,
    metricsOf(query.metrics),
    months,
    days,
    values ?? null,
  ]
  return tx.rows(
    `select ${unitSql(query, 'day', parameters)} as "from", metric, ${dimension === '' ? `''` : 'value'} as value,
            sum(n)::float8 as n, sum(sum) as sum
       from (${partOf('month', '$4')} union all ${partOf('day', '$5')}) f
      group by 1, 2, 3`,
    parameters,
  )
}

async function countEvents(tx: TenantTx, query: FactQuery, ranges: readonly DayRange[]): Promise<FactRow[]> {
  const { by } = query
  const metrics = metricsOf(query.metrics)
  const values: unknown[] = [
    ...[tx.organizationId, ranges.map(({ from }) => from), ranges.map(({ to }) => to), metrics],
    kindsOf(metrics),
  ]
  const events = await eventsSql(tx, query.filter, ranges, { values, days: 'r.from_day, r.to_day, $5' })
  const isOfContact = by !== undefined && by !== 'member'
  const value = isOfContact ? 'd.value' : by ? 'e.member_id::text' : `''`
  const chosen = by && query.values ? ` and ${value} = any($${values.push(query.values)})` : ''
  return tx.asOrganization(() =>
    tx.rows<FactRow>(
      `select ${unitSql(query, 'e.day', values)} as "from", e.metric, ${value} as value, sum(e.n)::float8 as n, sum(e.sum) as sum
         from unnest($2::date[], $3::date[]) r(from_day, to_day)
         ${events.from}
         ${isOfContact ? `cross join lateral contact_dimensions(e.contact_id) d` : ''}
        -- Only some conditions use the organization; the function filters by itself.
        where $1::uuid is not null and e.metric = any($4)${events.where} ${isOfContact ? `and d.dimension = '${by}'` : ''}
          ${by === 'member' ? 'and e.member_id is not null' : ''}${chosen}
        group by 1, 2, 3`,
      values,
      planName(tx, query, isShort(ranges)),
    ),
  )
}

/**
 * Names the statement, so that each connection plans it once: that takes far longer than to count a day. Undefined for what
 * depends on more than the parts of the name.
 */
function planName(
  tx: TenantTx,
  { filter, by, values, unit }: FactQuery,
  isForDays: boolean,
): string | undefined {
  const [only, ...others] = entriesOf(filter)
  if (others.length > 0 || restrictedMember(tx.organizationId)) return undefined
  return ['count-events', unit, by, values && 'chosen', only?.[0], isForDays && 'days']
    .map((part) => part || '-')
    .join(' ')
}

/** Up to this many days, reading all events of them takes less than reading all of some contacts. */
const MAX_DAYS_OF_ALL = 7

const isShort = (ranges: readonly DayRange[]): boolean =>
  ranges.reduce((total, range) => total + countDays(range), 0) <= MAX_DAYS_OF_ALL

/**
 * Joins the events that a filter leaves, as `e`, for a statement that sees all of the organization: the contacts of a member with
 * own or team records are found first, and only what is about them is read. `days` are the arguments of `fact_events`.
 */
async function eventsSql(
  tx: TenantTx,
  { member: doneBy, ...ofContacts }: AnalyticsFilter,
  ranges: readonly DayRange[],
  { values, days }: { values: unknown[]; days: string },
): Promise<{ from: string; where: string }> {
  const member = restrictedMember(tx.organizationId)
  const where = doneBy === undefined ? '' : ` and e.member_id = $${values.push(doneBy)}::uuid`
  const ofAll = `cross join lateral fact_events(${days}) e`
  if (!member && !hasFilter(ofContacts)) return { from: ofAll, where }
  const own = member ? [tx.organizationId] : values
  // The policy enforces it too, but finds no index.
  const isOwner = member?.access === 'own' ? ` and p.owner_id = $${own.push(member.userId)}::uuid` : ''
  if (!member && isShort(ranges)) {
    // The offset makes it look up each event's contact instead of reading all contacts.
    const isOfPeople = `exists (select from contacts p
      where p.organization_id = $1 and p.id = e.contact_id${contactConditions(ofContacts, values)} offset 0)`
    return { from: ofAll, where: `${where} and ${isOfPeople}` }
  }
  const conditions = contactConditions(ofContacts, own, member ? DIMENSION_SQL : FINDING_SQL)
  const people = `select p.id from contacts p where p.organization_id = $1${isOwner}${conditions}`
  const ids = member ? `select unnest($${values.push(await tx.column(people, own))}::uuid[])` : people
  // The offset keeps the planner from finding the people once for each table.
  const from = `cross join (select array(${ids}) as ids offset 0) people
         cross join lateral fact_events(${days}, false, people.ids) e`
  return { from, where }
}

/** The kinds of metrics, by which `fact_events` omits tables. */
function kindsOf(metrics: readonly string[]): string[] {
  return [...new Set(metrics.map((metric) => metric.split('.')[0] ?? ''))]
}

/** The first day of the unit that a day belongs to, within the range; null without a unit. Adds a value to `values`. */
function unitSql({ unit, range }: FactQuery, day: string, values: unknown[]): string {
  if (!unit) return 'null'
  return `greatest(date_trunc('${unit}', ${day}::timestamp)::date, $${values.push(range.from)}::date)`
}

function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = shiftDay(day, 1)) days.push(day)
  return days
}

/** Joins neighboring days. */
function rangesOf(days: readonly string[]): DayRange[] {
  const ranges: DayRange[] = []
  for (const day of days.toSorted()) {
    const last = ranges.at(-1)
    if (last && shiftDay(last.to, 1) === day) last.to = day
    else ranges.push({ from: day, to: day })
  }
  return ranges
}

export type PersonRow = {
  id: string
  firstName: string
  lastName: string
  city: string | null
  nineDScore: number | null
  on: string | null
}

export type PageAfterId = { after: string | null; limit: number }

/** People behind a number of a range, the latest first. */
export async function listPeopleOfEvents(
  tx: TenantTx,
  { range, filter, metrics }: Pick<FactQuery, 'range' | 'filter' | 'metrics'>,
  { after, limit }: { after: { on: string; id: string } | null; limit: number },
): Promise<(PersonRow & { on: string; total: number })[]> {
  const named = metricsOf(metrics)
  const values: unknown[] = [
    ...[tx.organizationId, range.from, range.to, named, limit, after?.on, after?.id, kindsOf(named)],
  ]
  const events = await eventsSql(tx, filter, [range], { values, days: '$2::date, $3::date, $8' })
  return tx.asOrganization(() =>
    tx.rows(
      `with people as (
         select e.contact_id, min(e.day) as day from (select) one
           ${events.from}
          where e.metric = any($4) and e.contact_id is not null${events.where} group by 1)
       select c.id, c.first_name, c.last_name, c.city, c.nine_d_score, p.day as "on", (select count(*)::int from people) as total
         from people p join contacts c on c.organization_id = $1 and c.id = p.contact_id
        where $6::date is null or (p.day, c.id) < ($6::date, $7::uuid)
        order by p.day desc, c.id desc limit $5`,
      values,
    ),
  )
}

/** Conditions that a state of a contact means. */
const STATE_SQL: Record<string, string> = {
  contact: 'true',
  'coverage.phone': 'p.phone is null',
  'coverage.email': 'p.email is null',
  'coverage.address': 'p.address is null',
  'coverage.birthYear': 'coalesce(p.birth_year, p.age) is null',
  'coverage.tenure': 'p.tenure is null',
  'coverage.source': 'p.lead_source is null',
  'coverage.enrichment': 'p.enriched_at is null',
  'coverage.score': 'p.nine_d_score is null',
}

/** True for a metric that is a state of a contact, without a day. */
export const isState = (metric: string): boolean => metric in STATE_SQL

/** Contacts in a state, by id. */
export function listPeopleInState(
  tx: TenantTx,
  { metric, filter }: { metric: string; filter: AnalyticsFilter },
  { after, limit }: PageAfterId,
): Promise<(PersonRow & { total: number })[]> {
  const values: unknown[] = [tx.organizationId, limit, after]
  const condition = `p.organization_id = $1 and ${STATE_SQL[metric]}${contactConditions(filter, values)}`
  return tx.rows(
    `select p.id, p.first_name, p.last_name, p.city, p.nine_d_score, null as "on",
            (select count(*)::int from contacts p where ${condition}) as total
       from contacts p where ${condition} and ($3::uuid is null or p.id > $3) order by p.id limit $2`,
    values,
  )
}
