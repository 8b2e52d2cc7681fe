import type { StoredLimit } from '#server/platform/http/stored-limits.ts'

export const INVITATION_DAYS = 7
/** Days after which an expired invitation is removed; until then it can be sent again. */
export const RETENTION_DAYS = 30

const DAY_MINUTES = 24 * 60

/** Invitation emails of an organization per day. */
export const PER_ORGANIZATION: Omit<StoredLimit, 'bucket'> = { max: 20, minutes: DAY_MINUTES }
/** Invitation emails to an address per day, from all organizations together. */
export const PER_ADDRESS: Omit<StoredLimit, 'bucket'> = { max: 3, minutes: DAY_MINUTES }
