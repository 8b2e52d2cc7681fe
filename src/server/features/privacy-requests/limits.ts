/** Requests in sliding windows; those above the mailbox's get the same response but no email. */
export const FORM_LIMITS = {
  network: [
    { max: 5, minutes: 15 },
    { max: 20, minutes: 24 * 60 },
  ],
  mailbox: [{ max: 3, minutes: 24 * 60 }],
}

export const CONFIRM_DAYS = 7
/** Retention of an unconfirmed request in days, of a closed one in months. */
export const UNCONFIRMED_DAYS = 30
export const CLOSED_MONTHS = 24

/** Days left when operators get a reminder; 0 means overdue. */
export const REMINDER_DAYS = [10, 3, 0] as const

/** Contacts per transaction. */
export const BATCH_SIZE = 200
/** Organizations per query. */
export const ORGANIZATION_BATCH = 100

export const LEASE_MS = 5 * 60_000
