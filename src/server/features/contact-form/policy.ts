/** What one network may send, over any stretch of these lengths. */
export const PER_NETWORK = [
  { max: 5, minutes: 15 },
  { max: 20, minutes: 24 * 60 },
]

/** The confirmations that one mailbox gets: messages beyond are kept all the same, somebody else may have named it. */
export const PER_MAILBOX = [
  { max: 3, minutes: 60 },
  { max: 5, minutes: 24 * 60 },
]

/** Messages are kept this long. */
export const RETENTION_MONTHS = 24

/** Removals that share one statement. */
export const BATCH = 500
