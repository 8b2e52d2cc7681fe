import { performance } from 'node:perf_hooks'

const EVERY_MS = 50
const SAMPLES = 10

/** Tells, each half second, by how many milliseconds the event loop was late on average. */
export function watchLoopLag(report: (meanMs: number) => void, now: () => number): () => void {
  let expected = now() + EVERY_MS
  let late = 0
  let samples = 0
  const timer = setInterval(() => {
    const time = now()
    late += Math.max(0, time - expected)
    expected = time + EVERY_MS
    samples += 1
    if (samples < SAMPLES) return
    report(late / samples)
    late = 0
    samples = 0
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export type TurnClock = {
  /** How long what is read now has lain here unread at most, in milliseconds. */
  unreadFor(): number
  stop(): void
}

type Turn = { end: number; idle: number }

/**
 * Keeps the ends of the last two turns of the event loop. A byte that arrives while a turn is under way is read in the next
 * one, so that the start of the turn before is a bound for how long it has lain; time spent waiting for something to happen
 * is left out.
 */
export function watchTurns(): TurnClock {
  const look = (): Turn => ({ end: performance.now(), idle: performance.nodeTiming.idleTime })
  let last = look()
  let before = last
  // An immediate that nobody waits for runs once a turn and lets the loop sleep.
  let hook = setImmediate(noteTurn).unref()
  function noteTurn(): void {
    before = last
    last = look()
    hook = setImmediate(noteTurn).unref()
  }
  return {
    unreadFor() {
      const { end, idle } = look()
      // Who had to be waited for was read as soon as it came.
      const since = idle > last.idle ? last : before
      return Math.max(0, end - since.end - (idle - since.idle))
    },
    stop: () => clearImmediate(hook),
  }
}
