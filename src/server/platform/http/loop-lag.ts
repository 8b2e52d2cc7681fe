import { performance } from 'node:perf_hooks'

const EVERY_MS = 50
const SAMPLES = 10

/** Reports the mean lag of the event loop every half second, in milliseconds. @returns a function that stops it */
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
  /** Upper bound for how long the bytes read now have waited, in milliseconds. */
  unreadFor(): number
  stop(): void
}

type Turn = { end: number; idle: number }

/**
 * Records the ends of the last two turns of the event loop. Bytes that arrive during a turn are read in the next one, so
 * the start of the previous turn bounds their wait; idle time is left out.
 */
export function watchTurns(): TurnClock {
  const look = (): Turn => ({ end: performance.now(), idle: performance.nodeTiming.idleTime })
  let last = look()
  let before = last
  // An unreferenced immediate runs once per turn and lets the loop sleep.
  let hook = setImmediate(recordTurn).unref()
  function recordTurn(): void {
    before = last
    last = look()
    hook = setImmediate(recordTurn).unref()
  }
  return {
    unreadFor() {
      const { end, idle } = look()
      // After idling, bytes are read as soon as they arrive.
      const since = idle > last.idle ? last : before
      return Math.max(0, end - since.end - (idle - since.idle))
    },
    stop: () => clearImmediate(hook),
  }
}
