import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Statements that the bare route still works on, or begins, for callers who are gone: a search may take it seconds. */
export async function cancelAbandoned(pool: pg.Pool): Promise<void> {
  for (let look = 0; look < 100; look++) {
    const { rows } = await pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
        where usename = current_user and state = 'active' and pid <> pg_backend_pid() and application_name = ''`,
    )
    if (rows.length === 0) return
    await wait(50)
  }
}
