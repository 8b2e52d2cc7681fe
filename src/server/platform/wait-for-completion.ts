import type { LiveEvent } from '#contract/events.ts'
import type { OrganizationId } from './db/organization-id.ts'
import type { Events } from './events.ts'

/**
 * Waits for work that any process may be running. `look` returns null while the work continues. It is called at once, at
 * each live event that `concerns` the work, and once more after `milliseconds`, in case an event was lost.
 *
 * @returns the result of `look`, or null on timeout
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
      // Both may mean that an event was missed or the awaited object deleted.
      const isAnything = event.type === 'resync' || event.type === 'contacts.changed'
      if (isAnything || work.concerns(event)) void look(false)
    })
    const timer = setTimeout(() => void look(true), work.milliseconds)
    void look(false)
  })
}
