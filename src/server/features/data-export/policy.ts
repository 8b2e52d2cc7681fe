/** Rows that one statement reads. */
export const PAGE_ROWS = 500

/** A file of the archive is closed when it has grown to this, in bytes; what follows goes into the next one. */
export const PART_BYTES = 8 * 1024 * 1024

/** The archive lies in pieces of this size, in bytes. */
export const CHUNK_BYTES = 1024 * 1024

/** So many pieces one transaction removes. */
export const CHUNK_DELETE_BATCH = 200

/** Without a sign of life for so long, another worker begins anew. */
export const LEASE_MS = 2 * 60_000
/** How often a worker that writes nothing gives one. */
export const RENEW_MS = 20_000

/** How often a build is begun before it is given up. */
export const MAX_ATTEMPTS = 3

export const DAY_MS = 86_400_000
