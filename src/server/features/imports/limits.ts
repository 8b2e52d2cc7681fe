/** Longest file, in bytes. A contact takes some hundred of them. */
export const MAX_BYTES = 128 * 1024 * 1024
/** Longest address book, in bytes; it is read as a whole. */
export const MAX_VCARD_BYTES = 10 * 1024 * 1024
/** Longest beginning of a file that is looked at before an import. */
export const MAX_PREVIEW_BYTES = 128 * 1024
export const PREVIEW_ROWS = 5
export const MAX_ROWS = 1_000_000

/** Rows that are set down together while a file arrives, and become contacts in one transaction. */
export const CHUNK_ROWS = 1000
/** Characters after which fewer rows make a chunk: contacts with long notes take their time to be written. */
export const MAX_CHUNK_LENGTH = 1024 * 1024

/** Chunks after which the search index takes in what they added: it holds so many aside, and a search reads all that. */
export const FLUSH_EVERY_CHUNKS = 2

/** Chunks after which the planner learns anew how many there are: what it believes is then off by four times at most. */
export const ANALYZE_AFTER_CHUNKS = [4, 16, 64, 256, 1024]

/** How often a chunk is tried when another import adds the same persons at the same time. */
export const CHUNK_ATTEMPTS = 5

/** With more rows than this the answer does not wait for the end. */
export const ASYNC_ABOVE_ROWS = 5000

/** How long an answer waits for the end. */
export const WAIT_MS = 60_000

/** Refused rows told of in an answer. */
export const MAX_ERRORS = 1000

/** Refused rows read at once for a download. */
export const SKIPPED_BATCH = 1000

/** How long an import can be undone and its refused rows be fixed. */
export const UNDO_DAYS = 30
export const DAY_MS = 24 * 3600 * 1000

/** So long rows are read before everybody else gets a turn, in milliseconds. */
export const MAX_TURN_MS = 10

/** Bounds that tests lower. */
export type ImportLimits = {
  /** Bytes of rows and archives that an organization keeps; beyond, no upload is begun. */
  keptBytes: number
  /** Uploads of an organization, and of one of its members, that arrive at the same time. */
  uploads: number
  uploadsOfUser: number
  /** Imports of an organization that run at the same time; others wait for their turn. */
  running: number
}

export const IMPORT_LIMITS: ImportLimits = {
  keptBytes: 2 * 1024 ** 3,
  uploads: 6,
  uploadsOfUser: 3,
  running: 2,
}

/** Warnings about rows that the report lists; it says how many more there are. */
export const MAX_WARNINGS = 100

/** Columns that were left out, as far as the report names them. */
export const MAX_COLUMNS_LISTED = 100
export const MAX_COLUMN_NAME_LENGTH = 100
