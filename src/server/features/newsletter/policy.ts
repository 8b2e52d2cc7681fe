/** What one network may ask, over any stretch of these lengths. */
export const PER_NETWORK = [
  { max: 10, minutes: 15 },
  { max: 40, minutes: 24 * 60 },
]

/** Mails that asking brings to one mailbox; what is beyond is answered alike and mails nothing. */
export const PER_MAILBOX = [{ max: 3, minutes: 24 * 60 }]

export const CONFIRM_DAYS = 7
/** Hours between two mails that say: you are subscribed already. */
export const REMINDER_HOURS = 24

/** An address that was never confirmed is kept this long. */
export const UNCONFIRMED_DAYS = 30
/** A request whose mail nobody took is given up. */
export const REQUEST_DAYS = 3
/** An issue that is not out by then is given up: the next one is due. */
export const ISSUE_DAYS = 6
/** Who got which issue is kept this long. */
export const DELIVERY_RETENTION_DAYS = 90

export const POSTS_PER_ISSUE = 20
/** Days whose posts an issue tells of. */
export const ISSUE_COVERS_DAYS = 7

/** Mails that one job sends before it makes room for others. */
export const MAILS_PER_JOB = 100
/** A mail that was taken up so long ago was left by a stopped process. */
export const LOST_AFTER_MINUTES = 10
/** Pause before a recipient whose server said "later" is tried again, and how often. */
export const RETRY_MINUTES = 15
export const MAX_RETRIES = 8
