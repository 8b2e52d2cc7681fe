export const LINK_MINUTES = 15
/** How long a sign-in waits for the code of the second factor. */
export const PENDING_SIGN_IN_MINUTES = 10
export const SESSION_IDLE_DAYS = 7
export const MAX_SESSION_DAYS = 30
export const LIMIT_WINDOW_MINUTES = 15
export const LINKS_PER_ADDRESS = 3
export const LINKS_PER_NETWORK = 10
export const LINKS_PER_NETWORK_PER_DAY = { max: 100, minutes: 24 * 60 }
/** Emails sent; requests beyond three in 15 minutes send none. */
export const EMAILS_PER_ADDRESS_PER_DAY = { max: 10, minutes: 24 * 60 }
/** Default for the whole installation. */
export const EMAILS_PER_HOUR = 2000
export const LINK_USES_PER_NETWORK = 30
export const LINK_CHECKS_PER_NETWORK = 100
/** Minimum time between two updates of a session's last use. */
export const LAST_SEEN_INTERVAL_MINUTES = 5
