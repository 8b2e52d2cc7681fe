/** Contacts per organization; tests lower it. */
export const MAX_CONTACTS = 1_000_000
