/** What waits for a place, and since when, in milliseconds. */
export type Waiter<T> = { since: number; item: T }

/** Who has waited so much longer goes before somebody who has one thing less going on. */
const WAIT_FOR_ONE_MS = 50

/** Waiting items by caller, each caller's in the order of arrival. */
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
     * Takes the next of the caller with the least going on and waiting, though nobody waits for ever behind others; those for
     * whom `loadOf` is infinite have to wait.
     */
    next(loadOf: (caller: string) => number, time: number): { caller: string; item: T } | null {
      let quietest: string | null = null
      let least = Number.POSITIVE_INFINITY
      for (const [caller, own] of queues) {
        const load = loadOf(caller) + own.length - (time - (own[0]?.since ?? time)) / WAIT_FOR_ONE_MS
        if (load < least) [quietest, least] = [caller, load]
      }
      const waiter = quietest === null ? undefined : take(quietest)
      return quietest !== null && waiter ? { caller: quietest, item: waiter.item } : null
    },
    /** Takes the newest of whoever has most waiting, if that is more than `than`. */
    takeFromLongest(than: number): T | null {
      let longest: Waiter<T>[] | null = null
      for (const own of queues.values()) {
        if (own.length > (longest?.length ?? than)) longest = own
      }
      const newest = longest?.pop()
      if (!newest) return null
      size -= 1
      return newest.item
    },
    /** Takes what has waited since before `time`. */
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
