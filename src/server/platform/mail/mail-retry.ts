const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 15 * 60_000

/** How long a worker may be busy with one round of mails before another one takes it up. */
export const MAIL_LEASE_MS = 5 * 60_000
/** After that a mail that nobody took is given up. */
export const MAIL_GIVE_UP_MS = 7 * 86_400_000

/** When to try again after so many attempts failed: 30 seconds, doubling, at most 15 minutes. */
export function nextMailAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), MAX_PAUSE_MS))
}
