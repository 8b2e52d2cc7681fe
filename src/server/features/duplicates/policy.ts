/** Contacts of which a key may be shared: a key of more says nothing, and is left out. */
export const MAX_SHARED_KEY = 40

/** Keys that too many share, as far as a run remembers them. */
export const MAX_COMMON_KEYS = 100_000

/** Contacts that one is compared with, those first that share most keys with it. */
export const MAX_CANDIDATES = 200

/** Suspicions that a look at one contact adds, the surest first. */
export const MAX_SUSPECTED = 10

/** Contacts that one transaction looks at. */
export const BATCH = 300

/** A run that takes longer hands over to a new one, below the time limit of its job. */
export const RUN_MS = 240_000
