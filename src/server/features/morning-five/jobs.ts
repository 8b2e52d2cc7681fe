import type { Queue } from '#server/platform/queue/queue.ts'
import { type DueMorningFive, MORNING_FIVE_JOB, type MorningFiveService } from './service.ts'

/** Never retried by the queue: the table holds the time of the next email, and the sweep starts it. */
export function morningFiveJobs(queue: Queue, service: MorningFiveService): void {
  queue.work<DueMorningFive>(MORNING_FIVE_JOB, { concurrency: 2, expireInSeconds: 300, retries: 0 }, (due) =>
    service.send(due),
  )
}
