import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationIds } from '#server/platform/db/organization-id.ts'

export type CanceledOrganization = { organizationId: OrganizationId; canceledAt: string }
export type NoticeKey = CanceledOrganization & { daysLeft: number }

/** Organizations canceled before a moment, ordered by id; across organizations, ids only. */
export async function listCanceledBefore(
  db: Query,
  moment: Date,
  after: string | null,
): Promise<CanceledOrganization[]> {
  return parseOrganizationIds(
    await db.rows<{ organizationId: string; canceledAt: string }>(
      'select organization_id, canceled_at from organizations_canceled_before($1, $2)',
      [moment, after],
    ),
  )
}

/** Queues a notice once per cancellation and number of days; again if it was given up before it reached an owner. */
export async function queueNotice(
  tx: TenantTx,
  { canceledAt, daysLeft }: NoticeKey,
  now: Date,
): Promise<void> {
  await tx.run(
    `insert into retention_notices (organization_id, canceled_at, days_left, created_at, next_mail_at)
     values ($1, $2, $3, $4, $4)
     on conflict (organization_id, canceled_at, days_left) do update
       set created_at = excluded.created_at, next_mail_at = excluded.next_mail_at, completed_at = null
     where retention_notices.completed_at is not null and retention_notices.mailed_to = '{}'
       and exists (select from memberships m where m.organization_id = $1 and m.role = 'OWNER')`,
    [tx.organizationId, canceledAt, daysLeft, now],
  )
}

/** True if a notice was sent before a moment, to an owner if there is one. */
export function hasNotice(tx: TenantTx, notice: NoticeKey, sentBefore: Date): Promise<boolean> {
  return tx.exists(
    `select 1 from retention_notices
      where organization_id = $1 and canceled_at = $2 and days_left = $3 and completed_at <= $4
        and (mailed_to <> '{}'
             or not exists (select from memberships m where m.organization_id = $1 and m.role = 'OWNER'))`,
    [tx.organizationId, notice.canceledAt, notice.daysLeft, sentBefore],
  )
}

export type DueNotice = { createdAt: string; mailedTo: string[]; organization: string; isCanceled: boolean }

/** Takes the lease of a due notice until `leaseUntil`; undefined when another worker has it. */
export function claimNotice(
  tx: TenantTx,
  notice: NoticeKey,
  now: Date,
  leaseUntil: Date,
): Promise<DueNotice | undefined> {
  return tx.row<DueNotice>(
    `update retention_notices n set next_mail_at = $5 from organizations o
      where n.organization_id = $1 and n.canceled_at = $2 and n.days_left = $3 and n.next_mail_at <= $4 and o.id = $1
      returning n.created_at, n.mailed_to, o.name as organization, o.subscription_status = 'canceled' as is_canceled`,
    [tx.organizationId, notice.canceledAt, notice.daysLeft, now, leaseUntil],
  )
}

export function listOwners(tx: TenantTx): Promise<{ id: string; email: string }[]> {
  return tx.rows<{ id: string; email: string }>(
    `select u.id, u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and m.role = 'OWNER' order by u.id`,
    [tx.organizationId],
  )
}

export async function setMailedTo(tx: TenantTx, notice: NoticeKey, userId: string): Promise<void> {
  await tx.run(
    `update retention_notices set mailed_to = array_append(mailed_to, $4::uuid)
      where organization_id = $1 and canceled_at = $2 and days_left = $3`,
    [tx.organizationId, notice.canceledAt, notice.daysLeft, userId],
  )
}

/** Schedules the next attempt, or marks the notice as done when `nextAt` is null. */
export async function setNextEmail(tx: TenantTx, notice: NoticeKey, nextAt: Date | null, now: Date) {
  await tx.run(
    `update retention_notices set next_mail_at = $4::timestamptz, completed_at = case when $4::timestamptz is null then $5::timestamptz end
      where organization_id = $1 and canceled_at = $2 and days_left = $3`,
    [tx.organizationId, notice.canceledAt, notice.daysLeft, nextAt, now],
  )
}

/** Across organizations; ids only. */
export async function listDueNotices(db: Query, moment: Date): Promise<NoticeKey[]> {
  const sql = 'select organization_id, canceled_at, days_left from due_retention_notices($1)'
  return parseOrganizationIds(
    await db.rows<{ organizationId: string; canceledAt: string; daysLeft: number }>(sql, [moment]),
  )
}
