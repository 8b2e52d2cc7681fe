import type { Database } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  consumeLimits,
  mailboxBucket,
  networkBucket,
  networkHash,
  releaseHit,
} from '#server/platform/http/stored-limits.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'

// Mailboxes with and without an account have separate buckets, so that strangers can't use up the customers' limit.
const UNKNOWN_MAILBOXES_BUCKET = 'magic-link:mailed'
const ACCOUNT_MAILBOXES_BUCKET = 'magic-link:mailed:accounts'

/**
 * Limits on requested and emailed sign-in links, counted in the database across processes and restarts. A request does
 * the same work for every address; a mailbox's daily limit is counted when its email goes out, where response times
 * reveal nothing. Daily and hourly limits apply only when emails leave the machine.
 */
export function createLinkLimiter(
  db: Database,
  {
    sendsEmail,
    emailsPerHour,
    onLimitReached,
  }: { sendsEmail: boolean; emailsPerHour: number; onLimitReached: (limit: 'mailbox' | 'everyone') => void },
) {
  const dailyBucketOf = (email: string) => mailboxBucket('magic-link:mailed', email)
  const hourlyBucketOf = async (email: string) =>
    (await store.hasUser(db, email)) ? ACCOUNT_MAILBOXES_BUCKET : UNKNOWN_MAILBOXES_BUCKET

  return {
    /**
     * Counts a request for a link.
     *
     * @returns whether an email may follow
     * @throws {AppError} rate_limited for a network with too many requests
     */
    async countRequest(email: string, ip: string): Promise<boolean> {
      const bucket = networkBucket('magic-link', ip)
      if ((await store.recordHit(db, bucket, limits.LIMIT_WINDOW_MINUTES)) > limits.LINKS_PER_NETWORK)
        throw rateLimitError('Please try again in 15 minutes.', limits.LIMIT_WINDOW_MINUTES * 60)
      const dailyLimit = {
        bucket: `magic-link:network-day:${networkHash(ip)}`,
        ...limits.LINKS_PER_NETWORK_PER_DAY,
      }
      const seconds = sendsEmail ? await db.transaction((tx) => consumeLimits(tx, [dailyLimit])) : null
      if (seconds !== null) throw rateLimitError('Please try again later.', seconds)
      const addressBucket = mailboxBucket('magic-link', email)
      return (
        (await store.recordHit(db, addressBucket, limits.LIMIT_WINDOW_MINUTES)) <= limits.LINKS_PER_ADDRESS
      )
    },

    /**
     * Counts an outgoing email; false if its mailbox reached the daily limit or all mailboxes the hourly one. Checks here
     * for an account, where the response can't reveal it.
     */
    async countEmail(email: string): Promise<boolean> {
      if (!sendsEmail) return true
      const mailboxLimit = { bucket: dailyBucketOf(email), ...limits.EMAILS_PER_ADDRESS_PER_DAY }
      const hourlyLimit = { bucket: await hourlyBucketOf(email), max: emailsPerHour, minutes: 60 }
      const limit = await db.transaction(async (tx) => {
        // Consumed one by one, because the operator's warning names the limit that was reached.
        if ((await consumeLimits(tx, [mailboxLimit])) !== null) return 'mailbox'
        if ((await consumeLimits(tx, [hourlyLimit])) === null) return null
        await releaseHit(tx, mailboxLimit.bucket)
        return 'everyone'
      })
      if (limit) onLimitReached(limit)
      return limit === null
    },

    /** Uncounts an email that no server accepted, because it will be retried. */
    async uncountEmail(email: string): Promise<void> {
      const hourlyBucket = await hourlyBucketOf(email)
      await db.transaction(async (tx) => {
        await releaseHit(tx, dailyBucketOf(email))
        await releaseHit(tx, hourlyBucket)
      })
    },
  }
}

function rateLimitError(advice: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `Too many sign-in links were requested. ${advice}`, {
    retryAfterSeconds,
  })
}
