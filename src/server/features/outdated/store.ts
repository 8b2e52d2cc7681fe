import type { Query } from '#server/platform/db/database.ts'

/** Deletes some rows of an instance-wide table. @returns the number of rows */
export function removeOutdated(db: Query, table: string, before: Date, limit: number): Promise<number> {
  return db.value('select remove_outdated($1, $2, $3) as removed', [table, before, limit])
}
