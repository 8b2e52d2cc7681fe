/** Contacts that an organization holds at most; tests lower it. */
export const MAX_CONTACTS = 1_000_000
