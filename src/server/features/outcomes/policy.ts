/** Contacts frozen in one transaction: about a quarter of a second, short beside other work. */
export const SNAPSHOT_BATCH = 5000

/** How long frozen scores are kept: three years of comparisons. */
export const RETENTION_MONTHS = 36

/** Rows erased at once when they are older. */
export const ERASE_BATCH = 20_000

/** Months whose mean scores are shown side by side. */
export const FAIRNESS_MONTHS = 4

/** A move longer ago says nothing about any score that is kept. */
export const MAX_MOVE_AGE_YEARS = 10

const MINUTE_MS = 60_000

/** Minutes into the first of a month by which the night's rescoring has begun; then scores are frozen. */
const RESCORING_START_MINUTES = 30

/** The month whose scores are to be frozen by now, as its first day: `2026-11-01`. */
export function monthToSnapshot(now: Date): string {
  const shifted = new Date(now.getTime() - RESCORING_START_MINUTES * MINUTE_MS)
  return `${shifted.toISOString().slice(0, 7)}-01`
}
