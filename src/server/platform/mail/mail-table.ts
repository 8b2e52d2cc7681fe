import type { Query } from '../db/database.ts'

const MAX_DUE = 100

/**
 * Statements on a table of stored emails, for `sendLeased`: `next_mail_at` is the time when one is due, which its worker
 * moves ahead as a lease.
 */
export function mailTable<Row>(table: string, columns: string) {
  return {
    /** Claims a due email until `leaseUntil`; of any number of concurrent workers, one gets it. */
    claimEmail: (
      db: Query,
      id: string,
      now: Date,
      leaseUntil: Date,
    ): Promise<(Row & { mailAttempts: number }) | undefined> =>
      db.row(
        `update ${table} set mail_attempts = mail_attempts + 1, next_mail_at = $3
          where id = $1 and next_mail_at <= $2 returning ${columns}, mail_attempts`,
        [id, now, leaseUntil],
      ),

    /** Sets the time of the next attempt; null if none is left. */
    setNextMail: (db: Query, id: string, at: Date | null): Promise<number> =>
      db.run(`update ${table} set next_mail_at = $2 where id = $1`, [id, at]),

    /** Ids of due emails, the longest due first. */
    listDueMails: (db: Query, now: Date): Promise<string[]> =>
      db.column(`select id from ${table} where next_mail_at <= $1 order by next_mail_at limit ${MAX_DUE}`, [
        now,
      ]),
  }
}
