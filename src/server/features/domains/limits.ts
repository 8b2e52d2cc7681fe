import { DAY_MS } from '#server/platform/clock.ts'

/** Domains of an organization, proven or not. */
export const MAX_DOMAINS = 20
/** A proven domain is checked again after this time. */
export const RECHECK_INTERVAL_MS = DAY_MS
/** How long a proven domain keeps working after its record, or its plan, was no longer found. */
export const FAILING_GRACE_MS = 7 * DAY_MS
/** Domains of one batch of checks. */
export const RECHECK_BATCH = 20
