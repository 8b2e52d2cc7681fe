import type { Query } from '../db/database.ts'
import { personHash } from '../person-hashes.ts'
import { mailboxOf, networkOf } from './callers.ts'

/** At most `most` hits in any stretch of `minutes` (a day at the longest). */
export type StoredLimit = { bucket: string; max: number; minutes: number }

/**
 * Takes one hit from each bucket, unless one of the limits is reached: then nothing is taken. Kept in the database, so
 * that a limit holds over processes and restarts; counted by the minute. Buckets are locked in the given order until
 * the transaction ends.
 *
 * @returns null, or the seconds after which the call would pass
 */
export async function takeHits(tx: Query, limits: readonly StoredLimit[]): Promise<number | null> {
  const buckets = new Set(limits.map(({ bucket }) => bucket))
  for (const bucket of buckets)
    await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [bucket])
  const waits: number[] = []
  for (const limit of limits) waits.push(await secondsToWait(tx, limit))
  const longest = Math.max(0, ...waits)
  if (longest > 0) return longest
  for (const bucket of buckets) {
    await tx.run(
      `insert into rate_limits (bucket, window_start, hits) values ($1, date_trunc('minute', now()), 1)
       on conflict (bucket, window_start) do update set hits = rate_limits.hits + 1`,
      [bucket],
    )
  }
  return null
}

/** Gives back a hit that was taken in this very transaction. */
export async function releaseHit(tx: Query, bucket: string): Promise<void> {
  await tx.run(
    `update rate_limits set hits = hits - 1 where bucket = $1 and window_start = date_trunc('minute', now())`,
    [bucket],
  )
}

/** Until the newest minute that fills the limit, together with those after it, has left the stretch. */
async function secondsToWait(tx: Query, { bucket, max, minutes }: StoredLimit): Promise<number> {
  const row = await tx.row<{ seconds: number | null }>(
    `select ceil(extract(epoch from max(window_start) + make_interval(mins => $2 + 1) - now()))::int as seconds
       from (select window_start, sum(hits) over (order by window_start desc) as since
               from rate_limits
              where bucket = $1 and window_start >= date_trunc('minute', now()) - make_interval(mins => $2)) hit
      where since >= $3`,
    [bucket, minutes, max],
  )
  return row?.seconds ?? 0
}

/** A caller's network, as buckets name it: no address can be read from it. */
export function networkHash(ip: string): string {
  return personHash(networkOf(ip)).toString('hex')
}

/** The bucket of a caller's network. */
export function networkBucket(what: string, ip: string): string {
  return `${what}:network:${networkHash(ip)}`
}

/** The bucket of a mailbox: sub-addresses (`ann+news@`) count as one. */
export function mailboxBucket(what: string, email: string): string {
  return `${what}:address:${personHash(mailboxOf(email)).toString('hex')}`
}
