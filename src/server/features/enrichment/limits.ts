/** Time after which a provider's request counts as failed. */
export const PROVIDER_TIMEOUT_MS = 12_000

/** Time for which one attempt owns an enrichment; longer than the slowest request plus storing its result. */
export const LEASE_SECONDS = 30

/** Attempts after which an enrichment that keeps stopping its process is given up and refunded. */
export const MAX_ATTEMPTS = 5

/** Time that the enrich call waits for the result before it answers 202. */
export const WAIT_MS = 30_000

/** Enrichments of an import that start together and query providers concurrently. */
export const BATCH_SIZE = 24

/** Enrichments that may be started but not stored yet; more of them wait for the database. */
export const MAX_PENDING = 72

/** Results stored in one transaction. */
export const FINISH_BATCH = 48

/** Waiting enrichments sorted at a time: sorting all of them for each batch would cost more than the batch. */
export const QUEUE_LIMIT = 500

/** Bounds for the retry time that a rate-limiting provider asks for. */
export const BUSY_BACKOFF_SECONDS = { min: 5, max: 300 } as const

/** Time in the queue after which an enrichment ends as failed and is refunded. */
export const MAX_QUEUE_SECONDS = 6 * 3600
