import type { ManagedBrokerage, ManagedBrokerageItem } from '#contract/admin-brokerages.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

const COLUMNS = `b.id, b.name, u.email as owner_email, b.plan_until, b.has_unlimited_credits, b.created_at,
  (select count(*) from organizations o where o.brokerage_id = b.id)::int as offices`
const FROM = 'from brokerages b left join users u on u.id = b.owner_id'

export function listManaged(
  db: Query,
  { after, limit }: TimeRange,
): Promise<TimedRow<ManagedBrokerageItem>[]> {
  return db.rows(
    `select ${COLUMNS}, b.created_at::text as exact_at ${FROM}
      where $1::timestamptz is null or (b.created_at, b.id) < ($1, $2::uuid)
      order by b.created_at desc, b.id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  )
}

export function findManaged(
  db: Query,
  id: string,
): Promise<Omit<ManagedBrokerage, 'organizations'> | undefined> {
  return db.row(
    `select ${COLUMNS}, b.shares_do_not_contact, b.seats, b.max_offices, b.sla_notes, b.manager_name, b.manager_email,
            b.manager_phone ${FROM} where b.id = $1`,
    [id],
  )
}

/** The organizations of a brokerage with the credits used since a moment. */
export function listManagedOffices(
  db: Query,
  id: string,
  since: Date,
): Promise<ManagedBrokerage['organizations']> {
  return db.rows(
    `select o.id, o.name, o.subscription_status::text as status, o.subscription_plan as plan, o.credits, o.seats, o.seat_limit,
            operator_credits_used(o.id, $2)::int as credits_used
       from organizations o where o.brokerage_id = $1 order by lower(o.name), o.id`,
    [id, since],
  )
}
