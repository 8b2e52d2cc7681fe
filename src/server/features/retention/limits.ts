const DEFAULT_DAYS = 400

/** Retention in days for tables of the whole instance, as documented in `docs/operating.md`. */
export const RETENTION_DAYS = {
  // Payment events about erased organizations may arrive this late.
  webhook_events: DEFAULT_DAYS,
  money_notes: DEFAULT_DAYS,
  test_events: DEFAULT_DAYS,
  generation_queue: DEFAULT_DAYS,
  backups: DEFAULT_DAYS,
  // Longer than any backup, since a restored one must be erased again.
  erasure_log: DEFAULT_DAYS,
} as const

/** Same as for score snapshots, so that both can be compared. */
export const SCORE_RETENTION_MONTHS = 36
/** Retention of the record that an export existed. */
export const EXPORT_RETENTION_DAYS = DEFAULT_DAYS

/** Rows per statement, far below its time limit. */
export const BATCH_SIZE = 5000
