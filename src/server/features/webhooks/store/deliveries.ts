import type { WebhookDelivery } from '#contract/v1/webhooks.ts'
import { ctidsOf } from '#server/platform/db/by-key.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'
import type { StoredEvent } from '../service/event-body.ts'

/** A claimed delivery with all that its request needs. */
export type ClaimedDelivery = {
  id: string
  attempt: number
  endpointId: string
  url: string
  keyId: string
  secret: Buffer
  previousKeyId: string | null
  previousSecret: Buffer | null
  event: Omit<StoredEvent, 'createdAt'> & { createdAt: string }
}

/** How an attempt ended; `retryMs` is null when it arrived or no attempt is left. */
export type AttemptResult = {
  id: string
  endpointId: string
  attempt: number
  status: number | null
  failure: NonNullable<WebhookDelivery['failure']> | null
  milliseconds: number
  retryMs: number | null
}

/** Claims due deliveries of endpoints with free places; part of a transaction that locked the endpoints. */
export async function claimDue(
  tx: TenantTx,
  { limit, inFlight, seconds }: { limit: number; inFlight: number; seconds: number },
): Promise<ClaimedDelivery[]> {
  type Row = Omit<ClaimedDelivery, 'event'> & Omit<StoredEvent, 'id'> & { eventId: string }
  const rows = await tx.rows<Row>(
    `with due as materialized (
       select d.place from webhook_endpoints e
         cross join lateral (
           select greatest($3 - count(*), 0) as free from webhook_deliveries c
            where c.organization_id = $1 and c.endpoint_id = e.id and c.claimed_until > now()) places
         cross join lateral (
           select w.ctid as place from webhook_deliveries w
            where w.organization_id = $1 and w.endpoint_id = e.id and w.next_attempt_at <= now()
            order by w.next_attempt_at limit places.free) d
        where e.organization_id = $1 and e.disabled_at is null and ${NOT_SUSPENDED}
        limit $2),
     claimed as (
       update webhook_deliveries d
          set attempt = d.attempt + 1, claimed_until = now() + make_interval(secs => $4),
              next_attempt_at = now() + make_interval(secs => $4)
        where d.ctid = any(array(select place from due)) and d.organization_id = $1
       returning d.id, d.attempt, d.endpoint_id, d.event_id)
     select c.id, c.attempt, c.endpoint_id, e.*, v.*
       from claimed c
      cross join lateral (
        select url, key_id, secret, case when previous_until > now() then previous_key_id end as previous_key_id,
               case when previous_until > now() then previous_secret end as previous_secret
          from webhook_endpoints where organization_id = $1 and id = c.endpoint_id limit 1) e
      cross join lateral (
        select id as event_id, type, ids, contact_ids, changed, created_at
          from events where organization_id = $1 and id = c.event_id limit 1) v`,
    [tx.organizationId, limit, inFlight, seconds],
    'claim-webhook-deliveries',
  )
  return rows.map(({ eventId, type, ids, contactIds, changed, createdAt, ...delivery }) => ({
    ...delivery,
    event: { id: eventId, type, ids, contactIds, changed, createdAt },
  }))
}

/** Stores how attempts ended, except those whose claim ran out. */
export async function settle(tx: TenantTx, results: readonly AttemptResult[]): Promise<void> {
  await tx.run(
    `update webhook_deliveries d set claimed_until = null, status = r.status, failure = r.failure,
            milliseconds = r.milliseconds, attempted_at = now(),
            arrived_at = case when r.failure is null then now() end,
            next_attempt_at = now() + r.retry_ms * interval '1 millisecond'
       from jsonb_to_recordset($2) as r(id uuid, attempt integer, status integer, failure text, milliseconds integer,
         retry_ms double precision)
      where d.ctid = any(${ctidsOf({ table: 'webhook_deliveries', keys: '$3' })}) and d.organization_id = $1
        and d.id = r.id and d.attempt = r.attempt and d.next_attempt_at is not null`,
    [tx.organizationId, columnRows(results), results.map(({ id }) => id)],
    'settle-webhook-deliveries',
  )
}

/** Remembers since when endpoints fail; writes only where that changes. */
export async function recordHealth(
  tx: TenantTx,
  { healthyIds, failingIds }: { healthyIds: readonly string[]; failingIds: readonly string[] },
): Promise<void> {
  await tx.run(
    `update webhook_endpoints set failing_since = case when id = any($2) then null else now() end
      where organization_id = $1
        and (id = any($2) and failing_since is not null or id = any($3) and failing_since is null)`,
    [tx.organizationId, healthyIds, failingIds],
    'record-webhook-health',
  )
}

