import type { LiveEvent } from '#contract/events.ts'
import type { Events, InstanceListener } from '#server/platform/events.ts'

type Listener = (event: LiveEvent) => void

/** Live events within this process, delivered after the publishing transaction ends. */
export function createFakeEvents(): Events {
  const listeners = new Map<string, Set<Listener>>()
  const hearers = new Set<InstanceListener>()
  return {
    async publish(tx, organizationId, ...events) {
      tx.afterCommit(() => {
        for (const event of events)
          for (const listener of listeners.get(organizationId) ?? []) listener(event)
      })
    },
    recent: () => null,
    subscribe(organizationId, listener) {
      const own = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, own.add(listener))
      return () => own.delete(listener)
    },
    async publishInstance(tx, event) {
      tx.afterCommit(() => {
        for (const listener of hearers) listener(event)
      })
    },
    subscribeInstance(listener) {
      hearers.add(listener)
      return () => hearers.delete(listener)
    },
    start: async () => {},
    stop: async () => {},
  }
}
