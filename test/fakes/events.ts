import type { LiveEvent } from '#contract/events.ts'
import type { Events, InstanceListener } from '#server/platform/events.ts'

type Listener = (event: LiveEvent) => void

/** Live events within this process, delivered after the publishing transaction ends. */
export function createFakeEvents(): Events {
  const listeners = new Map<string, Set<Listener>>()
  const instanceListeners = new Set<InstanceListener>()
  return {
    async publish(tx, organizationId, ...events) {
      tx.afterCommit(() => {
        for (const event of events)
          for (const listener of listeners.get(organizationId) ?? []) listener(event)
      })
    },
    recent: () => null,
    subscribe(organizationId, listener) {
      const organizationListeners = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, organizationListeners.add(listener))
      return () => organizationListeners.delete(listener)
    },
    async publishInstance(tx, event) {
      tx.afterCommit(() => {
        for (const listener of instanceListeners) listener(event)
      })
    },
    subscribeInstance(listener) {
      instanceListeners.add(listener)
      return () => instanceListeners.delete(listener)
    },
    start: async () => {},
    stop: async () => {},
  }
}
