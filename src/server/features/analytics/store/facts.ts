import type { AnalyticsFilter, DayRange, SeriesUnit } from '#contract/analytics.ts'
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
  /** SQL patterns of metrics. */
  metrics: readonly string[]
  by?: Dimension
  unit?: SeriesUnit
}

/** How contacts and events match a filter; `$n` is its value. */
const DIMENSION_SQL: Record<Dimension, (value: string, contact: string) => string> = {
  member: (value) => `e.member_id = ${value}::uuid`,
  team: (value, contact) => ofContact(contact, `c.team_id = ${value}::uuid`),
  relationship: (value, contact) => ofContact(contact, `c.relationship = ${value}`),
  source: (value, contact) => ofContact(contact, `c.lead_source = ${value}`),
  zip: (value, contact) => ofContact(contact, `c.zip_code = ${value}`),
  tag: (value, contact) =>
    `exists (select from contact_tags t where t.organization_id = $1 and t.contact_id = ${contact} and t.tag_id = ${value}::uuid)`,
  signal: (value, contact) =>
    `exists (select from signals s where s.organization_id = $1 and s.contact_id = ${contact}
       and s.category = ${value}::nine_d_category)`,
}

function ofContact(contact: string, condition: string): string {
  return `exists (select from contacts c where c.organization_id = $1 and c.id = ${contact} and ${condition})`
}

const entriesOf = (filter: AnalyticsFilter) =>
  // The keys of the filter are the dimensions.
  Object.entries(filter).filter(([, value]) => value !== undefined) as [Dimension, string][]

/** Conditions on events for a filter; adds their values to `values`. */
function eventConditions(filter: AnalyticsFilter, values: unknown[]): string {
  return entriesOf(filter)
    .map(([dimension, value]) => ` and ${DIMENSION_SQL[dimension](`$${values.push(value)}`, 'e.contact_id')}`)
    .join('')
}

/** Conditions on contacts `p` for a filter: a member stands for the contacts that they own. */
export function contactConditions(filter: AnalyticsFilter, values: unknown[]): string {
  return entriesOf(filter)
    .map(([dimension, value]) => {
      const parameter = `$${values.push(value)}`
      return dimension === 'member'
        ? ` and p.owner_id = ${parameter}::uuid`
        : ` and ${DIMENSION_SQL[dimension](parameter, 'p.id')}`
    })
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
  if (others.length > 0 || (only && by)) return countEvents(tx, query, [range])
  const dimension = by ?? only?.[0] ?? ''
  const days = await tx.one<{ through: string | null; marked: string[] }>(
    `select (select done_through from fact_runs where organization_id = $1) as through,
            array(select distinct day::text from fact_days
                   where organization_id = $1 and day between $2 and $3 and (dimension is null or dimension = $4)) as marked`,
    [tx.organizationId, range.from, range.to, dimension],
    'fact-days',
  )
  const { through, marked } = days
  if (through === null || through < range.from) return countEvents(tx, query, [range])
  const unsummed = through < range.to ? [{ from: nextDay(through), to: range.to }] : []
  const liveRanges = [...rangesOf(marked.filter((day) => day <= through)), ...unsummed]
  const stored = await tx.rows<FactRow>(
    `select ${unitSql(query, 'day')} as "from", metric, ${by || only ? 'value' : `''`} as value, sum(n)::float8 as n, sum(sum) as sum
       from daily_facts
      where organization_id = $1 and dimension = $2 and day between $3 and $4 and day <= $5 and not day = any($6::date[])
        and metric like any($7) ${only ? 'and value = $8' : ''}
      group by 1, 2, 3`,
    [
      ...[tx.organizationId, dimension, range.from, range.to, through, marked, query.metrics],
      ...(only ? [only[1]] : []),
    ],
  )
  return liveRanges.length === 0 ? stored : [...stored, ...(await countEvents(tx, query, liveRanges))]
}

function countEvents(tx: TenantTx, query: FactQuery, ranges: readonly DayRange[]): Promise<FactRow[]> {
  const { filter, by, metrics } = query
  const values: unknown[] = [
    tx.organizationId,
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
    metrics,
  ]
  const conditions = eventConditions(filter, values)
  const isOfContact = by !== undefined && by !== 'member'
  const value = isOfContact ? 'd.value' : by ? 'e.member_id::text' : `''`
  return tx.rows<FactRow>(
    `select ${unitSql(query, 'e.day')} as "from", e.metric, ${value} as value, sum(e.n)::float8 as n, sum(e.sum) as sum
       from unnest($2::date[], $3::date[]) r(from_day, to_day)
       cross join lateral fact_events(r.from_day, r.to_day) e
       ${isOfContact ? `cross join lateral contact_dimensions(e.contact_id) d` : ''}
      -- Only some conditions use the organization; the function filters by itself.
      where $1::uuid is not null and e.metric like any($4) ${isOfContact ? `and d.dimension = '${by}'` : ''}
        ${by === 'member' ? 'and e.member_id is not null' : ''}${conditions}
      group by 1, 2, 3`,
    values,
  )
}

/** The first day of the unit that a day belongs to, within the range; null without a unit. Both are checked values. */
function unitSql({ unit, range }: FactQuery, day: string): string {
  return unit ? `greatest(date_trunc('${unit}', ${day}::timestamp)::date, '${range.from}'::date)` : 'null'
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

/** Joins neighboring days. */
function rangesOf(days: readonly string[]): DayRange[] {
  const ranges: DayRange[] = []
  for (const day of days.toSorted()) {
    const last = ranges.at(-1)
    if (last && nextDay(last.to) === day) last.to = day
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

/** People behind a number of a range, the latest first. */
export function listPeopleOfEvents(
  tx: TenantTx,
  { range, filter, metrics }: Pick<FactQuery, 'range' | 'filter' | 'metrics'>,
  { after, limit }: { after: { on: string; id: string } | null; limit: number },
): Promise<(PersonRow & { on: string; total: number })[]> {
  const values: unknown[] = [tx.organizationId, range.from, range.to, metrics, limit, after?.on, after?.id]
  const conditions = eventConditions(filter, values)
  return tx.rows(
    `with people as (
       select e.contact_id, min(e.day) as day from fact_events($2::date, $3::date) e
        where e.metric like any($4) and e.contact_id is not null${conditions} group by 1)
     select c.id, c.first_name, c.last_name, c.city, c.nine_d_score, p.day as "on", (select count(*)::int from people) as total
       from people p join contacts c on c.organization_id = $1 and c.id = p.contact_id
      where $6::date is null or (p.day, c.id) < ($6::date, $7::uuid)
      order by p.day desc, c.id desc limit $5`,
    values,
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
  { after, limit }: { after: string | null; limit: number },
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
