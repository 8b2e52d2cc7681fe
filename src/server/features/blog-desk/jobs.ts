import type { Queue } from '#server/platform/queue/queue.ts'
import { WEEKLY_CRON } from './limits.ts'
import { type BlogDeskService, GENERATE_JOB } from './service.ts'

/** The queue never retries generations: the table stores the time of the next attempt, and the sweep starts it. */
export function blogDeskJobs(queue: Queue, services: Pick<BlogDeskService, 'generation' | 'pictures'>): void {
  const { generation, pictures } = services
  queue.work<{ id: string }>(
    GENERATE_JOB,
    { concurrency: 2, expireInSeconds: 170, retries: 0 },
    ({ id }, signal) => generation.run(id, signal),
  )
  queue.work('blog-desk.weekly', { cron: WEEKLY_CRON, expireInSeconds: 60 }, () => generation.runWeekly())
  queue.work('blog-desk.remove-unused-pictures', { cron: '25 3 * * *', expireInSeconds: 600 }, () =>
    pictures.removeUnused(),
  )
}
