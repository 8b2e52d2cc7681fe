import type { Report, ReportDelivery, ReportInput } from '#contract/analytics/reports.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import { LOG_DAYS, MAX_LISTED_DELIVERIES } from './limits.ts'

type Schedule = NonNullable<Report['schedule']>

const SCHEDULE = 'days, month_day, send_at, time_zone, next_at'
const NAME = userNameSql('u')

export function findSchedule(tx: TenantTx, dashboardId: string): Promise<Schedule | undefined> {
  return tx.row(`select ${SCHEDULE} from report_schedules where organization_id = $1 and dashboard_id = $2`, [
    tx.organizationId,
    dashboardId,
  ])
}

/** Other dashboards of the organization that are sent; locks them against another one being added at the same time. */
export async function countOtherSchedules(tx: TenantTx, dashboardId: string): Promise<number> {
  await tx.row(`select pg_advisory_xact_lock(hashtext('reports'), hashtext($1))`, [tx.organizationId])
  return tx.value(
    'select count(*)::int from report_schedules where organization_id = $1 and dashboard_id <> $2',
    [tx.organizationId, dashboardId],
  )
}

export async function storeSchedule(
  tx: TenantTx,
  dashboardId: string,
  { days, monthDay, sendAt, timeZone, nextAt }: Omit<ReportInput, 'recipients'> & { nextAt: Date },
): Promise<void> {
  await tx.run(
    `insert into report_schedules (organization_id, dashboard_id, days, month_day, send_at, time_zone, next_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (organization_id, dashboard_id) do update set days = excluded.days, month_day = excluded.month_day,
       send_at = excluded.send_at, time_zone = excluded.time_zone, next_at = excluded.next_at`,
    [tx.organizationId, dashboardId, days, monthDay, sendAt, timeZone, nextAt],
  )
}

/** Ends the schedule and removes its recipients. @returns false if there was none */
export async function deleteSchedule(tx: TenantTx, dashboardId: string, now: Date): Promise<boolean> {
  await removeRecipientsExcept(tx, dashboardId, [], now)
  return tx.changed('delete from report_schedules where organization_id = $1 and dashboard_id = $2', [
    tx.organizationId,
    dashboardId,
  ])
}

export type Recipient = Report['recipients'][number]

export function listRecipients(tx: TenantTx, dashboardId: string): Promise<Recipient[]> {
  return tx.rows(
    `select r.user_id, ${NAME} as name, r.unsubscribed_at is null as is_subscribed
       from report_recipients r join users u on u.id = r.user_id
      where r.organization_id = $1 and r.dashboard_id = $2 and r.removed_at is null order by lower(${NAME}), r.user_id`,
    [tx.organizationId, dashboardId],
  )
}

/** Removes recipients. Those who unsubscribed stay in the list, so that managers see it. */
export async function removeRecipientsExcept(
  tx: TenantTx,
  dashboardId: string,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.run(
    `update report_recipients set removed_at = $4
      where organization_id = $1 and dashboard_id = $2 and user_id <> all ($3)
        and unsubscribed_at is null and removed_at is null`,
    [tx.organizationId, dashboardId, userIds, now],
  )
}

export async function removeRecipient(
  tx: TenantTx,
  dashboardId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await tx.run(
    `update report_recipients set removed_at = $4
      where organization_id = $1 and dashboard_id = $2 and user_id = $3 and unsubscribed_at is null and removed_at is null`,
    [tx.organizationId, dashboardId, userId, now],
  )
}

/** True if all of the users belong to the organization. */
export function areMembers(tx: TenantTx, userIds: readonly string[]): Promise<boolean> {
  return tx.value(
    `select not exists (select from unnest($2::uuid[]) id
       where not exists (select from memberships m where m.organization_id = $1 and m.user_id = id))`,
    [tx.organizationId, userIds],
  )
}

