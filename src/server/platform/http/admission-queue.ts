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
  release(): void
}

export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>

type SlotState = { caller: string; since: number; state: 'working' | 'paused' | 'long' | 'stuck' | 'done' }
/** A caller's running requests, and the recent ones as of a time. */
type CallerLoad = { running: number; recent: number; at: number }

const isLong = (state: SlotState['state']) => state === 'long' || state === 'stuck'

/** Admits a bounded number of requests, the least busy callers first, and sheds the rest early. */
export function createAdmissionQueue({ now = () => performance.now() } = {}) {
  const workingSlots = new Set<SlotState>()
  const byCaller = new Map<string, CallerLoad>()
  const queue = createFairQueue<(slot: Slot | null) => void>()
  const stats = { places: SLOTS, long: 0, shed: 0 }
  let stuckCount = 0
  /** Running mean of work time. */
  let workMs = 25
  let fullSince = Number.POSITIVE_INFINITY
  let lastShedAt = Number.NEGATIVE_INFINITY
  let isPaused = false
  let timer: NodeJS.Timeout | null = null

  const recentOf = ({ recent, at }: CallerLoad, time: number) => recent * 0.5 ** ((time - at) / HALF_LIFE_MS)

  /** Load of a caller; infinite for one that uses its whole share. */
  function loadOf(caller: string): number {
    const load = byCaller.get(caller)
    if (!load) return 0
    return load.running < SLOTS * MAX_CALLER_SHARE
      ? load.running + recentOf(load, now())
      : Number.POSITIVE_INFINITY
  }

  function start(slot: SlotState): void {
    slot.state = 'working'
    slot.since = now()
    workingSlots.add(slot)
    const load = byCaller.get(slot.caller) ?? { running: 0, recent: 0, at: slot.since }
    const recent = recentOf(load, slot.since) + 1
    byCaller.set(slot.caller, { running: load.running + 1, recent, at: slot.since })
    if (byCaller.size > MAX_CALLERS)
      for (const [caller, { running }] of byCaller) if (running === 0) byCaller.delete(caller)
  }

  function setState(slot: SlotState, state: SlotState['state']): void {
    if (workingSlots.delete(slot)) {
      const load = byCaller.get(slot.caller)
      if (load) load.running -= 1
      if (state === 'done') workMs += (now() - slot.since - workMs) / 32
    }
    stats.long += Number(isLong(state)) - Number(isLong(slot.state))
    stuckCount += Number(state === 'stuck') - Number(slot.state === 'stuck')
    slot.state = state
    admitNext()
  }

  function slotFor(caller: string): Slot {
    const slot: SlotState = { caller, since: 0, state: 'done' }
    start(slot)
    const isOpen = () => slot.state === 'working' || slot.state === 'paused'
    return {
      pause: () => slot.state === 'working' && setState(slot, 'paused'),
      resume: () => slot.state === 'paused' && start(slot),
      markLong: () => isOpen() && setState(slot, 'long'),
      finish: () => isOpen() && setState(slot, 'done'),
      release: () => slot.state !== 'done' && setState(slot, 'done'),
    }
  }

  const hasRoom = () => !isPaused && workingSlots.size < SLOTS

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
    const servable = (targetMs / Math.max(workMs, 1)) * SLOTS
    return Math.min(MAX_WAITING, Math.max(servable, MIN_QUEUE_LIMIT))
  }

  function shedWaiting(respond: (slot: null) => void): void {
    stats.shed += 1
    lastShedAt = now()
    respond(null)
  }

  function tick(): void {
    const time = now()
    for (const respond of queue.takeOlderThan(time - MAX_WAIT_MS)) shedWaiting(respond)
    for (const slot of workingSlots) {
      if (time - slot.since < LEASE_MS) break // the set is in order of start
      setState(slot, 'stuck')
    }
    if (queue.size() > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }

  return {
    /** Calls `respond` with a slot, at once or after a short wait, or with null if overloaded. */
    requestSlot(caller: string, respond: (slot: Slot | null) => void) {
      if (stuckCount >= MAX_STUCK) return shedWaiting(respond)
      if (hasRoom() && queue.sizeOf(caller) === 0 && Number.isFinite(loadOf(caller)))
        return respond(slotFor(caller))
      const max = maxWaiting()
      const ownCount = queue.sizeOf(caller)
      if (ownCount >= max * MAX_CALLER_SHARE) return shedWaiting(respond)
      if (queue.size() >= max) {
        // The caller with the longest queue makes room for one with a shorter queue.
        const displaced = queue.takeFromLongest(ownCount + 1)
        if (!displaced) return shedWaiting(respond)
        shedWaiting(displaced)
      }
      queue.add(caller, { since: now(), item: respond })
      timer ??= setInterval(tick, TICK_MS)
    },
    /** Admits nothing until `resume`. */
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      admitNext()
    },
    stats: () => ({ ...stats, working: workingSlots.size, waiting: queue.size() }),
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}
