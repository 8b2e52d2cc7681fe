export const DAY_MS = 86_400_000
/** Days between reminders about the same key. */
export const REMINDER_INTERVAL_DAYS = 30
