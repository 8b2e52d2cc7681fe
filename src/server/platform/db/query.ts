/** Runs statements. Column names arrive in camelCase; times as ISO 8601 in UTC, days as `YYYY-MM-DD`. */
export type Query = {
  rows<T>(text: string, values?: readonly unknown[], name?: string): Promise<T[]>
  row<T>(text: string, values?: readonly unknown[], name?: string): Promise<T | undefined>
  /** The first row. @throws {Error} when there is none */
  one<T>(text: string, values?: readonly unknown[], name?: string): Promise<T>
  /** The first column of the first row, such as a count. @throws {Error} when there is no row */
  value<T>(text: string, values?: readonly unknown[], name?: string): Promise<T>
  /** The first column of the first row, if there is one. */
  find<T>(text: string, values?: readonly unknown[], name?: string): Promise<T | undefined>
  /** The first column of all rows. */
  column<T>(text: string, values?: readonly unknown[], name?: string): Promise<T[]>
  /** True if there is a row. */
  exists(text: string, values?: readonly unknown[], name?: string): Promise<boolean>
  /** Runs a change. @returns the number of affected rows */
  run(text: string, values?: readonly unknown[], name?: string): Promise<number>
  /** Runs a change. @returns true if it affected a row */
  changed(text: string, values?: readonly unknown[], name?: string): Promise<boolean>
}

/** All ways to run statements, made of the two that reach the database. */
export function queryWith({ rows, run }: Pick<Query, 'rows' | 'run'>): Query {
  const one = async <T>(...[text, values, name]: Parameters<Query['rows']>) => {
    const [row] = await rows<T>(text, values, name)
    if (row === undefined) throw new Error('The statement returned no row')
    return row
  }
  return {
    rows,
    run,
    one,
    row: async <T>(...query: Parameters<Query['rows']>) => (await rows<T>(...query))[0],
    value: async <T>(...query: Parameters<Query['rows']>) => firstOf<T>(await one<object>(...query)),
    find: async <T>(...query: Parameters<Query['rows']>) => {
      const [row] = await rows<object>(...query)
      return row && firstOf<T>(row)
    },
    column: async <T>(...query: Parameters<Query['rows']>) =>
      (await rows<object>(...query)).map((row) => firstOf<T>(row)),
    exists: async (...query) => (await rows(...query)).length > 0,
    changed: async (...query) => (await run(...query)) > 0,
  }
}

function firstOf<T>(row: object): T {
  // The caller's type describes its own SQL, as for rows.
  return Object.values(row)[0] as T
}
