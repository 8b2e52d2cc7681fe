import { performance } from 'node:perf_hooks'

const EVERY_MS = 5000
/** Event loop utilization below which the process counts as idle. */
const IDLE_SHARE = 0.02

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Returns memory to the system after a start or a busy period, once the process has been idle for five seconds. Node
 * collects only when it needs room, so an idle process would hold that memory forever. Takes about 0.1 s, which delays a
 * request arriving then. Needs `--expose-gc`; does nothing without it.
 *
 * @param lastRequestAt time of the last request, in milliseconds of `performance.now()`
 * @returns a function that stops it
 */
export function releaseMemory(
  lastRequestAt: () => number,
  collect: Collect | undefined = globalThis.gc as Collect | undefined,
  busyShare: () => number = loopUtilization(),
): () => void {
  let hasWorked = true
  const check = () => {
    const isQuiet = busyShare() <= IDLE_SHARE && performance.now() - lastRequestAt() >= EVERY_MS
    if (!isQuiet) hasWorked = true
    else if (hasWorked) {
      hasWorked = false
      collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      // Resets the measurement, so that the collection doesn't count as work.
      busyShare()
    }
  }
  const timer = setInterval(check, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns a function that measures utilization since its previous call. */
function loopUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
