/** What one network may send, over any stretch of these lengths. */
export const PER_NETWORK = [
  { most: 5, minutes: 15 },
  { most: 20, minutes: 24 * 60 },
]

/** The confirmations that one mailbox gets: messages beyond are kept all the same, somebody else may have named it. */
export const PER_MAILBOX = [
  { most: 3, minutes: 60 },
  { most: 5, minutes: 24 * 60 },
]

/** Messages are kept this long. */
export const KEPT_MONTHS = 24

/** Removals that share one statement. */
export const BATCH = 500
