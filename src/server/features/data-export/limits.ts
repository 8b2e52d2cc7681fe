/** Rows read by one statement. */
export const PAGE_ROWS = 500

/** Size in bytes at which a file of the archive is closed and the next part begins. */
export const PART_BYTES = 8 * 1024 * 1024

/** Size of the stored chunks of an archive, in bytes. */
export const CHUNK_BYTES = 1024 * 1024

/** Chunks removed in one transaction. */
export const CHUNK_DELETE_BATCH = 200

/** Time without a renewal after which another worker rebuilds the export. */
export const LEASE_MS = 2 * 60_000
/** Interval at which a worker renews its lease. */
export const RENEW_MS = 20_000

/** Attempts before an export fails. */
export const MAX_ATTEMPTS = 3
