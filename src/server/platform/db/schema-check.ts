import { readdirSync } from 'node:fs'
import type { Query } from './database.ts'
import { MIGRATIONS } from './migrate.ts'

let known: string[] | null = null

/** True when the database has every migration of this build; it may have newer ones during a rolling upgrade. */
export async function isSchemaCurrent(db: Query): Promise<boolean> {
  known ??= readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))
  const row = await db.row<{ applied: number }>(
    'select count(*)::int as applied from schema_migrations where name = any($1)',
    [known],
  )
  return row?.applied === known.length
}
