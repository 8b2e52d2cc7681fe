/** What one network may send, over any stretch of these lengths. */
export const PER_NETWORK = [
  { most: 5, minutes: 15 },
  { most: 20, minutes: 24 * 60 },
]

/** What may be sent in the name of one mailbox. */
export const PER_MAILBOX = [{ most: 3, minutes: 60 }]

/** Messages are kept this long. */
export const KEPT_MONTHS = 24

/** Removals that share one statement. */
export const BATCH = 500
