export const ACCESS_TOKEN_SECONDS = 3600
/** Time within which an app must use a refresh token to stay connected. */
export const REFRESH_TOKEN_SECONDS = 30 * 86_400
export const CODE_SECONDS = 60
/** Time for a member to answer an app's request. */
export const REQUEST_SECONDS = 600
/** Connected apps of one member. */
export const MAX_APPS = 50
export const MAX_REDIRECT_URIS = 10
export const MAX_URI_LENGTH = 500
/** How exact `last_used_at` is. */
export const LAST_USE_INTERVAL_MS = 60_000
/** The document that describes an app. */
export const MAX_DOCUMENT_BYTES = 16 * 1024
export const DOCUMENT_TIMEOUT_MS = 5000
/** Body of a request to register an app. */
export const MAX_BODY_BYTES = 16 * 1024
/** Each parameter of a request for authorization, which is stored. */
export const MAX_PARAMETER_LENGTH = 512
/** Access tokens that one app may get in the hour that they last. */
export const MAX_ACCESS_TOKENS = 60
/** Rows that one statement of the cleanup deletes of each table. */
export const CLEANUP_BATCH = 5000
