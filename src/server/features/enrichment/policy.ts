/** Longest a provider may take before its answer counts as a failure. */
export const LOOKUP_TIMEOUT_MS = 12_000

/** How long one attempt owns an enrichment; longer than the slowest look-up and its storing. */
export const LEASE_SECONDS = 30

/** A look-up that keeps stopping its process is given up and refunded. */
export const MAX_ATTEMPTS = 5

/** How long the enrich call waits for the result before it answers that the work goes on. */
export const WAIT_MS = 30_000

/** Enrichments of an import that are reserved together. */
export const BATCH = 24

/** Of these so many run at once: more would only wait for a connection, of which an organization has its share. */
export const AT_ONCE = 12

/** How long a look-up of an import waits for a provider that has had too many questions; the provider's word within bounds. */
export const BUSY_SECONDS = { least: 5, most: 300 } as const

/** After so long without its turn such a look-up ends as failed and is refunded. */
export const PATIENCE_SECONDS = 6 * 3600
