/** How long a notification is kept. */
export const RETENTION_DAYS = 90

/**
 * How far back the look for overdue tasks reaches: over a long weekend without a running worker, but not to old
 * tasks that everybody has learnt to live with.
 */
export const OVERDUE_WINDOW_DAYS = 4

/** Tasks and removals that share one transaction. */
export const BATCH = 500
