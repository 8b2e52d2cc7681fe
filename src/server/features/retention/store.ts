import type { Query } from '#server/platform/db/database.ts'

/** Deletes some rows of an instance-wide table. @returns the number of rows */
export function removeOutdated(db: Query, table: string, cutoff: Date, limit: number): Promise<number> {
  return db.value('select remove_outdated($1, $2, $3) as removed', [table, cutoff, limit])
}
