import type { TenantTx } from '#server/platform/db/database.ts'
import type { Resource } from './links.ts'

export type QueueItem = {
  /** All rows about the same object. */
  ids: string[]
  localId: string | null
  resource: Resource | null
  remoteId: number | null
  attempts: number
  /** The contact was added or its fields changed, or may have while the sync was stopped. */
  changesFields: boolean
}

/** Due changes, those of one object together, oldest first. */
export function listDue(tx: TenantTx, limit: number): Promise<QueueItem[]> {
  return tx.rows(
    `select array_agg(id) as ids, local_id, resource, remote_id::double precision as remote_id, max(attempts) as attempts,
            bool_or(changes_fields) as changes_fields
       from follow_up_boss_queue
      where organization_id = $1 and next_attempt_at <= now()
      group by local_id, resource, remote_id order by min(changed_at) limit $2`,
    [tx.organizationId, limit],
    'fub-queue-due',
  )
}

/** Begins the work on a change. A webhook that comes meanwhile queues the object again. */
export async function claim(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(
    'update follow_up_boss_queue set attempts = attempts + 1 where organization_id = $1 and id = any($2)',
    [tx.organizationId, ids],
    'fub-queue-claim',
  )
}

/** Gives a change back that was interrupted through no fault of its own. */
export async function release(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(
    'update follow_up_boss_queue set attempts = attempts - 1 where organization_id = $1 and id = any($2)',
    [tx.organizationId, ids],
  )
}

export async function remove(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run('delete from follow_up_boss_queue where organization_id = $1 and id = any($2)', [
    tx.organizationId,
    ids,
  ])
}

/** Tries a change again later; without a pause it is given up. */
export async function postpone(
  tx: TenantTx,
  ids: readonly string[],
  { seconds, problem }: { seconds: number | null; problem: string },
): Promise<void> {
  await tx.run(
    `update follow_up_boss_queue set problem = $4, next_attempt_at = now() + make_interval(secs => $3)
      where organization_id = $1 and id = any($2)`,
    [tx.organizationId, ids, seconds, problem],
  )
}

export async function addRemote(tx: TenantTx, resource: Resource, ids: readonly number[]): Promise<void> {
  await tx.run(
    `insert into follow_up_boss_queue (organization_id, resource, remote_id)
     select $1, $2, id from unnest($3::bigint[]) as u(id)
      where not exists (select from follow_up_boss_queue q where q.organization_id = $1 and q.resource = $2
                          and q.remote_id = u.id and q.next_attempt_at is not null and q.attempts = 0)`,
    [tx.organizationId, resource, ids],
  )
}

/**
 * Queues all contacts that don't wait yet, to add those that are only here.
 *
 * @param hasStopped contacts without a person there count as changed, since the queue missed changes
 */
export async function addAllContacts(tx: TenantTx, hasStopped = false): Promise<void> {
  await tx.run(
    `insert into follow_up_boss_queue (organization_id, local_id, changes_fields)
     select $1, c.id, n.changes_fields
       from contacts c
      cross join lateral (
        select $2 and not exists (
          select from follow_up_boss_links l
           where l.organization_id = $1 and l.contact_id = c.id and l.resource = 'people') as changes_fields) n
      where c.organization_id = $1
        and not exists (select from follow_up_boss_queue q where q.organization_id = $1 and q.local_id = c.id
                          and q.next_attempt_at is not null and q.attempts = 0
                          and (q.changes_fields or not n.changes_fields))`,
    [tx.organizationId, hasStopped],
  )
}

/** Forgets which contacts changed if the sync failed. All are compared when it goes on. */
export async function dropContactsOfFailed(tx: TenantTx): Promise<void> {
  await tx.run(
    `delete from follow_up_boss_queue
      where organization_id = $1 and local_id is not null
        and exists (select from follow_up_boss_connections f where f.organization_id = $1 and f.status = 'failed')`,
    [tx.organizationId],
  )
}

/** Gives changes that were given up another try. */
export async function retryFailed(tx: TenantTx): Promise<void> {
  await tx.run(
    `update follow_up_boss_queue set attempts = 0, problem = null, next_attempt_at = now()
      where organization_id = $1 and next_attempt_at is null`,
    [tx.organizationId],
  )
}

export function deleteOutdated(tx: TenantTx, days: number, limit: number): Promise<number> {
  return tx.run(
    `delete from follow_up_boss_queue where (organization_id, id) in (
       select organization_id, id from follow_up_boss_queue
        where organization_id = $1 and next_attempt_at is null and changed_at < now() - make_interval(days => $2) limit $3)`,
    [tx.organizationId, days, limit],
  )
}
