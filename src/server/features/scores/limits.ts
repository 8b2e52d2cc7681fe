/** Contacts per transaction of a run, about a tenth of a second, so that others don't wait long for locks. */
export const BATCH_SIZE = 1000

/** Contacts per slice; slices of an organization run in parallel. */
export const SLICE_CONTACTS = 50_000

/** Slices that one process works on at once. */
export const MAX_CONCURRENT_SLICES = 2

/** Longest pause after a batch in milliseconds; the actual pause equals the event loop lag. */
export const MAX_PAUSE_MS = 250
/** Smallest change of a score, in points, that makes an event. A first score always makes one. */
export const MIN_EVENT_CHANGE = 5
