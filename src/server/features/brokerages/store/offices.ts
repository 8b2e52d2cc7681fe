import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'

export { enterOrganization } from '#server/platform/db/enter-organization.ts'

/** Begins the ids of subscriptions that come with a brokerage's plan. */
const PLAN_PREFIX = 'agreement-brokerage-'

/** An office without its sums. */
export type OfficeRow = {
  id: OrganizationId
  name: string
  isSuspended: boolean
  joinedAt: string
  hasPlan: boolean
  status: string
  plan: string | null
  members: number
  seats: number
  seatLimit: number | null
  credits: number
}

export function listOffices(db: Query, brokerageId: string): Promise<OfficeRow[]> {
  return db.rows<OfficeRow>(
    `select o.id, o.name, o.suspended_at is not null as is_suspended, o.joined_brokerage_at as joined_at,
            coalesce(o.subscription_status = 'active' and o.stripe_subscription_id like '${PLAN_PREFIX}%', false) as has_plan,
            o.subscription_status::text as status, o.subscription_plan as plan,
            (select count(*) from memberships m where m.organization_id = o.id)::int as members, o.seats, o.seat_limit,
            o.credits
       from organizations o
      where o.brokerage_id = $1 and not exists (select from erasures e where e.organization = o.id)
      order by lower(o.name), o.id`,
    [brokerageId],
  )
}

export type OfficeState = {
  brokerageId: string | null
  isSuspended: boolean
  isErasing: boolean
  seats: number
  seatLimit: number | null
}

/** Locks the transaction's organization. */
export async function lockOffice(tx: TenantTx): Promise<OfficeState | undefined> {
  const office = await tx.row<Omit<OfficeState, 'isErasing'>>(
    `select brokerage_id, suspended_at is not null as is_suspended, seats, seat_limit
       from organizations where id = $1 for update`,
    [tx.organizationId],
  )
  const isErasing = await tx.exists('select 1 from erasures where organization = $1', [tx.organizationId])
  return office && { ...office, isErasing }
}

/** True while the organization's plan is the brokerage's. */
export function hasBrokeragePlan(tx: TenantTx): Promise<boolean> {
  return tx.exists(
    `select 1 from organizations
      where id = $1 and subscription_status = 'active' and stripe_subscription_id like '${PLAN_PREFIX}%'`,
    [tx.organizationId],
  )
}

export async function setBrokerage(
  tx: TenantTx,
  { brokerageId, seatLimit, now }: { brokerageId: string | null; seatLimit: number | null; now: Date },
): Promise<void> {
  await tx.run(
    `update organizations set brokerage_id = $2, seat_limit = $3, joined_brokerage_at = $4, updated_at = now()
      where id = $1`,
    [tx.organizationId, brokerageId, seatLimit, brokerageId && now],
  )
}

/** @returns false if fewer seats than those in use would remain */
export function addSeats(tx: TenantTx, amount: number): Promise<boolean> {
  return tx.changed(
    `update organizations set seat_limit = seat_limit + $2, updated_at = now()
      where id = $1 and seat_limit + $2 >= greatest(seats, 1)`,
    [tx.organizationId, amount],
  )
}

export async function setSeatLimit(tx: TenantTx, seatLimit: number | null): Promise<void> {
  await tx.run('update organizations set seat_limit = $2, updated_at = now() where id = $1', [
    tx.organizationId,
    seatLimit,
  ])
}

/** The brokerage that an organization belongs to. */
export function findBrokerageOf(
  db: Query,
  organizationId: string,
): Promise<{ brokerageId: string; seats: number; seatLimit: number | null } | undefined> {
  return db.row(
    'select brokerage_id, seats, seat_limit from organizations where id = $1 and brokerage_id is not null',
    [organizationId],
  )
}

export function isOwner(tx: Query, userId: string, organizationId: string): Promise<boolean> {
  return tx.exists(
    `select 1 from memberships where user_id = $1 and organization_id = $2 and role = 'OWNER' for share`,
    [userId, organizationId],
  )
}

/** Offices of the brokerages that share opt-outs, or of one of them. */
export function listSharingOffices(db: Query, brokerageId: string | null): Promise<OrganizationId[]> {
  return db.column(
    `select o.id from organizations o join brokerages b on b.id = o.brokerage_id
      where b.shares_do_not_contact and o.suspended_at is null and ($1::uuid is null or b.id = $1) order by o.id`,
    [brokerageId],
  )
}

/** The other offices of an organization's brokerage, if it shares opt-outs. */
export function listSharingWith(db: Query, organizationId: string): Promise<OrganizationId[]> {
  return db.column(
    `select other.id from organizations o join brokerages b on b.id = o.brokerage_id and b.shares_do_not_contact
       join organizations other on other.brokerage_id = b.id and other.id <> o.id
      where o.id = $1 and other.suspended_at is null order by other.id`,
    [organizationId],
  )
}
