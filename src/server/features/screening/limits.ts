/** Contacts screened between two transactions. */
export const BATCH = 100
