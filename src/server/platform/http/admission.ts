import { createFairQueue } from './fair-queue.ts'
import { watchLateness } from './loop-lateness.ts'

/**
 * How many requests are worked on at once. More at once would not be faster: ten database connections and one event
 * loop are busy long before, and each request more only makes all of them wait.
 */
const MOST_AT_ONCE = 64
/** What is left of it when the event loop stays late: enough to keep ten connections busy. */
const LEAST_AT_ONCE = 12
/** One caller's part of it, so that there is always room for somebody else. */
const SHARE = 0.75
/** Who waits for room. A waiting request costs memory and nothing else. */
const MOST_WAITING = 512
/** A crowd that arrives at once is served within this time … */
const PATIENCE_MS = 1000
/** … but once there has been no room for so long, waiting only makes everybody late: then each waits this long … */
const SHORT_PATIENCE_MS = 20
/** … except for as many, a place, as will have their turn soon: without them a place would wait for somebody. */
const WAITING_A_PLACE = 2
/** Work that takes longer is stuck, and must not keep its place from others: a lock, a query that looks at everything. */
const LEASE_MS = 5000
/** Answers that only wait for something, and have no place: event streams, uploads, look-ups that somebody waits for. */
const MOST_LONG = 2000
/** How often those who wait are looked at, while there are any. */
const TICK_MS = 5
/** Apart from one another, so that the number at once does not swing. */
const LATE_MS = 40
const ON_TIME_MS = 15

/** A place among the requests that are worked on. */
export type Slot = {
  /** Nothing is done for the request now: its body is on the way. */
  pause(): void
  /** Work goes on, whether there is room or not: what was begun is finished first. */
  resume(): void
  /** From here on the request mostly waits. */
  goLong(): void
  /** The work is done. */
  finish(): void
  /** The connection is done with the request, or gone. */
  leave(): void
}

export type AdmissionFigures = {
  working: number
  waiting: number
  long: number
  places: number
  shed: number
}

export type Admission = {
  /** Answers with a place, at once or after a short wait, or with null when there is none. */
  ask(caller: string, answer: (slot: Slot | null) => void): void
  figures(): AdmissionFigures
  stop(): void
}

type Held = { caller: string; since: number; state: 'working' | 'paused' | 'long' | 'done' }

/** Lets a bounded number of requests in, those of quiet callers first, and turns the rest away early. */
export function createAdmission({ now = () => performance.now() }: { now?: () => number } = {}): Admission {
  const working = new Set<Held>()
  const byCaller = new Map<string, number>()
  const queue = createFairQueue<(slot: Slot | null) => void>()
  const figures = { places: MOST_AT_ONCE, long: 0, shed: 0 }
  let fullSince: number | null = null
  let ticking: NodeJS.Timeout | null = null
  let stopWatching: (() => void) | null = null

  /** Endless for who has a whole share. */
  function loadOf(caller: string): number {
    const own = byCaller.get(caller) ?? 0
    return own < Math.floor(figures.places * SHARE) ? own : Number.POSITIVE_INFINITY
  }

  function begin(held: Held): void {
    held.state = 'working'
    held.since = now()
    working.add(held)
    byCaller.set(held.caller, (byCaller.get(held.caller) ?? 0) + 1)
  }

  function change(held: Held, state: Held['state']): void {
    if (working.delete(held)) {
      const left = (byCaller.get(held.caller) ?? 1) - 1
      if (left > 0) byCaller.set(held.caller, left)
      else byCaller.delete(held.caller)
    }
    figures.long += Number(state === 'long') - Number(held.state === 'long')
    held.state = state
    letIn()
  }

  function slotFor(caller: string): Slot {
    const held: Held = { caller, since: 0, state: 'done' }
    begin(held)
    const isOpen = () => held.state === 'working' || held.state === 'paused'
    return {
      pause: () => held.state === 'working' && change(held, 'paused'),
      resume: () => held.state === 'paused' && begin(held),
      goLong: () => isOpen() && change(held, 'long'),
      finish: () => isOpen() && change(held, 'done'),
      leave: () => held.state !== 'done' && change(held, 'done'),
    }
  }

  function letIn(): void {
    while (working.size < figures.places) {
      const next = queue.next(loadOf)
      if (!next) break
      next.item(slotFor(next.caller))
    }
    if (queue.size() === 0 && working.size <= figures.places / 2) fullSince = null
  }

  function turnAway(answer: (slot: null) => void): void {
    figures.shed += 1
    answer(null)
  }

  function tick(): void {
    const time = now()
    const isStanding = fullSince !== null && time - fullSince > PATIENCE_MS
    for (const late of queue.takeOlderThan(time - PATIENCE_MS)) turnAway(late)
    if (isStanding) {
      const kept = figures.places * WAITING_A_PLACE
      for (const late of queue.takeOlderThan(time - SHORT_PATIENCE_MS, kept)) turnAway(late)
    }
    for (const held of working) {
      if (time - held.since < LEASE_MS) break // in the order of their beginning
      change(held, 'long')
    }
    if (queue.size() > 0 || !ticking) return
    clearInterval(ticking)
    ticking = null
  }

  /** Fewer at once while the loop is late, step by step back when it is not. */
  function adapt(meanLateness: number): void {
    const { places } = figures
    if (meanLateness > LATE_MS) figures.places = Math.max(LEAST_AT_ONCE, Math.floor(places * 0.75))
    else if (meanLateness < ON_TIME_MS) figures.places = Math.min(MOST_AT_ONCE, places + 4)
  }

  return {
    ask(caller, answer) {
      stopWatching ??= watchLateness(adapt, now)
      if (figures.long >= MOST_LONG) return turnAway(answer)
      const isNext = queue.sizeOf(caller) === 0 && Number.isFinite(loadOf(caller))
      if (isNext && working.size < figures.places) return answer(slotFor(caller))
      fullSince ??= now()
      if (queue.size() >= MOST_WAITING || queue.sizeOf(caller) >= MOST_WAITING * SHARE)
        return turnAway(answer)
      queue.add(caller, { since: now(), item: answer })
      ticking ??= setInterval(tick, TICK_MS)
    },
    figures: () => ({ ...figures, working: working.size, waiting: queue.size() }),
    stop() {
      stopWatching?.()
      if (ticking) clearInterval(ticking)
    },
  }
}
