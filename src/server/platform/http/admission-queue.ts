import { createFairQueue } from './fair-queue.ts'
import { watchLoopLag } from './loop-lag.ts'

/**
 * How many requests are worked on at once. From four on, more at once did not get more done: the processor is what is short,
 * and each request more makes turns of the event loop longer, and all who are worked on wait for one another.
 */
const DEFAULT_SLOTS = 8
/** Where work takes so long although the loop is on time, it waits for something else, and there is room for more. */
const SLOW_WORK_MS = 100
const MAX_SLOTS = 64
const LATE_MS = 10
/** One caller's part of it, so that there is always room for somebody else. */
const MAX_CALLER_SHARE = 0.75
/** Who waits for room. A waiting request costs memory and nothing else. */
const MAX_WAITING = 512
/** Of a crowd that arrives at once as many are let wait as can be served within this time … */
const QUEUE_TARGET_MS = 1000
/** … but once there has been no room for so long, waiting only makes everybody late: then only so many … */
const OVERLOAD_TARGET_MS = 200
/** … and at least these: a hundred callers who each ask again once they are answered are a full house, and not too many. */
const WAITING_PER_SLOT = 16
/** Who was let wait is served, if need be later than was thought; not for ever, since something may be stuck. */
const MAX_WAIT_MS = 3000
/** Work that takes longer is stuck, and must not keep its place from others: a lock, a query that looks at everything. */
const LEASE_MS = 5000
/** Work that is stuck, all of it together: what callers may hold open has limits of its own (`hold-limits.ts`). */
const MAX_STUCK = 1000
/** How often those who wait are looked at, while there are any. */
const TICK_MS = 25
/** Half of what a caller was given counts no more after each look at the loop; less than this is forgotten. */
const MIN_RECENT_LOAD = 0.1

/** A place among the requests that are worked on. */
export type Slot = {
  /** Nothing is done for the request now: its body is on the way. */
  pause(): void
  /** Work goes on, whether there is room or not: what was begun is finished first. */
  resume(): void
  /** From here on the request mostly waits. */
  markLong(): void
  /** The work is done. */
  finish(): void
  /** The connection is done with the request, or gone. */
  leave(): void
}

export type AdmissionStats = {
  working: number
  waiting: number
  long: number
  places: number
  shed: number
}

export type AdmissionQueue = {
  /** Answers with a place, at once or after a short wait, or with null when there is none. */
  ask(caller: string, answer: (slot: Slot | null) => void): void
  /** From now on nobody is let in, until `goOn`: what is begun is finished first. */
  hold(): void
  goOn(): void
  figures(): AdmissionStats
  stop(): void
}

type SlotState = { caller: string; since: number; state: 'working' | 'paused' | 'long' | 'stuck' | 'done' }
/** What a caller has going on, and had lately. */
type CallerLoad = { working: number; recent: number }

const isLong = (state: SlotState['state']) => state === 'long' || state === 'stuck'

/** Lets a bounded number of requests in, those of quiet callers first, and turns the rest away early. */
export function createAdmissionQueue({
  now = () => performance.now(),
}: {
  now?: () => number
} = {}): AdmissionQueue {
  const working = new Set<SlotState>()
  const byCaller = new Map<string, CallerLoad>()
  const queue = createFairQueue<(slot: Slot | null) => void>()
  const figures = { places: DEFAULT_SLOTS, long: 0, shed: 0 }
  let stuck = 0
  /** How long work takes, as a running mean. */
  let workMs = SLOW_WORK_MS / 4
  let fullSince = Number.POSITIVE_INFINITY
  let lastShedAt = Number.NEGATIVE_INFINITY
  let isHeld = false
  let ticking: NodeJS.Timeout | null = null
  let stopWatching: (() => void) | null = null

  /** Endless for who has a whole share. */
  function loadOf(caller: string): number {
    const own = byCaller.get(caller)
    if (!own) return 0
    return own.working < Math.floor(figures.places * MAX_CALLER_SHARE)
      ? own.working + own.recent
      : Number.POSITIVE_INFINITY
  }

  function begin(held: SlotState): void {
    held.state = 'working'
    held.since = now()
    working.add(held)
    const own = byCaller.get(held.caller) ?? { working: 0, recent: 0 }
    own.working += 1
    own.recent += 1
    byCaller.set(held.caller, own)
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

  const hasRoom = () => !isHeld && working.size < figures.places

  function admitNext(): void {
    while (hasRoom()) {
      const next = queue.next(loadOf, now())
      if (!next) break
      next.item(slotFor(next.caller))
    }
  }

  /** How many may wait: as many as have their turn in time. */
  function maxWaiting(): number {
    const time = now()
    if (queue.size() === 0 && time - lastShedAt > QUEUE_TARGET_MS) fullSince = time
    const patience = time - fullSince > QUEUE_TARGET_MS ? OVERLOAD_TARGET_MS : QUEUE_TARGET_MS
    const served = (patience / Math.max(workMs, 1)) * figures.places
    return Math.min(MAX_WAITING, Math.max(served, figures.places * WAITING_PER_SLOT))
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
      if (time - held.since < LEASE_MS) break // in the order of their beginning
      change(held, 'stuck')
    }
    if (queue.size() > 0 || !ticking) return
    clearInterval(ticking)
    ticking = null
  }

  /** More places while work waits for something else than this process, and back again when it does not. */
  function adapt(meanLateness: number): void {
    const { places } = figures
    if (meanLateness > LATE_MS) figures.places = Math.max(DEFAULT_SLOTS, Math.floor(places / 2))
    else if (queue.size() > 0 && workMs > SLOW_WORK_MS) figures.places = Math.min(MAX_SLOTS, places + 4)
    else if (queue.size() === 0) figures.places = Math.max(DEFAULT_SLOTS, places - 4)
    for (const [caller, own] of byCaller) {
      own.recent /= 2
      if (own.working === 0 && own.recent < MIN_RECENT_LOAD) byCaller.delete(caller)
    }
    admitNext()
  }

  return {
    ask(caller, answer) {
      stopWatching ??= watchLoopLag(adapt, now)
      if (stuck >= MAX_STUCK) return shedWaiting(answer)
      if (hasRoom() && queue.sizeOf(caller) === 0 && Number.isFinite(loadOf(caller)))
        return answer(slotFor(caller))
      const max = maxWaiting()
      const own = queue.sizeOf(caller)
      if (own >= max * MAX_CALLER_SHARE) return shedWaiting(answer)
      if (queue.size() >= max) {
        // Who already has more waiting makes room for somebody who has less.
        const other = queue.takeFromLongest(own + 1)
        if (!other) return shedWaiting(answer)
        shedWaiting(other)
      }
      queue.add(caller, { since: now(), item: answer })
      ticking ??= setInterval(tick, TICK_MS)
    },
    hold() {
      isHeld = true
    },
    goOn() {
      isHeld = false
      admitNext()
    },
    figures: () => ({ ...figures, working: working.size, waiting: queue.size() }),
    stop() {
      stopWatching?.()
      if (ticking) clearInterval(ticking)
    },
  }
}
