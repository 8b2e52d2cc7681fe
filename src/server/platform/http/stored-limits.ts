import type { Query } from '../db/database.ts'
import { personHash } from '../person-hashes.ts'
import { mailboxOf, networkOf } from './callers.ts'

/** At most `max` hits within any `minutes` (up to a day). */
export type StoredLimit = { bucket: string; max: number; minutes: number }

/**
 * Takes one hit from each bucket, or none if any limit is reached. Stored in the database per minute, so that limits hold
 * across processes and restarts. Locks the buckets in the given order until the transaction ends.
 *
 * @returns null, or the seconds after which the call would be allowed
 */
export async function consumeLimits(tx: Query, limits: readonly StoredLimit[]): Promise<number | null> {
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

/** Returns a hit taken in the same transaction. */
export async function releaseHit(tx: Query, bucket: string): Promise<void> {
  await tx.run(
    `update rate_limits set hits = hits - 1 where bucket = $1 and window_start = date_trunc('minute', now())`,
    [bucket],
  )
}

/** Seconds until enough hits have left the window. */
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

/** Hash of a caller's network, from which no address can be recovered. */
export function networkHash(ip: string): string {
  return personHash(networkOf(ip)).toString('hex')
}

/** Bucket name of a caller's network. */
export function networkBucket(what: string, ip: string): string {
  return `${what}:network:${networkHash(ip)}`
}

/** Bucket name of a mailbox; sub-addresses (`ann+news@`) share one. */
export function mailboxBucket(what: string, email: string): string {
  return `${what}:address:${personHash(mailboxOf(email)).toString('hex')}`
}
