export const RETENTION_DAYS = 90

/**
 * Days that the search for overdue tasks looks back: covers a long weekend without a running worker, but no old
 * tasks.
 */
export const OVERDUE_WINDOW_DAYS = 4

/** Tasks or deletions per transaction. */
export const BATCH_SIZE = 500
