import type { Query } from './query.ts'

/** The `id` column of a query's rows. */
export async function listIds<Id extends string = string>(
  db: Query,
  ...query: Parameters<Query['rows']>
): Promise<Id[]> {
  return (await db.rows<{ id: Id }>(...query)).map(({ id }) => id)
}
