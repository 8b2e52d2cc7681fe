/** Contacts of one transaction of a run: a tenth of a second, so that nobody waits long for what it holds. */
export const BATCH = 1000

/** Contacts of one slice; slices of an organization are worked on side by side. */
export const SLICE_CONTACTS = 50_000

/** Slices that one process works on at once. */
export const MAX_CONCURRENT_SLICES = 2

/** After a batch a run rests for this part of the time by which the event loop is late, in milliseconds at most. */
export const MAX_PAUSE_MS = 250
