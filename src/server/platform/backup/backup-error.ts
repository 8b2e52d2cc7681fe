/** A backup that can't be made, read or restored. The message says what to do, and whether nothing was changed. */
export class BackupError extends Error {}
