/** Contacts that are looked for in the list between two transactions. */
export const BATCH = 100
