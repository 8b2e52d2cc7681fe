import { performance } from 'node:perf_hooks'

const EVERY_MS = 5000
/** Share of the time in which the event loop had something to do. */
const IDLE = 0.02

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Gives back what a start or a busy time left behind, once nothing has been going on for five seconds: Node itself collects
 * only when something new needs room, and an idle process would keep it for good. Takes a tenth of a second. Needs
 * `--expose-gc`; without it nothing happens.
 *
 * @returns a function that ends it
 */
export function giveBackMemory(
  collect: Collect | undefined = globalThis.gc as Collect | undefined,
  busyShare: () => number = shareOfLoop(),
): () => void {
  let hasWorked = true
  const look = () => {
    if (busyShare() > IDLE) hasWorked = true
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
function shareOfLoop(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
