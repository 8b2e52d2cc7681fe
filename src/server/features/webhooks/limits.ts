/** Endpoints of an organization. */
export const MAX_ENDPOINTS = 50
/** Deliveries on their way to one endpoint, in all processes together. */
export const MAX_IN_FLIGHT = 4
/** Deliveries on their way from one process. */
export const MAX_PROCESS_IN_FLIGHT = 1000
/** Deliveries claimed at once. */
export const CLAIM_BATCH = 200
export const TIMEOUT_MS = 15_000
/** Of an answer; what it says isn't used. */
export const MAX_RESPONSE_BYTES = 64 * 1024
/** Longer than an attempt can take. Afterwards its process must have died. */
export const CLAIM_SECONDS = 30
/** Pauses after the first and later failures. */
export const RETRY_SECONDS = [5, 300, 1800, 2, 5, 10, 14, 20, 24].map((pause, index) =>
  index < 3 ? pause : pause * 3600,
)
/** Share by which a pause is longer or shorter by chance, so that retries don't come all at once. */
export const JITTER = 0.2
/** After so many days without a success, an endpoint is turned off. */
export const FAILING_DAYS = 5
/** How long the former secret signs as well. */
export const ROTATION_HOURS = 24
export const RETENTION_DAYS = 30
/** Deliveries queued by one resend or replay. */
export const MAX_RESENT = 10_000
/** Deliveries that may wait for an endpoint before a resend or replay. */
export const MAX_WAITING = 50_000
/** Deliveries given up or deleted in one transaction. */
export const CLEANUP_BATCH = 5000
/** Retries due within this time don't wait for the sweep. */
export const SOON_MS = 7000
