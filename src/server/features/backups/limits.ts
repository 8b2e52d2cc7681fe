/** Upper bound of an erasing transaction. Its log entry has the time at which it began. */
export const MAX_TRANSACTION_MS = 3_600_000
/** Erasure log entries handled at once. */
export const ERASURE_BATCH = 500

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Makes a backup due slightly early, because due backups are checked once an hour. */
export const DUE_TOLERANCE_MS = HOUR_MS / 2
/** A worker that takes longer than this has stopped. */
export const LEASE_MS = 6 * HOUR_MS
/** Days that erasures are stored longer than the oldest backup. */
export const ERASURE_EXTRA_DAYS = 60
/** Minimum time between two alarm emails about failing backups. */
export const ALARM_INTERVAL_MS = 23 * HOUR_MS