/** Those of the endpoints that have only failed for some days. */
export function listLongFailing(tx: TenantTx, ids: readonly string[], days: number): Promise<string[]> {
  return tx.column(
    `select id from webhook_endpoints where organization_id = $1 and id = any($2) and disabled_at is null
        and failing_since < now() - make_interval(days => $3)`,
    [tx.organizationId, ids, days],
  )
}

/** Gives up deliveries of endpoints that are off. @returns how many */
export function giveUpDisabled(tx: TenantTx, limit: number): Promise<number> {
  return tx.run(
    `update webhook_deliveries set next_attempt_at = null, claimed_until = null, failure = coalesce(failure, 'disabled')
      where organization_id = $1 and ctid = any(array(
        select d.ctid from webhook_endpoints e
         cross join lateral (
           select w.ctid from webhook_deliveries w
            where w.organization_id = $1 and w.endpoint_id = e.id and w.next_attempt_at is not null
            limit $2 for update of w skip locked) d
         where e.organization_id = $1 and e.disabled_at is not null limit $2))`,
    [tx.organizationId, limit],
  )
}

/** Deletes deliveries of an endpoint. @returns how many */
export function deleteDeliveries(tx: TenantTx, endpointId: string, limit: number): Promise<number> {
  return tx.run(
    `delete from webhook_deliveries where organization_id = $1 and ctid = any(array(
       select ctid from webhook_deliveries where organization_id = $1 and endpoint_id = $2 limit $3))`,
    [tx.organizationId, endpointId, limit],
  )
}

/** Counts deliveries that wait for an endpoint, up to a limit. */
export function countWaiting(tx: TenantTx, endpointId: string, limit: number): Promise<number> {
  return tx.value(
    `select count(*)::integer from (
       select from webhook_deliveries
        where organization_id = $1 and endpoint_id = $2 and next_attempt_at is not null limit $3) w`,
    [tx.organizationId, endpointId, limit],
  )
}

/** Organizations with a delivery that is due. */
export function listOrganizationsWithDue(db: Query): Promise<string[]> {
  return db.column('select id from organizations_with_due_deliveries() as id', [])
}

const STATE = `case when arrived_at is not null then 'arrived' when next_attempt_at is null then 'failed' else 'waiting' end`

export function listDeliveries(
  tx: TenantTx,
  endpointId: string,
  { after, limit, state }: TimeRange & { state: WebhookDelivery['state'] | null },
): Promise<TimedRow<WebhookDelivery>[]> {
  return tx.rows(
    `select d.id, d.event_id, v.type as event_type, ${STATE} as state, d.attempt, d.status, d.failure, d.milliseconds,
            d.attempted_at, d.next_attempt_at, d.created_at, d.created_at::text as exact_at
       from webhook_deliveries d join events v on v.organization_id = d.organization_id and v.id = d.event_id
      where d.organization_id = $1 and d.endpoint_id = $2 and ($3::text is null or ${STATE} = $3)
        and ($4::timestamptz is null or (d.created_at, d.id) < ($4, $5::uuid))
      order by d.created_at desc, d.id desc limit $6`,
    [tx.organizationId, endpointId, state, after?.at ?? null, after?.id ?? null, limit],
  )
}

const RESEND = `insert into webhook_deliveries (organization_id, endpoint_id, event_id)
  select organization_id, $2, event_id from`

/** Queues the events of deliveries again. @returns how many */
export function resendSome(tx: TenantTx, endpointId: string, ids: readonly string[]): Promise<number> {
  return tx.run(
    `${RESEND} webhook_deliveries where organization_id = $1 and endpoint_id = $2 and id = any($3)`,
    [tx.organizationId, endpointId, ids],
  )
}

/**
 * Queues the events of ended deliveries of a time again, the oldest first and each once. Events with a newer delivery are
 * skipped, so that repeating it goes on with the rest. @returns how many
 */
export function resendRange(
  tx: TenantTx,
  endpointId: string,
  { from, to, onlyFailed, limit }: { from: string; to: string; onlyFailed: boolean; limit: number },
): Promise<number> {
  return tx.run(
    `${RESEND} webhook_deliveries d
      where organization_id = $1 and endpoint_id = $2 and created_at between $3 and $4
        and next_attempt_at is null and (not $5 or ${STATE} = 'failed')
        and not exists (select from webhook_deliveries n
                         where n.organization_id = $1 and n.event_id = d.event_id and n.endpoint_id = $2
                           and (n.created_at, n.id) > (d.created_at, d.id))
      order by created_at, id limit $6`,
    [tx.organizationId, endpointId, from, to, onlyFailed, limit],
  )
}
