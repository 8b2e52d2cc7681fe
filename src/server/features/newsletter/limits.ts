/** Requests in sliding windows; those above the mailbox's get the same response but no email. */
export const FORM_LIMITS = {
  network: [
    { max: 10, minutes: 15 },
    { max: 40, minutes: 24 * 60 },
  ],
  mailbox: [{ max: 3, minutes: 24 * 60 }],
}

export const CONFIRM_DAYS = 7
/** Hours between two emails that say "you are already subscribed". */
export const REMINDER_HOURS = 24

/** Retention of an unconfirmed address. */
export const UNCONFIRMED_DAYS = 30
/** Days after which an undeliverable request is given up. */
export const REQUEST_DAYS = 3
/** Days after which an unsent issue is given up, because the next one is due. */
export const ISSUE_DAYS = 6
/** Retention of deliveries. */
export const DELIVERY_RETENTION_DAYS = 90

export const POSTS_PER_ISSUE = 20
/** Days of posts that an issue covers. */
export const ISSUE_COVERS_DAYS = 7

/** Emails that one job sends before other jobs get a turn. */
export const EMAILS_PER_JOB = 100
/** Minutes after which a delivery in progress belongs to a stopped process. */
export const STALE_AFTER_MINUTES = 10
/** Pause and number of retries for a recipient with a temporary failure. */
export const RETRY_MINUTES = 15
export const MAX_RETRIES = 8
