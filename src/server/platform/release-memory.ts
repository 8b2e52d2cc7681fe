import { performance } from 'node:perf_hooks'

const EVERY_MS = 5000
/** Share of the time in which the event loop had something to do. */
const IDLE_SHARE = 0.02

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Gives back what a start or a busy time left behind, once nobody has asked for anything and nothing has been going on for
 * five seconds: Node itself collects only when something new needs room, and an idle process would keep it for good. Takes a
 * tenth of a second, in which whoever comes waits. Needs `--expose-gc`; without it nothing happens.
 *
 * @param lastRequestAt when somebody last asked, in milliseconds of `performance.now()`
 * @returns a function that ends it
 */
export function releaseMemory(
  lastRequestAt: () => number,
  collect: Collect | undefined = globalThis.gc as Collect | undefined,
  busyShare: () => number = loopUtilization(),
): () => void {
  let hasWorked = true
  const look = () => {
    const isQuiet = busyShare() <= IDLE_SHARE && performance.now() - lastRequestAt() >= EVERY_MS
    if (!isQuiet) hasWorked = true
    else if (hasWorked) {
      hasWorked = false
      collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      // The collecting itself is no work.
      busyShare()
    }
  }
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Each call tells of the time since the call before. */
function loopUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
