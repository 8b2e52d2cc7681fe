import type { Queue } from '#server/platform/queue/queue.ts'
import { WEEKLY_CRON } from './policy.ts'
import { type BlogDeskService, GENERATE_JOB } from './service.ts'

const WEEKLY_JOB = 'blog-desk.weekly'

/** Never retried by the queue: the table holds the time of the next attempt, and the sweep starts it. */
export function blogDeskJobs(queue: Queue, { generation }: Pick<BlogDeskService, 'generation'>): void {
  queue.work<{ id: string }>(
    GENERATE_JOB,
    { concurrency: 2, expireInSeconds: 170, retries: 0 },
    ({ id }, signal) => generation.run(id, signal),
  )
  queue.work(WEEKLY_JOB, { concurrency: 1, expireInSeconds: 60 }, () => generation.runWeekly())
  queue.schedule(WEEKLY_JOB, WEEKLY_CRON)
}
