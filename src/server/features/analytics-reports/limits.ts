/** Dashboards of an organization that are sent by email. */
export const MAX_REPORTS = 50
/** Emails that the log shows. */
export const MAX_LISTED_DELIVERIES = 20
/** Runs that a stopped product missed longer ago are left out. */
export const MAX_DAYS_LATE = 7
/** Emails stay in the log for this time. */
export const LOG_DAYS = 90
/** Lease of a worker on one email. */
export const LEASE_MS = 5 * 60_000
/** An email that no mail server takes is given up after about three days: pauses grow to 15 minutes. */
export const MAX_ATTEMPTS = 300
