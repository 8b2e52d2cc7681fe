import type { TenantTx } from '#server/platform/db/database.ts'

/** A request as it is recognized when it is repeated. */
export type RequestIdentity = { sender: string; route: string; keyHash: string; bodyHash: string }

/** `status` is null while the request runs; `result` has ids only. */
export type RecordedRequest = { bodyHash: string; status: number | null; result: unknown }

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
            created_at = excluded.created_at
      where r.status is null and r.locked_until < excluded.created_at
         or r.created_at < excluded.created_at - make_interval(hours => $7)`,
    [
      ...[tx.organizationId, request.sender, request.route, request.keyHash, request.bodyHash],
      ...[LOCK_SECONDS, KEPT_HOURS],
    ],
  )
}

export function findRequest(tx: TenantTx, request: RequestIdentity): Promise<RecordedRequest | undefined> {
  return tx.row<RecordedRequest>(
    `select body_hash, status, result from idempotent_requests
      where organization_id = $1 and sender = $2 and route = $3 and key_hash = $4`,
    [tx.organizationId, request.sender, request.route, request.keyHash],
  )
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

/** Forgets a request that failed, so that it can be sent again. */
export async function release(tx: TenantTx, request: RequestIdentity): Promise<void> {
  await tx.run(
    'delete from idempotent_requests where organization_id = $1 and sender = $2 and route = $3 and key_hash = $4',
    [tx.organizationId, request.sender, request.route, request.keyHash],
  )
}

/** @returns the number of deleted rows */
export function deleteOutdated(tx: TenantTx, limit: number): Promise<number> {
  return tx.run(
    `delete from idempotent_requests where organization_id = $1 and ctid in (select ctid from idempotent_requests
       where organization_id = $1 and created_at < now() - make_interval(hours => $3) limit $2)`,
    [tx.organizationId, limit, KEPT_HOURS],
  )
}
