import type { Queue } from '#server/platform/queue/queue.ts'
import { type DueMorningFive, MORNING_FIVE_JOB, type MorningFiveService } from './service.ts'

/** The queue never retries these: the table stores when the next email is due, and the sweep queues it. */
export function morningFiveJobs(queue: Queue, service: MorningFiveService): void {
  queue.work<DueMorningFive>(
    MORNING_FIVE_JOB,
    { concurrency: 2, expireInSeconds: 300, retries: 0 },
    (email) => service.send(email),
  )
}
