/** Time after which a provider counts as unavailable. */
export const PROVIDER_TIMEOUT_MS = 12_000

/** Contacts checked and written together. */
export const BATCH_SIZE = 200
/** Concurrent checks, which wait for the network. */
export const MAX_CONCURRENT = 20
/** Time after which a batch writes its results and leaves the rest for another one. */
export const BATCH_BUDGET_MS = 60_000

/** Lease of a run, longer than any batch takes. */
export const LEASE_SECONDS = 180
/** Duration after which a run hands over to a new job; below the time limit of the job. */
export const RUN_MS = 240_000

const HOUR_SECONDS = 3600
/** Hours until a retry by number of attempts; none after the last. */
const RETRY_HOURS = [1, 6, 24, 24, 24]
/** Seconds until a retry when a provider was rate limited, which doesn't count as an attempt. */
const BUSY_SECONDS = 300

/** Hours during which a provider's response is reused. */
export const RECHECK_AFTER_HOURS = 24

/** Seconds until the next attempt, null for none, and the attempts so far. */
export function nextAttempt(
  pending: boolean,
  busy: boolean,
  attempts: number,
): { seconds: number | null; attempts: number } {
  if (!pending) return { seconds: null, attempts: 0 }
  if (busy) return { seconds: BUSY_SECONDS, attempts }
  const hours = RETRY_HOURS[attempts]
  return { seconds: hours === undefined ? null : hours * HOUR_SECONDS, attempts: attempts + 1 }
}
