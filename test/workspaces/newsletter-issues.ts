import { randomUUID } from 'node:crypto'
import { newsletterJobs } from '#server/features/newsletter/jobs.ts'
import { newsletterService, type RecentPost } from '#server/features/newsletter/service.ts'
import { readSite } from '#server/platform/content/site.ts'
import type { Database } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Email, Mailer } from '#server/platform/mail/mailer.ts'
import { createFakeQueue } from '../fakes/queue.ts'
import { createTestApp } from '../test-app.ts'

export const TUESDAY = '2026-11-24'
const START = Date.parse(`${TUESDAY}T14:00:00Z`)
const MINUTE = 60_000

const SITE = readSite(null).site

export const newPost = (slug: string, publishedAt: string): RecentPost => ({
  title: `Title of ${slug}`,
  slug,
  excerpt: `Excerpt of ${slug}`,
  publishedAt,
})

/** One database, subscribers and posts, and processes of the product that send issues to them. */
export async function openNewsletterApp() {
  const clock = { time: START, now: () => new Date(clock.time) }
  const app = await createTestApp({ clock })
  const issues = {
    app,
    clock,
    posts: [] as RecentPost[],
    /** Start times for which posts were requested. */
    requestedSince: [] as string[],

    /** Starts a process with its own queue and mailer; `onEmail` simulates the mail server's response. */
    newProcess(onEmail: (mail: Email) => Promise<void> = async () => {}, db: Database = app.db) {
      const queue = createFakeQueue()
      const sentEmails: Email[] = []
      const mailer: Mailer = {
        outbox: null,
        async send(email) {
          await onEmail(email)
          sentEmails.push(email)
        },
      }
      const service = newsletterService(
        { db, queue, mailer, clock, site: SITE, appUrl: 'https://ninefold.example', log: silentLog },
        {
          recentPosts: async (since) => {
            issues.requestedSince.push(since)
            return issues.posts.filter(({ publishedAt }) => publishedAt > since)
          },
        },
      )
      newsletterJobs(queue, service, clock)
      return { queue, sent: sentEmails, service }
    },

    /** Advances the clock and runs sweep and jobs. */
    async runQueueAfter({ queue, service }: Process, minutes: number): Promise<void> {
      clock.time += minutes * MINUTE
      await service.sweep()
      await queue.drain().catch(() => {})
    },

    /** Adds subscriptions; `state` is confirmed, unsubscribed, subscribed. Returns their addresses in order. */
    async subscribe(count: number, state = 'now(), null, true'): Promise<string[]> {
      const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
      await app.owner.run(
        `insert into newsletter_subscriptions (email, confirmed_at, unsubscribed_at, subscribed)
         select email, ${state} from unnest($1::text[]) as email`,
        [emails],
      )
      return emails.sort()
    },

    /** How many recipients are in each state. */
    async countByStatus(): Promise<Record<string, number>> {
      const rows = await app.owner.rows<{ status: string; count: number }>(
        'select status, count(*)::int as count from newsletter_deliveries group by 1',
      )
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    },

    async issueId(): Promise<string> {
      return (await app.owner.row<{ id: string }>('select id from newsletter_issues'))?.id ?? ''
    },

    async isOpen(): Promise<boolean> {
      return (
        (await app.owner.row('select from newsletter_issues where next_mail_at is not null')) !== undefined
      )
    },

    async reset(): Promise<void> {
      clock.time = START
      issues.requestedSince = []
      issues.posts = [newPost('first', '2026-11-18T09:00:00Z'), newPost('second', '2026-11-20T09:00:00Z')]
      await app.owner.run('truncate newsletter_subscriptions, newsletter_issues, rate_limits cascade')
    },
  }
  return issues
}

type Process = {
  queue: ReturnType<typeof createFakeQueue>
  service: ReturnType<typeof newsletterService>
}

export const recipientsOf = (emails: readonly Email[]) => emails.map(({ to }) => to).sort()
