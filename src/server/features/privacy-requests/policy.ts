/** What one network may send, over any stretch of these lengths. */
export const PER_NETWORK = [
  { max: 5, minutes: 15 },
  { max: 20, minutes: 24 * 60 },
]
/** Mails that asking brings to one mailbox; what is beyond is answered alike and mails nothing. */
export const PER_MAILBOX = [{ max: 3, minutes: 24 * 60 }]

export const CONFIRM_DAYS = 7
/** A request that was never confirmed is kept this long, a closed one so many months. */
export const UNCONFIRMED_DAYS = 30
export const CLOSED_MONTHS = 24

/** Days left at which operators are reminded; the last one says that it is overdue. */
export const REMINDER_DAYS = [10, 3, 0] as const

/** Contacts that one transaction erases or marks. */
export const BATCH = 200
/** Organizations that are looked up at once. */
export const ORGANIZATION_BATCH = 100

export const LEASE_MS = 5 * 60_000
export const DAY_MS = 86_400_000
