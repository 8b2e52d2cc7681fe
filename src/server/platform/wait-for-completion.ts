import type { LiveEvent } from '#contract/events.ts'
import type { OrganizationId } from './db/organization-id.ts'
import type { Events } from './events.ts'

type Work<T> = {
  /** Returns null while the work continues. */
  look: () => Promise<T | null>
  milliseconds: number
}

/**
 * Waits for an organization's work that any process may be running. `look` is called at once, at each live event that
 * `concerns` the work, and once more at the end, in case an event was lost.
 *
 * @returns the result of `look`, or null on timeout
 * @throws what `look` throws
 */
export function waitForCompletion<T>(
  events: Pick<Events, 'subscribe'>,
  organizationId: OrganizationId,
  { concerns, ...work }: Work<T> & { concerns: (event: LiveEvent) => boolean },
): Promise<T | null> {
  return waitFor(work, (lookAgain) =>
    events.subscribe(organizationId, (event) => {
      // Both may mean that an event was missed or the awaited object deleted.
      const isAnything = event.type === 'resync' || event.type === 'contacts.changed'
      if (isAnything || concerns(event)) lookAgain()
    }),
  )
}

/** Like `waitForCompletion`; looks whenever `subscribe` says so. */
export function waitFor<T>(
  work: Work<T>,
  subscribe: (lookAgain: () => void) => () => void,
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
    const unsubscribe = subscribe(() => void look(false))
    const timer = setTimeout(() => void look(true), work.milliseconds)
    void look(false)
  })
}
