import type { Clock } from '#server/platform/clock.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { NEWSLETTER_ISSUE_JOB, NEWSLETTER_REQUEST_JOB, type NewsletterService } from './service.ts'

/**
 * Jobs aren't retried by the queue: the tables store the next attempt, and the sweep queues it. Issues open on
 * Tuesday mornings in US time zones; hourly runs make up for a missed one that day.
 */
export function newsletterJobs(queue: Queue, service: NewsletterService, clock: Clock): void {
  queue.work<{ id: string }>(
    NEWSLETTER_REQUEST_JOB,
    { concurrency: 2, expireInSeconds: 300, retries: 0 },
    ({ id }) => service.answerRequest(id),
  )
  queue.work<{ id: string }>(
    NEWSLETTER_ISSUE_JOB,
    { concurrency: 2, expireInSeconds: 1800, retries: 0 },
    ({ id }, signal) => service.sendIssue(id, signal),
  )
  queue.work('newsletter.open-issue', { cron: '0 14-23 * * 2' }, () => service.openIssue(dayOf(clock.now())))
  queue.work('newsletter.remove-outdated', { cron: '55 3 * * *', expireInSeconds: 600 }, () =>
    service.removeOutdated(),
  )
}
