const DAYS = 400

/** Tables of the whole instance, and for how many days a row is of use. `docs/operating.md` states each. */
export const KEPT_DAYS = {
  // Events about erased organizations may come as late as this.
  webhook_events: DAYS,
  money_notes: DAYS,
  test_events: DAYS,
  generation_queue: DAYS,
  backups: DAYS,
  // Longer than any backup is kept, in which what was erased would still be found.
  erasure_journal: DAYS,
} as const

/** As long as frozen scores, which are compared with what came of them. */
export const SCORES_KEPT_MONTHS = 36
/** What is left of an archive is that there was one. */
export const EXPORTS_KEPT_DAYS = DAYS

/** Rows that one statement removes: far below its time limit. */
export const BATCH = 5000
export const DAY_MS = 86_400_000
