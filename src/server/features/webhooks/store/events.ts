import type { EventType } from '#contract/v1/event-types.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { StoredEvent } from '../service/event-body.ts'

/**
 * Transactions that are over and all those before them: an event that commits later is never read before one that was
 * skipped.
 */
const SETTLED = 'v.xid < pg_snapshot_xmin(pg_current_snapshot())'
const AFTER = '(v.xid, v.id) > ($2::text::xid8, $3::uuid)'

/** Where an event stands in the order of events. */
export type EventPosition = { xid: string; id: string }

/** The position of an event, whether the acting member sees it or not: the contact of the last event may be another's by now. */
export function findPosition(tx: TenantTx, id: string): Promise<EventPosition | undefined> {
  return tx.asOrganization(() =>
    tx.row<EventPosition>('select xid::text, id from events where organization_id = $1 and id = $2', [
      tx.organizationId,
      id,
    ]),
  )
}

/** Events in the order of their transactions; to a member with own or team records only the contacts they see. */
export function listEvents(
  tx: TenantTx,
  { after, type, limit }: { after: EventPosition | null; type: EventType | null; limit: number },
): Promise<StoredEvent[]> {
  return tx.rows(
    `select v.id, v.type, v.changed, v.created_at,
            case when seen.positions is null then v.ids else
              (select array_agg(v.ids[p] order by p) from unnest(seen.positions) p where v.ids is not null) end as ids,
            case when seen.positions is null then v.contact_ids else
              (select array_agg(v.contact_ids[p] order by p) from unnest(seen.positions) p) end as contact_ids
       from events v
       left join lateral (
         select array_agg(u.position) as positions from unnest(v.contact_ids) with ordinality as u(id, position)
           join contacts c on c.organization_id = $1 and c.id = u.id) seen
         on nullif(current_setting('app.user_id', true), '') is not null
      where v.organization_id = $1 and ${SETTLED} and ($2::text is null or ${AFTER}) and ($4::text is null or v.type = $4)
      order by v.xid, v.id limit $5`,
    [tx.organizationId, after?.xid ?? null, after?.id ?? null, type, limit],
  )
}

/** Queues the events after one for an endpoint, if it wants them. @returns how many, and the last one */
export async function replayEvents(
  tx: TenantTx,
  endpointId: string,
  { after, limit }: { after: EventPosition; limit: number },
): Promise<{ queued: number; lastEventId: string | null }> {
  const ids = await tx.column<string>(
    `with replayed as materialized (
       select v.xid, v.id from webhook_endpoints e join events v on v.organization_id = $1
        where e.organization_id = $1 and e.id = $4 and (e.types = '{}' or v.type = any(e.types)) and v.type <> 'ping'
          and ${SETTLED} and ${AFTER}
        order by v.xid, v.id limit $5),
     queued as (
       insert into webhook_deliveries (organization_id, endpoint_id, event_id)
       select $1, $4, id from replayed order by xid, id)
     select id from replayed order by xid, id`,
    [tx.organizationId, after.xid, after.id, endpointId, limit],
  )
  return { queued: ids.length, lastEventId: ids.at(-1) ?? null }
}

/** Stores a test event and its only delivery. */
export async function insertPing(tx: TenantTx, endpointId: string, eventId: string): Promise<void> {
  await tx.run('insert into events (organization_id, id, type, ids) values ($1, $2, $4, array[$3::uuid])', [
    ...[tx.organizationId, eventId, endpointId, 'ping'],
  ])
  await tx.run(
    'insert into webhook_deliveries (organization_id, endpoint_id, event_id) values ($1, $2, $3)',
    [...[tx.organizationId, endpointId, eventId]],
  )
}

/** Deletes old events with their deliveries. @returns the number of events */
export function deleteOutdated(tx: TenantTx, limit: number, days: number): Promise<number> {
  return tx.run(
    `delete from events where organization_id = $1 and id in (select id from events
       where organization_id = $1 and created_at < now() - make_interval(days => $3) limit $2)`,
    [tx.organizationId, limit, days],
  )
}
