/** Contacts per transaction of a transfer. */
export const TRANSFER_BATCH = 200

/** Transfers that a list shows. */
export const LISTED_TRANSFERS = 5

/** Days until a finished transfer is removed from the list. */
export const TRANSFER_RETENTION_DAYS = 30

/** Attempts of one batch after which a transfer stops, about an hour after the first. */
export const MAX_FAILURES = 7

/** Days in which a former member can start again after a transfer stopped. */
export const RESTART_DAYS = 7

/** Backoff after a failed attempt. */
export function nextAttemptAt(failures: number, now: Date): Date {
  return new Date(now.getTime() + 60_000 * 2 ** (failures - 1))
}
