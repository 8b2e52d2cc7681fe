import { createFairQueue } from './fair-queue.ts'

/**
 * Requests processed at once. Throughput stops growing at four, because the processor is the bottleneck; each further
 * request lengthens the turns of the event loop for all. If statements are slow, they occupy the pool's ten connections.
 */
const SLOTS = 12
/** One caller's share of slots and queue, so that others always find room. */
const MAX_CALLER_SHARE = 0.75
/** Waiting requests; each costs only memory. */
const MAX_WAITING = 512
/** The queue of a sudden burst is as long as can be served within this time … */
const QUEUE_TARGET_MS = 1000
/** … and shrinks to this time under lasting overload, when waiting only delays everyone … */
const OVERLOAD_TARGET_MS = 200
/** … but holds at least this many: a hundred clients that each send one request at a time are no overload. */
const MIN_QUEUE_LIMIT = 128
/** Longest time in the queue, in case something is stuck. */
const MAX_WAIT_MS = 3000
/** Work that takes longer counts as stuck (on a lock, in a slow query) and loses its slot. */
const LEASE_MS = 5000
/** Stuck requests of the process. Requests held open on purpose have limits in `hold-limits.ts`. */
const MAX_STUCK = 1000
/** Interval of queue checks, while requests wait. */
const TICK_MS = 25
/** A caller's recent load halves in this time. */
const HALF_LIFE_MS = 500
/** Remembered callers; idle ones are dropped when there are more. */
const MAX_CALLERS = 10_000

/** A slot among the requests being processed. */
export type Slot = {
  /** Frees the slot while the request's body arrives. */
  pause(): void
  /** Continues at once, even without a free slot: started requests finish first. */
  resume(): void
  /** Frees the slot of a request that from now on mostly waits. */
  markLong(): void
  /** Marks the work as done. */
  finish(): void
  /** Ends the request after its connection is done or gone. */
  leave(): void
}

export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>

type SlotState = { caller: string; since: number; state: 'working' | 'paused' | 'long' | 'stuck' | 'done' }
/** A caller's running requests, and the recent ones as of a time. */
type CallerLoad = { working: number; recent: number; at: number }

const isLong = (state: SlotState['state']) => state === 'long' || state === 'stuck'

/** Admits a bounded number of requests, the least busy callers first, and sheds the rest early. */
export function createAdmissionQueue({ now = () => performance.now() } = {}) {
  const working = new Set<SlotState>()
  const byCaller = new Map<string, CallerLoad>()
  const queue = createFairQueue<(slot: Slot | null) => void>()
  const figures = { places: SLOTS, long: 0, shed: 0 }
  let stuck = 0
  /** Running mean of work time. */
  let workMs = 25
  let fullSince = Number.POSITIVE_INFINITY
  let lastShedAt = Number.NEGATIVE_INFINITY
  let isHeld = false
  let ticking: NodeJS.Timeout | null = null

  const recentOf = ({ recent, at }: CallerLoad, time: number) => recent * 0.5 ** ((time - at) / HALF_LIFE_MS)

  /** Load of a caller; infinite for one that uses its whole share. */
  function loadOf(caller: string): number {
    const own = byCaller.get(caller)
    if (!own) return 0
    return own.working < SLOTS * MAX_CALLER_SHARE
      ? own.working + recentOf(own, now())
      : Number.POSITIVE_INFINITY
  }

  function begin(held: SlotState): void {
    held.state = 'working'
    held.since = now()
    working.add(held)
    const own = byCaller.get(held.caller) ?? { working: 0, recent: 0, at: held.since }
    const recent = recentOf(own, held.since) + 1
    byCaller.set(held.caller, { working: own.working + 1, recent, at: held.since })
    if (byCaller.size > MAX_CALLERS)
      for (const [caller, { working }] of byCaller) if (working === 0) byCaller.delete(caller)
  }

  function change(held: SlotState, state: SlotState['state']): void {
    if (working.delete(held)) {
      const own = byCaller.get(held.caller)
      if (own) own.working -= 1
      if (state === 'done') workMs += (now() - held.since - workMs) / 32
    }
    figures.long += Number(isLong(state)) - Number(isLong(held.state))
    stuck += Number(state === 'stuck') - Number(held.state === 'stuck')
    held.state = state
    admitNext()
  }

  function slotFor(caller: string): Slot {
    const held: SlotState = { caller, since: 0, state: 'done' }
    begin(held)
    const isOpen = () => held.state === 'working' || held.state === 'paused'
    return {
      pause: () => held.state === 'working' && change(held, 'paused'),
      resume: () => held.state === 'paused' && begin(held),
      markLong: () => isOpen() && change(held, 'long'),
      finish: () => isOpen() && change(held, 'done'),
      leave: () => held.state !== 'done' && change(held, 'done'),
    }
  }

  const hasRoom = () => !isHeld && working.size < SLOTS

  function admitNext(): void {
    while (hasRoom()) {
      const next = queue.next(loadOf, now())
      if (!next) break
      next.item(slotFor(next.caller))
    }
  }

  /** Queue limit: as many requests as can be served in time. */
  function maxWaiting(): number {
    const time = now()
    if (queue.size() === 0 && time - lastShedAt > QUEUE_TARGET_MS) fullSince = time
    const targetMs = time - fullSince > QUEUE_TARGET_MS ? OVERLOAD_TARGET_MS : QUEUE_TARGET_MS
    const served = (targetMs / Math.max(workMs, 1)) * SLOTS
    return Math.min(MAX_WAITING, Math.max(served, MIN_QUEUE_LIMIT))
  }

  function shedWaiting(answer: (slot: null) => void): void {
    figures.shed += 1
    lastShedAt = now()
    answer(null)
  }

  function tick(): void {
    const time = now()
    for (const late of queue.takeOlderThan(time - MAX_WAIT_MS)) shedWaiting(late)
    for (const held of working) {
      if (time - held.since < LEASE_MS) break // the set is in order of start
      change(held, 'stuck')
    }
    if (queue.size() > 0 || !ticking) return
    clearInterval(ticking)
    ticking = null
  }

  return {
    /** Calls `answer` with a slot, at once or after a short wait, or with null when overloaded. */
    ask(caller: string, answer: (slot: Slot | null) => void) {
      if (stuck >= MAX_STUCK) return shedWaiting(answer)
      if (hasRoom() && queue.sizeOf(caller) === 0 && Number.isFinite(loadOf(caller)))
        return answer(slotFor(caller))
      const max = maxWaiting()
      const own = queue.sizeOf(caller)
      if (own >= max * MAX_CALLER_SHARE) return shedWaiting(answer)
      if (queue.size() >= max) {
        // The caller with the longest queue makes room for one with a shorter queue.
        const other = queue.takeFromLongest(own + 1)
        if (!other) return shedWaiting(answer)
        shedWaiting(other)
      }
      queue.add(caller, { since: now(), item: answer })
      ticking ??= setInterval(tick, TICK_MS)
    },
    /** Admits nothing until `goOn`. */
    hold() {
      isHeld = true
    },
    goOn() {
      isHeld = false
      admitNext()
    },
    figures: () => ({ ...figures, working: working.size, waiting: queue.size() }),
    stop() {
      if (ticking) clearInterval(ticking)
    },
  }
}
