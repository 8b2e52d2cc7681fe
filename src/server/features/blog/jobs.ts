import type { Queue } from '#server/platform/queue/queue.ts'
import { type BlogService, RENEW_SHIPPED_JOB } from './service.ts'

export function blogJobs(queue: Queue, service: BlogService): void {
  queue.work(RENEW_SHIPPED_JOB, {}, () => service.addShipped())
}
