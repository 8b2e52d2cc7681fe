/** Maximum age of a session that may set up 2FA, in minutes: an unattended laptop is not enough. */
export const RECENT_SIGN_IN_MINUTES = 10
/** Minutes for which a new secret waits for confirmation. */
export const SETUP_MINUTES = 10
export const RECOVERY_CODE_COUNT = 10
/** 160 bits, as RFC 4226 recommends. */
export const SECRET_BYTES = 20
export const MAX_WRONG_CODES = 5
export const WRONG_WINDOW_MINUTES = 15

/** Rate limit bucket of wrong codes for an account. */
export const bucketOf = (userId: string) => `second-factor:${userId}`

/** Context that the sealed secret is bound to. */
export const sealOf = (userId: string) => `second factor of ${userId}`
