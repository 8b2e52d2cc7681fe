/** Runs statements. Column names arrive in camelCase; times as ISO 8601 in UTC, days as `YYYY-MM-DD`. */
export type Query = {
  rows<T>(text: string, values?: readonly unknown[], name?: string): Promise<T[]>
  row<T>(text: string, values?: readonly unknown[], name?: string): Promise<T | undefined>
  /** Runs a change. @returns the number of affected rows */
  run(text: string, values?: readonly unknown[], name?: string): Promise<number>
}
