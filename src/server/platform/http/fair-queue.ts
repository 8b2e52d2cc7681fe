/** A waiting item and the time it was added, in milliseconds. */
export type Waiter<T> = { since: number; item: T }

/** Waiting this much longer outweighs one more running request. */
const WAIT_FOR_ONE_MS = 50

/** Creates a queue of items by caller; each caller's items leave in the order of arrival. */
export function createFairQueue<T>() {
  const queues = new Map<string, Waiter<T>[]>()
  let size = 0

  function take(caller: string): Waiter<T> | undefined {
    const own = queues.get(caller)
    const first = own?.shift()
    if (first) size -= 1
    if (own?.length === 0) queues.delete(caller)
    return first
  }

  return {
    size: () => size,
    sizeOf: (caller: string) => queues.get(caller)?.length ?? 0,
    add(caller: string, waiter: Waiter<T>): void {
      const own = queues.get(caller) ?? []
      own.push(waiter)
      queues.set(caller, own)
      size += 1
    },
    /**
     * Takes the next item of the caller with the least load; waiting time counts against load, so that no caller starves.
     * Callers with infinite `loadOf` must wait.
     */
    next(loadOf: (caller: string) => number, time: number): { caller: string; item: T } | null {
      let leastLoaded: string | null = null
      let least = Number.POSITIVE_INFINITY
      for (const [caller, own] of queues) {
        const load = loadOf(caller) + own.length - (time - (own[0]?.since ?? time)) / WAIT_FOR_ONE_MS
        if (load < least) [leastLoaded, least] = [caller, load]
      }
      const waiter = leastLoaded === null ? undefined : take(leastLoaded)
      return leastLoaded !== null && waiter ? { caller: leastLoaded, item: waiter.item } : null
    },
    /** Takes the newest item of the caller with the longest queue, if it has more than `allowed` items. */
    takeFromLongest(allowed: number): T | null {
      let longest: Waiter<T>[] | null = null
      for (const own of queues.values()) {
        if (own.length > (longest?.length ?? allowed)) longest = own
      }
      const newest = longest?.pop()
      if (!newest) return null
      size -= 1
      return newest.item
    },
    /** Takes all items added before `time`. */
    takeOlderThan(time: number): T[] {
      const late: T[] = []
      for (const [caller, own] of [...queues]) {
        while (own[0] && own[0].since < time) {
          const waiter = take(caller)
          if (waiter) late.push(waiter.item)
        }
      }
      return late
    },
  }
}
