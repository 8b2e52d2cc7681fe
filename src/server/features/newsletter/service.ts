import { addDays, DAY_MS } from '#server/platform/clock.ts'
import type { Query } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { admitForm } from '#server/platform/http/stored-limits.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import { answerRequest } from './service/answer-request.ts'
import { sendIssue } from './service/send-issue.ts'
import * as issues from './store/issues.ts'
import * as subscriptions from './store/subscriptions.ts'

export const NEWSLETTER_REQUEST_JOB = 'newsletter.answer-request'
export const NEWSLETTER_ISSUE_JOB = 'newsletter.send-issue'

/** A recently published post; `publishedAt` is ISO 8601. */
export type RecentPost = { title: string; slug: string; excerpt: string | null; publishedAt: string }

/** Newsletter subscriptions with double opt-in, and a weekly issue with new posts. */
export function newsletterService(
  platform: Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock' | 'log' | 'site' | 'appUrl'>,
  { recentPosts }: { recentPosts(since: string): Promise<readonly RecentPost[]> },
) {
  const { db, clock } = platform
  const wakeRequest = (id: string) => trySend(platform, NEWSLETTER_REQUEST_JOB, { id }, id)
  const wakeIssue = (id: string) => trySend(platform, NEWSLETTER_ISSUE_JOB, { id }, id)

  return {
    /**
     * Stores a subscription request. The work and its duration are the same for every address; whether it is known is
     * checked when the email is sent.
     *
     * @throws {AppError} rate_limited for a network with too many requests
     */
    async subscribe(
      { email, website }: { email: string; website?: string | undefined },
      ip: string,
    ): Promise<void> {
      const sender = { name: 'newsletter', ip, email, tooMany: 'Too many requests. Please try again later.' }
      const id = await db.transaction(async (tx) => {
        const mayEmail = await admitForm(tx, sender, limits.FORM_LIMITS)
        return mayEmail && !website ? subscriptions.insertRequest(tx, email, clock.now()) : null
      })
      if (id) await wakeRequest(id)
    },

    /** Sends the email for a request; called by the job. */
    answerRequest: (id: string) => answerRequest(platform, id),

    /** @throws {AppError} not_found for an unknown or expired token, or one voided by unsubscribing */
    async confirm(token: string): Promise<void> {
      if (!(await subscriptions.confirm(db, digest(token), clock.now()))) {
        throw new AppError('not_found', 'This link is no longer valid. Please subscribe again.')
      }
    },

    /** Ends a subscription; repeating it is fine. @throws {AppError} not_found */
    async unsubscribe(token: string): Promise<void> {
      const isEnded = await db.transaction((tx) => subscriptions.unsubscribe(tx, digest(token), clock.now()))
      if (!isEnded) throw new AppError('not_found', "This link isn't valid")
    },

    /**
     * Opens the issue of a week, if posts were published in the seven days before `day` (`YYYY-MM-DD` in UTC). Posts
     * of the day itself belong to the next issue. Opens at most one issue a week, however often it is called.
     */
    async openIssue(day: string): Promise<void> {
      if (await issues.hasIssue(db, day)) return
      const until = Date.parse(`${day}T00:00:00Z`)
      const since = until - limits.ISSUE_COVERS_DAYS * DAY_MS
      // Starts a moment earlier, so that scheduled posts published at midnight are included.
      const posts = (await recentPosts(new Date(since - 1).toISOString()))
        .filter(({ publishedAt }) => Date.parse(publishedAt) >= since && Date.parse(publishedAt) < until)
        .slice(0, limits.POSTS_PER_ISSUE)
        .map(({ title, slug, excerpt }) => ({ title, slug, excerpt }))
      const id = await db.transaction((tx) => issues.openIssue(tx, day, posts, clock.now()))
      if (id) await wakeIssue(id)
    },

    /** Sends part of an issue; called by the job, which queues the next part. */
    async sendIssue(id: string, signal?: AbortSignal): Promise<void> {
      if (await sendIssue(platform, id, signal)) await wakeIssue(id)
    },

    /** Resumes requests and issues after a stopped process or a mail outage. */
    async sweep(): Promise<void> {
      const now = clock.now()
      for (const id of await subscriptions.listDueRequests(db, now)) await wakeRequest(id)
      await issues.failAbandoned(db, new Date(now.getTime() - limits.STALE_AFTER_MINUTES * 60_000))
      for (const id of await issues.listDueIssues(db, now)) await wakeIssue(id)
    },

    countRows: (email: string): Promise<number> => subscriptions.countRows(db, email),
    removeSubscriber: subscriptions.removeSubscriber,
    endSubscription: (tx: Query, email: string) => subscriptions.endSubscription(tx, email, clock.now()),

    /** Deletes data past retention. */
    async removeOutdated(): Promise<void> {
      await subscriptions.removeOutdated(db, {
        unconfirmed: addDays(clock.now(), -limits.UNCONFIRMED_DAYS),
        requests: addDays(clock.now(), -limits.REQUEST_DAYS),
        now: clock.now(),
      })
      await issues.removeOutdatedIssues(db, {
        open: addDays(clock.now(), -limits.ISSUE_DAYS),
        deliveries: addDays(clock.now(), -limits.DELIVERY_RETENTION_DAYS),
      })
    },
  }
}
export type NewsletterService = ReturnType<typeof newsletterService>
