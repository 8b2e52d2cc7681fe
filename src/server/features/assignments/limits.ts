/** Rules of one organization. */
export const MAX_RULES = 100
/** Escalation clocks handled in one transaction. */
export const CLOCK_BATCH = 100
