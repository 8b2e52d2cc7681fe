import type { EventType } from '#contract/v1/event-types.ts'
import type { TenantTx } from './db/database.ts'
import { newId } from './ids.ts'

/** Objects of one event; more become several events. */
const MAX_EVENT_IDS = 200

export type Emission = {
  type: EventType
  /** Objects that changed; left out where the contacts are what changed. */
  ids?: readonly string[]
  /** The contact of each object. */
  contactIds?: readonly string[]
  /** Names of changed fields, never their values. */
  changed?: readonly string[]
}

/**
 * Publishes changes in the transaction that makes them: stored for 30 days, sent to webhook endpoints and synced. Ids and field
 * names only, so that no name leaves in an event.
 */
export async function emit(tx: TenantTx, ...emissions: readonly Emission[]): Promise<void> {
  const rows = emissions.flatMap(slicesOf)
  if (rows.length === 0) return
  const stored = await tx.value<number>('select emit_events($1)', [JSON.stringify(rows)], 'emit-events')
  if (stored === DELIVERIES || stored === BOTH) tx.announce('deliveries')
  if (stored === CHANGES || stored === BOTH) tx.announce('sync')
}

/** Answers of `emit_events`: it stored webhook deliveries, changes that wait for the sync, or both. */
const DELIVERIES = 1
const CHANGES = 2
const BOTH = DELIVERIES + CHANGES

function slicesOf({ type, ids, contactIds, changed }: Emission) {
  const count = (ids ?? contactIds ?? []).length
  return Array.from({ length: Math.ceil(count / MAX_EVENT_IDS) }, (_, index) => {
    const slice = (list: readonly string[] | undefined) =>
      list?.slice(index * MAX_EVENT_IDS, (index + 1) * MAX_EVENT_IDS)
    return { id: newId(), type, ids: slice(ids), contact_ids: slice(contactIds), changed }
  })
}
