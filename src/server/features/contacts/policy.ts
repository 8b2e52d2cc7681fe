/** How far a filtered list is counted; beyond, the count reads `1000+`. */
export const MAX_EXACT_COUNT = 1000

/** Of so many contacts that a search finds, all are ranked by how well they fit. */
export const RANKED_MAX = 200

/** How many contacts one transaction deletes when an import is undone. */
export const DELETE_BATCH = 1000

/** Contacts that one transaction of an export reads. */
export const EXPORT_BATCH = 1000

/** Changes within so long are verified by one job. */
export const VERIFICATION_DEBOUNCE_MS = 100
