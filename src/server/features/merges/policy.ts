/** How long two contacts of a merge can be had back. The sweep of the database says the same. */
export const UNDO_DAYS = 30

/** Suspected duplicates told of. */
export const MAX_DUPLICATES = 10
