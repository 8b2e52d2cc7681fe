import type { Database } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { mailboxBucket, networkBucket, networkHash, takeHits } from '#server/platform/http/stored-limits.ts'
import * as policy from '../policy.ts'
import * as store from '../store.ts'

/** Of all mailboxes without an account together, and of all with one: strangers cannot use up what customers need. */
const UNKNOWN_MAILBOXES_BUCKET = 'magic-link:mailed'
const ACCOUNT_MAILBOXES_BUCKET = 'magic-link:mailed:accounts'
const MINUTE_MS = 60_000

/**
 * How many sign-in links may be asked for and mailed. Counted in the database, so that it holds over processes and
 * restarts. What a request does is the same for every address; what a mailbox gets in a day is counted when its mail is
 * about to go out, where nobody can measure it. Days and hours count only where mails leave the machine.
 */
export function linkLimits(
  db: Database,
  {
    mailsLeave,
    mailsPerHour,
    held,
  }: { mailsLeave: boolean; mailsPerHour: number; held: (limit: 'mailbox' | 'everybody') => void },
) {
  const mailed = (email: string) => mailboxBucket('magic-link:mailed', email)
  const bucketOf = async (email: string) =>
    (await store.hasUser(db, email)) ? ACCOUNT_MAILBOXES_BUCKET : UNKNOWN_MAILBOXES_BUCKET

  return {
    /**
     * Counts a request for a link.
     *
     * @returns whether a mail may follow it
     * @throws {AppError} rate_limited for a network that asks too often
     */
    async countRequest(email: string, ip: string): Promise<boolean> {
      const quarter = networkBucket('magic-link', ip)
      if ((await store.recordHit(db, quarter, policy.LIMIT_WINDOW_MINUTES)) > policy.LINKS_PER_NETWORK)
        throw tooMany('Please try again in 15 minutes.', policy.LIMIT_WINDOW_MINUTES * 60)
      const day = { bucket: `magic-link:network-day:${networkHash(ip)}`, ...policy.LINKS_PER_NETWORK_AND_DAY }
      const seconds = mailsLeave ? await db.transaction((tx) => takeHits(tx, [day])) : null
      if (seconds !== null) throw tooMany('Please try again later.', seconds)
      const address = mailboxBucket('magic-link', email)
      return (await store.recordHit(db, address, policy.LIMIT_WINDOW_MINUTES)) <= policy.LINKS_PER_ADDRESS
    },

    /**
     * Counts a mail that is about to go out; false where the day of its mailbox or the hour of all is full. Whether the
     * address has an account is looked up here, out of sight of whoever asked.
     */
    async takeMail(email: string): Promise<boolean> {
      if (!mailsLeave) return true
      const own = { bucket: mailed(email), ...policy.MAILS_PER_ADDRESS_AND_DAY }
      const all = { bucket: await bucketOf(email), max: mailsPerHour, minutes: 60 }
      const limit = await db.transaction(async (tx) => {
        // One after the other: which of them is full decides what the operator is told.
        if ((await takeHits(tx, [own])) !== null) return 'mailbox'
        if ((await takeHits(tx, [all])) === null) return null
        await store.removeHit(tx, own.bucket)
        return 'everybody'
      })
      if (limit) held(limit)
      return limit === null
    },

    /** Takes the count back of a mail that no server took: it is tried again. */
    async releaseMail(email: string): Promise<void> {
      const all = await bucketOf(email)
      await db.transaction(async (tx) => {
        await store.removeHit(tx, mailed(email))
        await store.removeHit(tx, all)
      })
    },
  }
}

/** Says something at most once a minute: what holds mails back may hold thousands. */
export function throttlePerMinute(now: () => Date, say: () => void): () => void {
  let said = Number.NEGATIVE_INFINITY
  return () => {
    const time = now().getTime()
    if (time - said < MINUTE_MS) return
    said = time
    say()
  }
}

function tooMany(advice: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `Too many sign-in links were requested. ${advice}`, {
    retryAfterSeconds,
  })
}
