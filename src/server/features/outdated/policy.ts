const DEFAULT_DAYS = 400

/** Tables of the whole instance, and for how many days a row is of use. `docs/operating.md` states each. */
export const RETENTION_DAYS = {
  // Events about erased organizations may come as late as this.
  webhook_events: DEFAULT_DAYS,
  money_notes: DEFAULT_DAYS,
  test_events: DEFAULT_DAYS,
  generation_queue: DEFAULT_DAYS,
  backups: DEFAULT_DAYS,
  // Longer than any backup is kept, in which what was erased would still be found.
  erasure_journal: DEFAULT_DAYS,
} as const

/** As long as frozen scores, which are compared with what came of them. */
export const SCORE_RETENTION_MONTHS = 36
/** What is left of an archive is that there was one. */
export const EXPORT_RETENTION_DAYS = DEFAULT_DAYS

/** Rows that one statement removes: far below its time limit. */
export const BATCH = 5000
export const DAY_MS = 86_400_000
