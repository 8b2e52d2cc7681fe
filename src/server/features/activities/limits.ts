/** The same activity sent again within this time is a repeated request. */
export const REPEAT_SECONDS = 60

/** How far ahead a phone's clock may be. */
export const CLOCK_SKEW_MS = 5 * 60_000

export const MAX_SNOOZE_DAYS = 366

/** How long an activity of another member is worth mentioning. */
export const RECENT_MS = 60 * 60_000
