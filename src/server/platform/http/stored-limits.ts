import type { Query } from '../db/database.ts'
import { AppError } from '../errors.ts'
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
  const longestWait = Math.max(0, ...waits)
  if (longestWait > 0) return longestWait
  for (const bucket of buckets) {
    await tx.run(
      `insert into rate_limits (bucket, window_start, hits) values ($1, date_trunc('minute', now()), 1)
       on conflict (bucket, window_start) do update set hits = rate_limits.hits + 1`,
      [bucket],
    )
  }
  return null
}

/** Takes the hits like `consumeLimits`. @throws {AppError} rate_limited with this message */
export async function requireLimits(
  tx: Query,
  limits: readonly StoredLimit[],
  message: string,
): Promise<void> {
  const retryAfterSeconds = await consumeLimits(tx, limits)
  if (retryAfterSeconds !== null) throw new AppError('rate_limited', message, { retryAfterSeconds })
}

export type RateLimit = Omit<StoredLimit, 'bucket'>

/**
 * Takes the hits of a public form: of the sender's network, and of the mailbox that it would email.
 *
 * @returns false if the mailbox reached its limit, so that no email may follow
 * @throws {AppError} rate_limited with this message if the network did
 */
export async function admitForm(
  tx: Query,
  form: { name: string; ip: string; email: string; tooMany: string },
  limits: { network: readonly RateLimit[]; mailbox: readonly RateLimit[] },
): Promise<boolean> {
  const on = (bucket: string, each: readonly RateLimit[]) => each.map((limit) => ({ bucket, ...limit }))
  await requireLimits(tx, on(networkBucket(form.name, form.ip), limits.network), form.tooMany)
  return (await consumeLimits(tx, on(mailboxBucket(form.name, form.email), limits.mailbox))) === null
}

/** Returns the newest hit of a bucket. */
export async function releaseHit(tx: Query, bucket: string): Promise<void> {
  await tx.run(
    `update rate_limits set hits = hits - 1 where bucket = $1 and hits > 0 and window_start = (
       select max(window_start) from rate_limits where bucket = $1 and hits > 0)`,
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
export function networkBucket(purpose: string, ip: string): string {
  return `${purpose}:network:${networkHash(ip)}`
}

/** Bucket name of a mailbox; sub-addresses (`ann+news@`) share one. */
export function mailboxBucket(purpose: string, email: string): string {
  return `${purpose}:address:${personHash(mailboxOf(email)).toString('hex')}`
}
