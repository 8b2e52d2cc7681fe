/** Setting up asks for a session that began within so many minutes: an open laptop is not enough. */
export const FRESH_MINUTES = 10
/** For so long a secret waits for the code that confirms it. */
export const SETUP_MINUTES = 10
export const RECOVERY_CODES = 10
/** 160 bits, as RFC 4226 recommends. */
export const SECRET_BYTES = 20
export const WRONG_CODES = 5
export const WRONG_WINDOW_MINUTES = 15

/** The bucket that counts the wrong codes of an account. */
export const bucketOf = (userId: string) => `second-factor:${userId}`

/** What the sealed secret is bound to. */
export const sealOf = (userId: string) => `second factor of ${userId}`
