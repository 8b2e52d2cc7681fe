/** Contacts per transaction of a transfer. */
export const TRANSFER_BATCH = 200

/** Transfers that a list shows. */
export const LISTED_TRANSFERS = 5

/** Days until a finished transfer is removed from the list. */
export const TRANSFER_RETENTION_DAYS = 30
