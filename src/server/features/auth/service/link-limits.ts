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

// Mailboxes without an account share one bucket and those with one another: strangers can't use up the customers' limit.
const UNKNOWN_MAILBOXES_BUCKET = 'magic-link:mailed'
const ACCOUNT_MAILBOXES_BUCKET = 'magic-link:mailed:accounts'

/**
 * Limits on requested and emailed sign-in links, counted in the database across processes and restarts. A request does
 * the same work for every address; a mailbox's daily limit is counted when its email goes out, where response times
 * reveal nothing. Daily and hourly limits apply only when emails leave the machine.
 */
export function linkLimits(
  db: Database,
  {
    sendsEmail,
    mailsPerHour,
    held,
  }: { sendsEmail: boolean; mailsPerHour: number; held: (limit: 'mailbox' | 'everybody') => void },
) {
  const mailed = (email: string) => mailboxBucket('magic-link:mailed', email)
  const bucketOf = async (email: string) =>
    (await store.hasUser(db, email)) ? ACCOUNT_MAILBOXES_BUCKET : UNKNOWN_MAILBOXES_BUCKET

  return {
    /**
     * Counts a request for a link.
     *
     * @returns whether an email may follow
     * @throws {AppError} rate_limited for a network with too many requests
     */
    async countRequest(email: string, ip: string): Promise<boolean> {
      const quarter = networkBucket('magic-link', ip)
      if ((await store.recordHit(db, quarter, limits.LIMIT_WINDOW_MINUTES)) > limits.LINKS_PER_NETWORK)
        throw tooMany('Please try again in 15 minutes.', limits.LIMIT_WINDOW_MINUTES * 60)
      const day = { bucket: `magic-link:network-day:${networkHash(ip)}`, ...limits.LINKS_PER_NETWORK_AND_DAY }
      const seconds = sendsEmail ? await db.transaction((tx) => consumeLimits(tx, [day])) : null
      if (seconds !== null) throw tooMany('Please try again later.', seconds)
      const address = mailboxBucket('magic-link', email)
      return (await store.recordHit(db, address, limits.LIMIT_WINDOW_MINUTES)) <= limits.LINKS_PER_ADDRESS
    },

    /**
     * Counts an outgoing email; false if its mailbox reached the daily limit or all mailboxes the hourly one. Checks here
     * for an account, where the response can't reveal it.
     */
    async takeMail(email: string): Promise<boolean> {
      if (!sendsEmail) return true
      const own = { bucket: mailed(email), ...limits.EMAILS_PER_ADDRESS_PER_DAY }
      const all = { bucket: await bucketOf(email), max: mailsPerHour, minutes: 60 }
      const limit = await db.transaction(async (tx) => {
        // Taken one by one, because the operator's warning names the limit that was reached.
        if ((await consumeLimits(tx, [own])) !== null) return 'mailbox'
        if ((await consumeLimits(tx, [all])) === null) return null
        await releaseHit(tx, own.bucket)
        return 'everybody'
      })
      if (limit) held(limit)
      return limit === null
    },

    /** Uncounts an email that no server accepted, because it will be retried. */
    async releaseMail(email: string): Promise<void> {
      const all = await bucketOf(email)
      await db.transaction(async (tx) => {
        await releaseHit(tx, mailed(email))
        await releaseHit(tx, all)
      })
    },
  }
}

function tooMany(advice: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `Too many sign-in links were requested. ${advice}`, {
    retryAfterSeconds,
  })
}
