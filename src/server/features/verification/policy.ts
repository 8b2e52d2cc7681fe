/** Longest a vendor may take before its answer counts as none. */
export const PROVIDER_TIMEOUT_MS = 12_000

/** Contacts that are looked at and written together. */
export const BATCH = 200
/** How many of them at once: name servers and vendors are asked over the network. */
export const MAX_CONCURRENT = 20
/** After this long a batch writes what it has; the rest has another turn. */
export const BATCH_BUDGET_MS = 60_000

/** How long a run owns its organization without saying that it still works; longer than a batch can take. */
export const LEASE_SECONDS = 180
/** A run that takes longer hands over to a new one, below the time limit of its job. */
export const RUN_MS = 240_000

const HOUR_SECONDS = 3600
/** When what could not be told is asked again, by how often it was asked; then it stays as it is. */
const RETRY_HOURS = [1, 6, 24, 24, 24]
/** When a vendor was only too busy; that does not count as asked. */
const BUSY_SECONDS = 300

/** What a vendor said within this time is not asked again. */
export const FRESH_HOURS = 24

/** In how many seconds to ask again, null for never, and how often it was asked by then. */
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
