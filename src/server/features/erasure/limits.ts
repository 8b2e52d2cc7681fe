/** Rows that one transaction erases. */
export const SLICE_ROWS = 5000
export const EVENT_BATCH = 2000

/** Time without a renewal after which another worker continues. */
export const LEASE_MS = 2 * 60_000

/** Days before an erasure on which owners get a notice. */
export const NOTICE_DAYS = [14, 3] as const
/** Minimum time between the last notice and the erasure, even when the jobs were not running for months. */
export const MIN_NOTICE_MS = (3 * 24 - 1) * 3_600_000

/** Days after an erasure in which the payment provider may still send events about it. */
export const LATE_EVENTS_DAYS = 400

/** Backoff after a failed step, an hour at most. */
export function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(30_000 * 2 ** Math.min(attempts, 10), 3_600_000))
}
