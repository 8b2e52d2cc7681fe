import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** Organizations whose sums are older than a day or have marked days. */
export function listOrganizationsToSum(db: Query, through: string): Promise<string[]> {
  return db.column('select organization_id from organizations_to_sum($1)', [through])
}

export type Run = {
  hasMilestones: boolean
  milestonesAfter: string | null
  doneThrough: string | null
  gaugesOn: string | null
}

/** Progress of the sums, locked until the transaction ends so that two runs don't overlap. */
export async function lockRun(tx: TenantTx): Promise<Run> {
  await tx.run('insert into fact_runs (organization_id) values ($1) on conflict do nothing', [
    tx.organizationId,
  ])
  return tx.one(
    `select has_milestones, milestones_after, done_through, gauges_on from fact_runs
      where organization_id = $1 for update`,
    [tx.organizationId],
  )
}

/** Stores up to which contact milestones are derived; null marks all of them as done. */
export async function setMilestonesAfter(tx: TenantTx, id: string | null): Promise<void> {
  await tx.run(
    'update fact_runs set milestones_after = $2, has_milestones = $2::uuid is null where organization_id = $1',
    [tx.organizationId, id],
  )
}

/** The first day that may have an event; null without events. Each minimum is the first entry of an index. */
export function findFirstDay(tx: TenantTx): Promise<string | null> {
  return tx.value(
    `select least(
       (select min(moved_on) from outcomes where organization_id = $1 and undone_at is null),
       fact_day(least(
         (select min(at) from activities where organization_id = $1),
         (select min(first_at) from contact_milestones where organization_id = $1),
         (select min(detected_at) from signals where organization_id = $1),
         (select min(recorded_at) from score_history where organization_id = $1 and score > coalesce(previous_score, 0)),
         (select min(recorded_at) from score_history where organization_id = $1 and score < previous_score),
         (select min(created_at) from credit_ledger where organization_id = $1),
         (select min(created_at) from contacts where organization_id = $1))))`,
    [tx.organizationId],
  )
}

/** The oldest marked day that is summed already. */
export function findMarkedDay(tx: TenantTx, through: string): Promise<string | null> {
  return tx.value('select min(day) from fact_days where organization_id = $1 and day <= $2', [
    tx.organizationId,
    through,
  ])
}

/** Activities of some days, which tell how long their sums take. */
export function countActivities(tx: TenantTx, from: string, to: string): Promise<number> {
  return tx.value(
    `select count(*)::int from activities
      where organization_id = $1 and at >= fact_day_start($2) and at < fact_day_start($3::date + 1)`,
    [tx.organizationId, from, to],
  )
}

/** Sums days and removes their marks. */
export async function sumDays(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx.run('select write_daily_facts($1, $2)', [from, to])
}

export async function setDoneThrough(tx: TenantTx, day: string): Promise<void> {
  await tx.run('update fact_runs set done_through = $2 where organization_id = $1', [tx.organizationId, day])
}

export async function setGaugesOn(tx: TenantTx, day: string): Promise<void> {
  await tx.run('update fact_runs set gauges_on = $2 where organization_id = $1', [tx.organizationId, day])
}

/** Ids of contacts after one, in order. */
export function listContactIds(tx: TenantTx, afterId: string | null, limit: number): Promise<string[]> {
  return tx.column(
    'select id from contacts where organization_id = $1 and ($2::uuid is null or id > $2) order by id limit $3',
    [tx.organizationId, afterId, limit],
  )
}

/** Milestones of contacts that differ from what follows from the records. */
export function countWrongMilestones(tx: TenantTx, ids: readonly string[]): Promise<number> {
  return tx.value(
    `select count(*)::int
       from (select contact_id, side, milestone, first_at, member_id, is_implied, since, is_stage, is_first
               from contact_milestones
              where organization_id = $1 and contact_id = any($2)) m
       full join derived_milestones($2) w using (contact_id, side, milestone)
      where (m.first_at, m.member_id, m.is_implied, m.since, m.is_stage, m.is_first)
            is distinct from (w.first_at, w.member_id, w.is_implied, w.since, w.is_stage, w.is_first)`,
    [tx.organizationId, ids],
  )
}

/** @returns the number of differences that were written */
export function refreshMilestonesOf(tx: TenantTx, ids: readonly string[]): Promise<number> {
  return tx.value('select refresh_milestones($1)', [ids])
}

export type WrongFact = {
  unit: 'day' | 'month'
  day: string
  metric: string
  dimension: string
  value: string
  stored: number | null
  counted: number | null
}

/** Stored sums of unmarked days that differ from the events. Rows of deleted accounts count for no one and stay. */
export function listWrongFacts(tx: TenantTx, from: string, to: string, limit: number): Promise<WrongFact[]> {
  return tx.rows(
    `select 'day' as unit, day, metric, dimension, value, s.n::float8 as stored, c.n::float8 as counted
       from (select day, metric, dimension, value, n, sum from daily_facts
              where organization_id = $1 and unit = 'day' and day between $2 and $3) s
       full join summed_facts($2, $3) c using (day, metric, dimension, value)
      where (s.n, s.sum) is distinct from (c.n, c.sum)
        and not exists (select from fact_days d where d.organization_id = $1 and d.day = coalesce(s.day, c.day)
              and (d.dimension is null or d.dimension = coalesce(s.dimension, c.dimension)))
        and not (dimension = 'member' and not exists (select from users u where u.id = value::uuid))
      order by day, metric, dimension, value limit $4`,
    [tx.organizationId, from, to, limit],
  )
}

/** Stored sums of a month that are not those of its stored days. `month` is its first day. */
export function listWrongMonths(tx: TenantTx, month: string, limit: number): Promise<WrongFact[]> {
  return tx.rows(
    `select 'month' as unit, $2::date as day, metric, dimension, value, s.n::float8 as stored, d.n::float8 as counted
       from (select metric, dimension, value, n, sum from daily_facts
              where organization_id = $1 and unit = 'month' and day = $2) s
       full join (${DAYS_OF_MONTH_SQL}) d using (metric, dimension, value)
      where (s.n, s.sum) is distinct from (d.n, d.sum)
      order by metric, dimension, value limit $3`,
    [tx.organizationId, month, limit],
  )
}

/** Sums the stored days of a month again. */
export async function sumMonth(tx: TenantTx, month: string): Promise<void> {
  await tx.run(`delete from daily_facts where organization_id = $1 and unit = 'month' and day = $2`, [
    tx.organizationId,
    month,
  ])
  await tx.run(
    `insert into daily_facts (organization_id, unit, day, metric, dimension, value, n, sum)
     select $1, 'month', $2, metric, dimension, value, n, sum from (${DAYS_OF_MONTH_SQL}) d`,
    [tx.organizationId, month],
  )
}

const DAYS_OF_MONTH_SQL = `select metric, dimension, value, sum(n)::bigint as n, sum(sum) as sum from daily_facts
  where organization_id = $1 and unit = 'day' and day >= $2::date and day < $2::date + interval '1 month' group by 1, 2, 3`
