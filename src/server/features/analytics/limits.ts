/** Conversations from which a member's figures may be ranked against others'. */
export const MIN_CONVERSATIONS_TO_RANK = 20
export const MAX_SOURCES = 20
export const MAX_ZIP_CODES = 200
export const MAX_DASHBOARDS = 50
/** Days that are summed in one transaction; fewer of them, but at least one, where they have more activities than this. */
export const DAYS_PER_SLICE = 14
export const ACTIVITIES_PER_SLICE = 10_000
/** A day is summed this long after its end, when every transaction of that day is over. */
export const CLOSING_MS = 3_600_000
/** Months whose score bands are counted every night: as long as snapshots are stored. */
export const BAND_MONTHS = 25
/** Contacts whose milestones are derived in one transaction. */
export const MILESTONE_BATCH = 500
export const CLOCK_SKEW_MS = 300_000
