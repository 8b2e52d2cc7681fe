import type { StoredLimit } from '#server/platform/http/stored-limits.ts'

export const INVITATION_DAYS = 7
/** An invitation that ran out can be sent again for this long; then it is removed. */
export const RETENTION_DAYS = 30

const DAY_MINUTES = 24 * 60

/** Mails an organization may cause in a day. */
export const PER_ORGANIZATION: Omit<StoredLimit, 'bucket'> = { max: 20, minutes: DAY_MINUTES }
/** Invitations that an address may be mailed in a day, whoever invites. */
export const PER_ADDRESS: Omit<StoredLimit, 'bucket'> = { max: 3, minutes: DAY_MINUTES }
