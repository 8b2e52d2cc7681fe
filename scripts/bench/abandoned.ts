import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Waits for the statements that the bare route still works on, or begins, for callers who are gone, and cancels those that take
 * longer: a search may take seconds. What writes ends by itself; cancelled, it would leave its connection in a broken transaction.
 */
export async function cancelAbandoned(pool: pg.Pool): Promise<void> {
  for (let look = 0; look < 100; look++) {
    const { rows } = await pool.query(
      `select case when query_start < now() - interval '500 ms' then pg_cancel_backend(pid) end from pg_stat_activity
        where usename = current_user and state = 'active' and pid <> pg_backend_pid() and application_name = ''`,
    )
    if (rows.length === 0) return
    await wait(50)
  }
}
