/** Feeds of one member in an organization. */
export const MAX_FEEDS = 20
/** Days before and after today whose tasks a feed shows. */
export const PAST_DAYS = 90
export const FUTURE_DAYS = 365
/** Events in one feed: coming ones first, then the latest past ones. */
export const MAX_EVENTS = 2000
/** How exact `last_read_at` is. */
export const LAST_READ_INTERVAL_MS = 3_600_000
/** How often calendar programs should read a feed; each has its own idea. */
export const REFRESH_INTERVAL = 'PT1H'
