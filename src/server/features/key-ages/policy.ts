export const DAY_MS = 86_400_000
/** Operators are reminded so often while a key stays. */
export const REMINDER_INTERVAL_DAYS = 30
