import type { LiveEvent } from '#contract/events.ts'
import type { OrganizationId } from './db/organization-id.ts'
import type { Events } from './events.ts'

/**
 * Waits for the end of work that any process may be running. `look` answers null while it goes on; it is called at
 * once, at each live event that `concerns` the work, and a last time when `milliseconds` have passed, which makes up
 * for an event lost with its connection.
 *
 * @returns what `look` found, or null when the time was up first
 * @throws what `look` throws
 */
export function waitForCompletion<T>(
  events: Pick<Events, 'subscribe'>,
  organizationId: OrganizationId,
  work: { concerns: (event: LiveEvent) => boolean; look: () => Promise<T | null>; milliseconds: number },
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      unsubscribe()
    }
    const look = async (last: boolean) => {
      try {
        const ended = await work.look()
        if (ended === null && !last) return
        leave()
        resolve(ended)
      } catch (error) {
        leave()
        reject(error)
      }
    }
    const unsubscribe = events.subscribe(organizationId, (event) => {
      // After a lost connection, and also told when what is waited for was deleted.
      const isAnything = event.type === 'resync' || event.type === 'contacts.changed'
      if (isAnything || work.concerns(event)) void look(false)
    })
    const timer = setTimeout(() => void look(true), work.milliseconds)
    void look(false)
  })
}