/** Adds a recipient, or one who was removed; those who unsubscribed stay off. @returns false if they are one already */
export function addRecipient(
  tx: TenantTx,
  dashboardId: string,
  userId: string,
  tokenHash: string,
): Promise<boolean> {
  return tx.changed(
    `insert into report_recipients (organization_id, dashboard_id, user_id, token_hash)
     values ($1, $2, $3, decode($4, 'hex'))
     on conflict (organization_id, dashboard_id, user_id) do update set removed_at = null
       where report_recipients.removed_at is not null`,
    [tx.organizationId, dashboardId, userId, tokenHash],
  )
}

/** Turns a recipient's emails on or off. @returns false if that is no change */
export function setSubscribed(
  tx: TenantTx,
  dashboardId: string,
  userId: string,
  unsubscribedAt: Date | null,
): Promise<boolean> {
  return tx.changed(
    `update report_recipients set unsubscribed_at = $4 where organization_id = $1 and dashboard_id = $2 and user_id = $3
        and (unsubscribed_at is null) <> ($4::timestamptz is null)`,
    [tx.organizationId, dashboardId, userId, unsubscribedAt],
  )
}

export function findByToken(
  db: Query,
  hash: string,
): Promise<{ organizationId: string; dashboardId: string; userId: string } | undefined> {
  return db.row(
    "select organization_id, dashboard_id, user_id from find_report_recipient(decode($1, 'hex'))",
    [hash],
  )
}

/** The last emails, newest first; of one member if named. */
export function listDeliveries(
  tx: TenantTx,
  dashboardId: string,
  userId: string | null,
): Promise<ReportDelivery[]> {
  return tx.rows(
    `select d.id, d.user_id, ${NAME} as name, d.due_at, d.is_test, d.status, d.reason, d.finished_at
       from report_deliveries d join users u on u.id = d.user_id
      where d.organization_id = $1 and d.dashboard_id = $2 and ($3::uuid is null or d.user_id = $3)
      order by d.due_at desc, lower(${NAME}), d.id limit ${MAX_LISTED_DELIVERIES}`,
    [tx.organizationId, dashboardId, userId],
  )
}

/** Dashboards whose email is due; across organizations, ids only. */
export function listDueSchedules(
  db: Query,
  now: Date,
): Promise<{ organizationId: OrganizationId; dashboardId: string }[]> {
  return db.rows('select organization_id, dashboard_id from due_report_schedules($1)', [now])
}

export type DueSchedule = Schedule & {
  /** The organization has a plan and is not suspended. */
  isActive: boolean
}

/** Locks a due schedule; a second worker waits and then finds it no longer due. */
export function lockDueSchedule(
  tx: TenantTx,
  dashboardId: string,
  now: Date,
): Promise<DueSchedule | undefined> {
  return tx.row(
    `select s.days, s.month_day, s.send_at, s.time_zone, s.next_at,
            o.suspended_at is null and o.subscription_status = 'active' as is_active
       from report_schedules s join organizations o on o.id = s.organization_id
      where s.organization_id = $1 and s.dashboard_id = $2 and s.next_at <= $3 for update of s`,
    [tx.organizationId, dashboardId, now],
  )
}

export async function setNext(tx: TenantTx, dashboardId: string, nextAt: Date): Promise<void> {
  await tx.run('update report_schedules set next_at = $3 where organization_id = $1 and dashboard_id = $2', [
    tx.organizationId,
    dashboardId,
    nextAt,
  ])
}

/** Adds an email to each recipient for a run, once. */
export async function insertDeliveries(
  tx: TenantTx,
  dashboardId: string,
  { dueAt, now }: { dueAt: Date; now: Date },
): Promise<void> {
  await tx.run(
    `insert into report_deliveries (organization_id, dashboard_id, user_id, due_at, next_at)
     select organization_id, dashboard_id, user_id, $3, $4 from report_recipients
      where organization_id = $1 and dashboard_id = $2 and unsubscribed_at is null and removed_at is null
     on conflict (organization_id, dashboard_id, user_id, due_at) do nothing`,
    [tx.organizationId, dashboardId, dueAt, now],
  )
}

