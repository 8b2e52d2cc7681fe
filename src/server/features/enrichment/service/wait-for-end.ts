import type { Context } from '#server/platform/context.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

/**
 * Waits until an enrichment is over, woken by the live events of its contact, whichever process runs it.
 *
 * @returns null when `milliseconds` pass first
 */
export function waitForEnd(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { organizationId }: Context,
  { id, contactId }: { id: string; contactId: string },
  milliseconds: number,
): Promise<store.EnrichmentRow | null> {
  return new Promise((resolve, reject) => {
    const done = (outcome: store.EnrichmentRow | null) => {
      clearTimeout(timer)
      unsubscribe()
      resolve(outcome)
    }
    const look = () =>
      db
        .tenant(organizationId, (tx) => store.findEnrichment(tx, id))
        .then((found) => found && isOver(found) && done(found))
        .catch(reject)
    const unsubscribe = events.subscribe(organizationId, (event) => {
      if (event.type === 'contact.changed' && event.contactId === contactId) void look()
    })
    const timer = setTimeout(() => done(null), milliseconds)
  })
}

function isOver({ status }: store.EnrichmentRow): boolean {
  return status === 'matched' || status === 'no_match' || status === 'failed'
}
