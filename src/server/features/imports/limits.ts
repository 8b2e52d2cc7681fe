/** Largest CSV file, in bytes. A contact takes a few hundred. */
export const MAX_BYTES = 128 * 1024 * 1024
/** Largest address book, in bytes; it is read as a whole. */
export const MAX_VCARD_BYTES = 10 * 1024 * 1024
/** Bytes of a file that the preview reads. */
export const MAX_PREVIEW_BYTES = 128 * 1024
export const PREVIEW_ROWS = 5
export const MAX_ROWS = 1_000_000

/** Rows that are staged together while a file arrives, and become contacts in one transaction. */
export const CHUNK_ROWS = 1000
/** Characters after which a chunk ends early: long notes take time to write. */
export const MAX_CHUNK_LENGTH = 1024 * 1024

/** Chunks after which the search index is flushed: searches read everything that is still pending. */
export const FLUSH_EVERY_CHUNKS = 2

/** Chunks after which planner statistics are updated, so that row estimates are off by a factor of four at most. */
export const ANALYZE_AFTER_CHUNKS = [4, 16, 64, 256, 1024]

/** Attempts at a chunk when another import adds the same people at the same time. */
export const CHUNK_ATTEMPTS = 5

/** Imports with more rows respond before they end. */
export const ASYNC_ABOVE_ROWS = 5000

/** Time that a response waits for the end of an import. */
export const WAIT_MS = 60_000

/** Skipped rows listed in a response. */
export const MAX_ERRORS = 1000

/** Skipped rows read at once for a download. */
export const SKIPPED_BATCH = 1000

/** Days in which an import can be undone and its skipped rows fixed. */
export const UNDO_DAYS = 30

/** Milliseconds of row reading before other requests get a turn. */
export const MAX_TURN_MS = 10

/** Limits that tests can lower. */
export type ImportLimits = {
  /** Bytes of rows and archives that an organization may store before uploads are rejected. */
  storedBytes: number
  /** Concurrent uploads of an organization, and of one member. */
  uploads: number
  uploadsOfUser: number
  /** Concurrent imports of an organization; others wait. */
  running: number
}

export const IMPORT_LIMITS: ImportLimits = {
  storedBytes: 2 * 1024 ** 3,
  uploads: 6,
  uploadsOfUser: 3,
  running: 2,
}

/** Row warnings listed in the report, which also counts the rest. */
export const MAX_WARNINGS = 100

/** Ignored columns named in the report. */
export const MAX_COLUMNS_LISTED = 100
export const MAX_COLUMN_NAME_LENGTH = 100
