/** Contacts per transaction, about a quarter of a second of work. */
export const SNAPSHOT_BATCH = 5000

/** Retention of score snapshots: three years of comparisons. */
export const RETENTION_MONTHS = 36

/** Old rows deleted at once. */
export const ERASE_BATCH = 20_000

/** Months whose mean scores are compared. */
export const FAIRNESS_MONTHS = 4

/** Maximum age of a recorded move; older ones say nothing about a stored score. */
export const MAX_MOVE_AGE_YEARS = 10

const MINUTE_MS = 60_000

/** Minutes after midnight on the first of a month when the nightly rescoring has started. */
const RESCORING_START_MINUTES = 30

/** First day of the month whose snapshot is due: `2026-11-01`. */
export function monthToSnapshot(now: Date): string {
  const shifted = new Date(now.getTime() - RESCORING_START_MINUTES * MINUTE_MS)
  return `${shifted.toISOString().slice(0, 7)}-01`
}

/** Moves of these years are replayed, the newest ones first; older records are too thin. */
export const REPLAY_YEARS = 3
export const REPLAY_MOVES = 1000

/** Contacts that stand for a longer list; a share among them is exact to about two percentage points. */
export const REPLAY_COMPARISON = 1000

/** Maximum number of recorded moves, and of contacts with a new address or a sale, that a replay reads. */
export const REPLAY_READ = 1500
