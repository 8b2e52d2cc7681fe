/** Contacts answered as a list; more is a matter of paging. */
export const COUNT_EXACTLY_TO = 1000

/** How many contacts one transaction deletes when an import is undone. */
export const DELETE_BATCH = 1000
