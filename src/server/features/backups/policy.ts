/** A transaction that erases lasts no longer; its line bears the time at which it began. */
export const MAX_TRANSACTION_MS = 3_600_000
/** Lines of the journal that are taken at once. */
export const LINE_BATCH = 500

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** A backup is due a while before its time is over, since it is looked at once an hour. */
export const DUE_TOLERANCE_MS = HOUR_MS / 2
/** A worker that makes a backup longer than this was stopped. */
export const LEASE_MS = 6 * HOUR_MS
/** Erasures are remembered so many days longer than the oldest backup. */
export const ERASURE_EXTRA_DAYS = 60
/** Operators are told once in this time that backups fail. */
export const ALARM_INTERVAL_MS = 23 * HOUR_MS
