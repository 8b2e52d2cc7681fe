import { markCommits } from '#server/platform/db/commit-mark.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'

/** A request as it is recognized when it is repeated. */
export type RequestIdentity = { sender: string; route: string; keyHash: string; bodyHash: string }

/** `status` is null without an answer, `isRunning` while one may still come; `result` has ids only. */
export type RecordedRequest = { bodyHash: string; status: number | null; result: unknown; isRunning: boolean }

const KEPT_HOURS = 24
/** Longer than any request may take; afterwards its process must have died. */
const LOCK_SECONDS = 120

/** Records a request that begins. @returns false if it was sent before and still counts */
export function claim(tx: TenantTx, request: RequestIdentity): Promise<boolean> {
  return tx.changed(
    `insert into idempotent_requests as r (organization_id, sender, route, key_hash, body_hash, locked_until)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
     on conflict (organization_id, sender, route, key_hash) do update
        set body_hash = excluded.body_hash, status = null, result = null, locked_until = excluded.locked_until,
            created_at = excluded.created_at, has_committed = false
      where r.status is null and not r.has_committed and r.locked_until < excluded.created_at
         or r.created_at < excluded.created_at - make_interval(hours => $7)`,
    [
      ...[tx.organizationId, request.sender, request.route, request.keyHash, request.bodyHash],
      ...[LOCK_SECONDS, KEPT_HOURS],
    ],
  )
}

export function findRequest(tx: TenantTx, request: RequestIdentity): Promise<RecordedRequest | undefined> {
  return tx.row<RecordedRequest>(
    `select body_hash, status, result, locked_until > now() as is_running from idempotent_requests
      where organization_id = $1 and sender = $2 and route = $3 and key_hash = $4`,
    [tx.organizationId, request.sender, request.route, request.keyHash],
  )
}

/** Runs a request that notes in each of its transactions whether it changes something: without a change, it has no id. */
export function withMark<T>(
  organizationId: OrganizationId,
  { sender, route, keyHash }: RequestIdentity,
  work: () => Promise<T>,
): Promise<T> {
  const send = (query: Query) =>
    query.run(
      `update idempotent_requests set has_committed = true
        where organization_id = $1 and sender = $2 and route = $3 and key_hash = $4 and not has_committed
          and pg_current_xact_id_if_assigned() is not null`,
      [organizationId, sender, route, keyHash],
      'mark-idempotent-request',
    )
  return markCommits({ organizationId, send }, work)
}

export async function finish(
  tx: TenantTx,
  request: RequestIdentity,
  { status, result }: { status: number; result: unknown },
): Promise<void> {
  await tx.run(
    `update idempotent_requests set status = $5, result = $6
      where organization_id = $1 and sender = $2 and route = $3 and key_hash = $4`,
    [
      ...[tx.organizationId, request.sender, request.route, request.keyHash],
      ...[status, JSON.stringify(result)],
    ],
  )
}

/** Forgets a request that failed, so that it can be sent again; one that committed a change only ends. */
export async function release(tx: TenantTx, request: RequestIdentity): Promise<void> {
  const values = [tx.organizationId, request.sender, request.route, request.keyHash]
  await Promise.all([
    tx.run(
      `delete from idempotent_requests
        where organization_id = $1 and sender = $2 and route = $3 and key_hash = $4 and not has_committed`,
      values,
    ),
    tx.run(
      `update idempotent_requests set locked_until = now()
        where organization_id = $1 and sender = $2 and route = $3 and key_hash = $4`,
      values,
    ),
  ])
}

/** @returns the number of deleted rows */
export function deleteOutdated(tx: TenantTx, limit: number): Promise<number> {
  return tx.run(
    `delete from idempotent_requests where organization_id = $1 and ctid in (select ctid from idempotent_requests
       where organization_id = $1 and created_at < now() - make_interval(hours => $3) limit $2)`,
    [tx.organizationId, limit, KEPT_HOURS],
  )
}
