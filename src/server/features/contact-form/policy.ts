/** Messages per network, in sliding windows. */
export const PER_NETWORK = [
  { max: 5, minutes: 15 },
  { max: 20, minutes: 24 * 60 },
]

/** Confirmations per mailbox. Messages beyond are stored too, because another person may have used the address. */
export const PER_MAILBOX = [
  { max: 3, minutes: 60 },
  { max: 5, minutes: 24 * 60 },
]

/** Retention of messages. */
export const RETENTION_MONTHS = 24

/** Rows deleted per statement. */
export const BATCH = 500
