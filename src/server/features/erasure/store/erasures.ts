import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { logErasures } from '#server/platform/erasure-log.ts'

export type ErasureCause = 'owner' | 'operator' | 'retention'
export type Erasure = { cause: ErasureCause; users: string[]; providerIds: string[]; attempts: number }

/** Locks the organization until the transaction ends. */
export function lockOrganization(tx: TenantTx): Promise<{ credits: number } | undefined> {
  return tx.row<{ credits: number }>('select credits from organizations where id = $1 for update', [
    tx.organizationId,
  ])
}

/** True if it was canceled before a moment; call it under the lock. */
export function isCanceledBefore(tx: TenantTx, moment: Date): Promise<boolean> {
  return tx.exists(
    `select 1 from organizations o
      where o.id = $1 and o.subscription_status = 'canceled'
        and coalesce((select max(s.canceled_at) from subscriptions s where s.organization_id = $1),
                     o.subscription_event_at, o.updated_at) < $2
        and not exists (select from subscriptions s where s.organization_id = $1
              and s.status in ('active', 'trialing', 'past_due'))`,
    [tx.organizationId, moment],
  )
}

/** @returns false if an erasure is already running */
export async function insertErasure(
  tx: TenantTx,
  start: { cause: ErasureCause; requestedBy: string | null; now: Date },
): Promise<boolean> {
  const inserted = await tx.row<{ users: string[]; providerIds: string[] }>(
    `insert into erasures (organization, cause, requested_by, users, provider_ids, next_try_at, started_at)
     select o.id, $2, $3, array(select m.user_id from memberships m where m.organization_id = o.id),
            array(select distinct id from (
              select unnest(array[s.subscription_id, s.customer_id]) as id from subscriptions s where s.organization_id = o.id
              union select o.stripe_customer_id union select o.stripe_subscription_id) ids where id is not null),
            $4, $4
       from organizations o where o.id = $1 on conflict do nothing returning users, provider_ids`,
    [tx.organizationId, start.cause, start.requestedBy, start.now],
  )
  if (!inserted) return false
  const subject = tx.organizationId
  await logErasures(tx, [
    { kind: 'organization', organization: subject, subject, details: { cause: start.cause, ...inserted } },
  ])
  return true
}

/** Signs out all members for whom it is their only organization, and removes open invitations. */
export async function signMembersOut(tx: TenantTx): Promise<void> {
  await tx.run('delete from invitations where organization_id = $1', [tx.organizationId])
  await tx.run(
    `delete from sessions where user_id in (select user_id from memberships where organization_id = $1)
        and user_id not in (select user_id from memberships where organization_id <> $1)`,
    [tx.organizationId],
  )
}

/** Takes the lease of a due erasure until `leaseUntil`; undefined when another worker has it. */
export function claimErasure(
  db: Query,
  organizationId: OrganizationId,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<Erasure | undefined> {
  return db.row<Erasure>(
    `update erasures set attempts = attempts + 1, next_try_at = $3
      where organization = $1 and finished_at is null and next_try_at <= $2
      returning cause, users, provider_ids, attempts`,
    [organizationId, now, leaseUntil],
  )
}

/** Erases up to `limit` rows. @returns the number of rows; 0 when only the organization itself is left */
export async function eraseSlice(tx: TenantTx, limit: number, leaseUntil: Date): Promise<number> {
  const erasedCount = await tx.value<number>('select erase_organization_slice($1)', [limit])
  await tx.run(
    'update erasures set rows_erased = rows_erased + $2, next_try_at = $3 where organization = $1',
    [tx.organizationId, erasedCount, leaseUntil],
  )
  return erasedCount
}

/**
 * Ends an erasure: deletes the organization and its former members, except those of another organization, operators of
 * this instance, owners of a brokerage, and those who may still take contacts from an organization that they left.
 * Memberships have ended before.
 */
export async function eraseOrganization(
  tx: TenantTx,
  users: readonly string[],
  { keptEmails, now }: { keptEmails: readonly string[]; now: Date },
): Promise<void> {
  await tx.run('delete from organizations where id = $1', [tx.organizationId])
  const isErased = `id = any($1) and organization_id is null and email <> all($2)
       and not exists (select from brokerages b where b.owner_id = users.id)
       and not exists (select from contact_transfers t where t.user_id = users.id and t.status = 'offered' and t.expires_at > $3)`
  await tx.run(
    `delete from magic_link_tokens where email in (
       select email from users where ${isErased})`,
    [users, keptEmails, now],
  )
  await tx.run(`delete from users where ${isErased}`, [users, keptEmails, now])
  await tx.run('update erasures set finished_at = $2, next_try_at = null where organization = $1', [
    tx.organizationId,
    now,
  ])
}

export async function postponeErasure(db: Query, organizationId: OrganizationId, until: Date) {
  await db.run('update erasures set next_try_at = $2 where organization = $1 and finished_at is null', [
    organizationId,
    until,
  ])
}

export async function listDueErasures(db: Query, moment: Date): Promise<OrganizationId[]> {
  const ids = await db.column<string>(
    `select organization from erasures where finished_at is null and next_try_at <= $1 order by next_try_at limit 100`,
    [moment],
  )
  return ids.map(parseOrganizationId)
}

/** Ids by which late payment events may refer to erased organizations. */
export function listErasedIds(db: Query, moment: Date): Promise<string[]> {
  return db.column(
    `select unnest(organization::text || provider_ids) as id from erasures where finished_at >= $1`,
    [moment],
  )
}
