/** Enough to create a group with all members that one can have. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024
export const DEFAULT_PAGE = 100
export const MAX_PAGE = 200
export const MAX_GROUPS = 1000
/** People that an organization can have here, former ones included. */
export const MAX_USERS = 20_000
/** Names in `attributes` or `excludedAttributes`. */
export const MAX_ATTRIBUTES = 50
/** The last use of a token is accurate to this. */
export const LAST_USE_INTERVAL_MS = 60_000
