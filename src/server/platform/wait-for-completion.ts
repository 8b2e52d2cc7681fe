import type { LiveEvent } from '#contract/events.ts'
import type { OrganizationId } from './db/organization-id.ts'
import type { Events } from './events.ts'

type Work<T> = {
  /** Returns null while the work continues. */
  check: () => Promise<T | null>
  milliseconds: number
}

/**
 * Waits for an organization's work that any process may be running. `check` is called at once, at each live event that
 * `isAboutWork` accepts, and once more at the end, in case an event was lost.
 *
 * @returns the result of `check`, or null on timeout
 * @throws what `check` throws
 */
export function waitForCompletion<T>(
  events: Pick<Events, 'subscribe'>,
  organizationId: OrganizationId,
  { isAboutWork, ...work }: Work<T> & { isAboutWork: (event: LiveEvent) => boolean },
): Promise<T | null> {
  return waitFor(work, (checkAgain) =>
    events.subscribe(organizationId, (event) => {
      // Both may mean that an event was missed or the awaited object deleted.
      const isAnything = event.type === 'resync' || event.type === 'contacts.changed'
      if (isAnything || isAboutWork(event)) checkAgain()
    }),
  )
}

/** Like `waitForCompletion`; checks whenever `subscribe` says so. */
export function waitFor<T>(
  work: Work<T>,
  subscribe: (checkAgain: () => void) => () => void,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      unsubscribe()
    }
    const checkOnce = async (isLast: boolean) => {
      try {
        const result = await work.check()
        if (result === null && !isLast) return
        stop()
        resolve(result)
      } catch (error) {
        stop()
        reject(error)
      }
    }
    const unsubscribe = subscribe(() => void checkOnce(false))
    const timer = setTimeout(() => void checkOnce(true), work.milliseconds)
    void checkOnce(false)
  })
}
