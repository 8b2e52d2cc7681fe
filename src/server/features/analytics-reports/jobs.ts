import type { Queue } from '#server/platform/queue/queue.ts'
import { type AnalyticsReportsService, type DueDelivery, REPORT_JOB } from './service.ts'

/** The queue never retries these: the table stores when the next attempt is due, and the sweep queues it. */
export function analyticsReportsJobs(queue: Queue, service: AnalyticsReportsService): void {
  queue.work<DueDelivery>(REPORT_JOB, { concurrency: 2, expireInSeconds: 300, retries: 0 }, (delivery) =>
    service.send(delivery),
  )
}
