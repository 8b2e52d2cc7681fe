export const MAX_RULES = 50
export const MAX_VERSIONS = 200

/** Contacts per transaction of a run or of waiting checks. */
export const BATCH_SIZE = 200

export const MAX_DRY_RUN_CONTACTS = 5000
export const DRY_RUN_BATCH = 500
/** Time after which a dry run answers with the contacts tried by then. */
export const DRY_RUN_MS = 10_000
export const MAX_EXAMPLES = 10

/** Changed contacts up to which each one is published by itself. */
export const MAX_PUBLISHED_CONTACTS = 20
