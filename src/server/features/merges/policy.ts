/** How long two contacts of a merge can be had back. The sweep of the database says the same. */
export const UNDO_DAYS = 30
