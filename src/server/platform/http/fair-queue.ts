/** What waits for a place, and since when, in milliseconds. */
export type Waiter<T> = { since: number; item: T }

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
    /** Takes the next of the caller with the least going on; those for whom `loadOf` is infinite have to wait. */
    next(loadOf: (caller: string) => number): { caller: string; item: T } | null {
      let quietest: string | null = null
      let least = Number.POSITIVE_INFINITY
      for (const caller of queues.keys()) {
        const load = loadOf(caller)
        if (load < least) [quietest, least] = [caller, load]
      }
      const waiter = quietest === null ? undefined : take(quietest)
      return quietest !== null && waiter ? { caller: quietest, item: waiter.item } : null
    },
    /** Takes what has waited since before `time`, but leaves `keep` items waiting. */
    takeOlderThan(time: number, keep = 0): T[] {
      const late: T[] = []
      for (const [caller, own] of [...queues]) {
        while (size > keep && own[0] && own[0].since < time) {
          const waiter = take(caller)
          if (waiter) late.push(waiter.item)
        }
      }
      return late
    },
  }
}
