/** Contacts screened between two transactions. */
export const BATCH_SIZE = 100
