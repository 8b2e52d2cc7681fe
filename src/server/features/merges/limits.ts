/** Days in which a merge can be undone. The database function that deletes snapshots has the same number. */
export const UNDO_DAYS = 30
