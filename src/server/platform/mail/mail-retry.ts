const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 15 * 60_000

/** Lease of a worker on a batch of emails. */
export const MAIL_LEASE_MS = 5 * 60_000
/** An unsent email is given up after this time. */
export const MAIL_GIVE_UP_MS = 7 * 86_400_000

/** Time of the next attempt: backoff from 30 seconds, doubling, up to 15 minutes. */
export function nextMailAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), MAX_PAUSE_MS))
}
