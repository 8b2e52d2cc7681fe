/** Days between reminders about the same key. */
export const REMINDER_INTERVAL_DAYS = 30
