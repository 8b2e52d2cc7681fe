/** Longest a provider may take before its answer counts as a failure. */
export const PROVIDER_TIMEOUT_MS = 12_000

/** How long one attempt owns an enrichment; longer than the slowest look-up and its storing. */
export const LEASE_SECONDS = 30

/** A look-up that keeps stopping its process is given up and refunded. */
export const MAX_ATTEMPTS = 5

/** How long the enrich call waits for the result before it answers that the work goes on. */
export const WAIT_MS = 30_000

/** Look-ups of an import that are begun together, and asked about at once. */
export const BATCH = 24

/** So many may be begun and not kept yet; then the next ones wait for the database. */
export const MAX_UNSETTLED = 72

/** Answers that are kept in one transaction. */
export const SETTLE_BATCH = 48

/** How many of those that wait are put in order at a time: sorting all of them for each batch would cost more than the rest. */
export const QUEUE_LIMIT = 500

/** How long a look-up of an import waits for a provider that has had too many questions; the provider's word within bounds. */
export const BUSY_BACKOFF_SECONDS = { min: 5, max: 300 } as const

/** After so long without its turn such a look-up ends as failed and is refunded. */
export const MAX_QUEUE_SECONDS = 6 * 3600
