/** Keys shared by more contacts than this are ignored, because they don't identify anyone. */
export const MAX_SHARED_KEY = 40

/** Ignored keys that a run remembers. */
export const MAX_COMMON_KEYS = 100_000

/** Candidates that a contact is compared with, most shared keys first. */
export const MAX_CANDIDATES = 200

/** Suspected duplicates stored for one contact, the most certain first. */
export const MAX_SUSPECTED_PER_CONTACT = 10

/** Contacts checked in one transaction. */
export const CHECK_BATCH = 300

/** Duration after which a run continues in a new job; below the time limit of a job. */
export const MAX_RUN_MS = 240_000
