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
    const leave = () => {
      clearTimeout(timer)
      unsubscribe()
    }
    const look = async (last: boolean) => {
      try {
        const found = await db.tenant(organizationId, (tx) => store.findEnrichment(tx, id))
        const over = found && isOver(found) ? found : null
        if (!over && !last) return
        leave()
        resolve(over)
      } catch (error) {
        leave()
        reject(error)
      }
    }
    const unsubscribe = events.subscribe(organizationId, (event) => {
      // A contact that was deleted meanwhile changes only the list.
      const concerns =
        event.type === 'contacts.changed' ||
        (event.type === 'contact.changed' && event.contactId === contactId)
      if (concerns) void look(false)
    })
    // The last look makes up for an event that was lost with its connection.
    const timer = setTimeout(() => void look(true), milliseconds)
  })
}

function isOver({ status }: store.EnrichmentRow): boolean {
  return status === 'matched' || status === 'no_match' || status === 'failed'
}
