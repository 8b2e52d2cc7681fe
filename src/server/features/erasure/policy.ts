/** Rows that one transaction erases, and those a statement looks through for what names an organization. */
export const SLICE_ROWS = 5000
export const EVENT_BATCH = 2000

/** A worker that gave no sign of life for so long was stopped; another one goes on. */
export const LEASE_MS = 2 * 60_000

/** Owners are told so many days before their data is erased. */
export const NOTICE_DAYS = [14, 3] as const
/** The last notice was out for so long before anything is erased, also where the first job in months runs. */
export const MIN_NOTICE_MS = (3 * 24 - 1) * 3_600_000

/** Events of the payment provider about erased organizations may come as late as this, in days. */
export const LATE_EVENTS_DAYS = 400

export const DAY_MS = 86_400_000

/** A failed step is tried again after this; longer each time, an hour at most. */
export function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(30_000 * 2 ** Math.min(attempts, 10), 3_600_000))
}
