import type { RateLimit } from '#server/platform/http/stored-limits.ts'

export const INVITATION_DAYS = 14
/** Days after which an expired invitation is removed. */
export const RETENTION_DAYS = 30
export const MAX_OPEN_INVITATIONS = 200
export const MAX_SUPERVISORS = 20
export const MAX_RECEIVED = 20

/** Period of sums that count what happened, and of compliance figures. */
export const SUMS_DAYS = 30
export const COMPLIANCE_DAYS = 90
export const MAX_OVERRIDES = 100

const DAY_MINUTES = 24 * 60
/** Invitation emails of a brokerage per day. */
export const PER_BROKERAGE: RateLimit = { max: 50, minutes: DAY_MINUTES }
/** Invitation emails to an address per day, from all brokerages together. */
export const PER_ADDRESS: RateLimit = { max: 3, minutes: DAY_MINUTES }