/** Adds an email that a member asked to see. */
export async function insertTest(
  tx: TenantTx,
  dashboardId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await tx.run(
    `insert into report_deliveries (organization_id, dashboard_id, user_id, due_at, next_at, is_test)
     values ($1, $2, $3, $4, $4, true) on conflict (organization_id, dashboard_id, user_id, due_at) do nothing`,
    [tx.organizationId, dashboardId, userId, now],
  )
}

export async function deleteOldDeliveries(tx: TenantTx, dashboardId: string, now: Date): Promise<void> {
  await tx.run(
    `delete from report_deliveries where organization_id = $1 and dashboard_id = $2
        and due_at < $3::timestamptz - interval '${LOG_DAYS} days' and status not in ('pending', 'sending')`,
    [tx.organizationId, dashboardId, now],
  )
}

export type DueDelivery = { organizationId: OrganizationId; deliveryId: string }

/** Emails to send, and those whose worker stopped; across organizations, ids only. */
export function listDueDeliveries(db: Query, now: Date): Promise<DueDelivery[]> {
  return db.rows('select organization_id, delivery_id from due_report_deliveries($1)', [now])
}

export type ClaimedDelivery = {
  id: string
  dashboardId: string
  userId: string
  dueAt: string
  isTest: boolean
  attempts: number
  email: string
  firstName: string | null
  role: 'OWNER' | 'ADMIN' | 'MEMBER'
  isActive: boolean
  /** Why the member gets no email anymore; null for a recipient. */
  lossReason: 'unsubscribed' | 'removed' | null
}

/** The recipient of a delivery `d`, if a condition holds. */
const recipientSql = (condition: string) =>
  `select from report_recipients r where r.organization_id = d.organization_id and r.dashboard_id = d.dashboard_id
      and r.user_id = d.user_id and ${condition}`

/** Takes the lease on a due email; of any number of workers, one gets it. */
export function claimDelivery(
  tx: TenantTx,
  id: string,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<ClaimedDelivery | undefined> {
  return tx.row(
    `update report_deliveries d set attempts = attempts + 1, next_at = $4
       from users u, memberships m, organizations o
      where d.organization_id = $1 and d.id = $2 and d.status = 'pending' and d.next_at <= $3
        and u.id = d.user_id and m.user_id = d.user_id and m.organization_id = d.organization_id
        and o.id = d.organization_id
     returning d.id, d.dashboard_id, d.user_id, d.due_at, d.is_test, d.attempts, u.email, u.first_name, m.role,
       o.suspended_at is null and o.subscription_status = 'active' as is_active,
       case when exists (${recipientSql('r.unsubscribed_at is not null')}) then 'unsubscribed'
            when not exists (${recipientSql('r.removed_at is null')}) then 'removed' end as loss_reason`,
    [tx.organizationId, id, now, leaseUntil],
  )
}

/** Marks an email whose worker stopped while the mail server had it. */
export async function failInterrupted(tx: TenantTx, id: string, now: Date): Promise<void> {
  await tx.run(
    `update report_deliveries set status = 'failed', reason = 'interrupted', finished_at = $3
      where organization_id = $1 and id = $2 and status = 'sending' and next_at <= $3`,
    [tx.organizationId, id, now],
  )
}

type Change = Pick<ReportDelivery, 'status' | 'reason'> & { finishedAt: Date | null; nextAt: Date }

/** Changes an email of which the caller has the lease. @returns false if another worker has it by now */
export function updateDelivery(
  tx: TenantTx,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  { status, reason, finishedAt, nextAt }: Change,
): Promise<boolean> {
  return tx.changed(
    `update report_deliveries set status = $4, reason = $5, finished_at = $6, next_at = $7
      where organization_id = $1 and id = $2 and attempts = $3 and status in ('pending', 'sending')`,
    [tx.organizationId, id, attempts, status, reason, finishedAt, nextAt],
  )
}
