/**
 * Submissions in sliding windows. Messages beyond those of the mailbox are stored without a confirmation, because another
 * person may have used the address.
 */
export const FORM_LIMITS = {
  network: [
    { max: 5, minutes: 15 },
    { max: 20, minutes: 24 * 60 },
  ],
  mailbox: [
    { max: 3, minutes: 60 },
    { max: 5, minutes: 24 * 60 },
  ],
}

/** Retention of messages. */
export const RETENTION_MONTHS = 24

/** Rows deleted per statement. */
export const BATCH = 500
