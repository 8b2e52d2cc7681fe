/** Contacts per organization; tests lower it. */
export const MAX_CONTACTS = 1_000_000

/** Limit up to which filtered lists are counted; larger counts read `1000+`. */
export const MAX_EXACT_COUNT = 1000

/** Contacts deleted per transaction when an import is undone. */
export const DELETE_BATCH = 1000

/** Contacts read per transaction of an export. */
export const EXPORT_BATCH = 1000

/** Contacts per verification job. */
export const VERIFICATION_BATCH = 200

/** Changes within this time share one verification job. */
export const VERIFICATION_DEBOUNCE_MS = 100
