/** Wait for the result of a run that a person starts. */
export const WAIT_MS = 12_000

/** Contacts whose outcomes are read at most; a sample of a longer list. More would block the process for longer. */
export const MAX_CONTACTS = 20_000

/** Months after which the report of a run without a new version is deleted. */
export const REPORT_MONTHS = 13
