/** How far a filtered list is counted; beyond, the count reads `1000+`. */
export const COUNT_EXACTLY_TO = 1000

/** How many contacts one transaction deletes when an import is undone. */
export const DELETE_BATCH = 1000

/** Contacts that one transaction of an export reads. */
export const EXPORT_BATCH = 1000

/** Changes within so long are verified by one job. */
export const BETWEEN_WAKINGS_MS = 100
