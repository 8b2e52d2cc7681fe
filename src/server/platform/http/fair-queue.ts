/** A waiting item and the time it was added, in milliseconds. */
export type Waiter<T> = { since: number; item: T }

/** Waiting this much longer outweighs one more running request. */
const WAIT_FOR_ONE_MS = 50

/** Creates a queue of items by caller; each caller's items leave in the order of arrival. */
export function createFairQueue<T>() {
  const queues = new Map<string, Waiter<T>[]>()
  let size = 0

  function take(caller: string): Waiter<T> | undefined {
    const items = queues.get(caller)
    const first = items?.shift()
    if (first) size -= 1
    if (items?.length === 0) queues.delete(caller)
    return first
  }

  return {
    size: () => size,
    sizeOf: (caller: string) => queues.get(caller)?.length ?? 0,
    add(caller: string, waiter: Waiter<T>): void {
      const items = queues.get(caller) ?? []
      items.push(waiter)
      queues.set(caller, items)
      size += 1
    },
    /**
     * Takes the next item of the caller with the least load; waiting time counts against load, so that no caller starves.
     * Callers with infinite `loadOf` must wait.
     */
    next(loadOf: (caller: string) => number, time: number): { caller: string; item: T } | null {
      let leastLoaded: string | null = null
      let leastLoad = Number.POSITIVE_INFINITY
      for (const [caller, items] of queues) {
        const load = loadOf(caller) + items.length - (time - (items[0]?.since ?? time)) / WAIT_FOR_ONE_MS
        if (load < leastLoad) [leastLoaded, leastLoad] = [caller, load]
      }
      const waiter = leastLoaded === null ? undefined : take(leastLoaded)
      return leastLoaded !== null && waiter ? { caller: leastLoaded, item: waiter.item } : null
    },
    /** Takes the newest item of the caller with the longest queue, if it has more than `maxItems` items. */
    takeFromLongest(maxItems: number): T | null {
      let longestQueue: Waiter<T>[] | null = null
      for (const items of queues.values()) {
        if (items.length > (longestQueue?.length ?? maxItems)) longestQueue = items
      }
      const newest = longestQueue?.pop()
      if (!newest) return null
      size -= 1
      return newest.item
    },
    /** Takes all items added before `time`. */
    takeOlderThan(time: number): T[] {
      const expired: T[] = []
      for (const [caller, items] of [...queues]) {
        while (items[0] && items[0].since < time) {
          const waiter = take(caller)
          if (waiter) expired.push(waiter.item)
        }
      }
      return expired
    },
  }
}
