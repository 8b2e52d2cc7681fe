/** A backup that cannot be made, read or restored; the message says what to do, and that nothing was changed where so. */
export class BackupError extends Error {}
