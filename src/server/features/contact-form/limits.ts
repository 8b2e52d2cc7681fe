/**
 * Limits of submissions in sliding windows. Messages beyond a mailbox's limit are stored without a confirmation, because
 * someone else may have used the address.
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
export const DELETE_BATCH = 500
