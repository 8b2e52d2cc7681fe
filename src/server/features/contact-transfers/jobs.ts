import type { Queue } from '#server/platform/queue/queue.ts'
import { type ContactTransfersService, REMOVE_OLD_TRANSFERS_JOB, TRANSFER_JOB } from './service.ts'

export function contactTransfersJobs(queue: Queue, service: ContactTransfersService): void {
  queue.work<{ id: string }>(TRANSFER_JOB, { retries: 3, expireInSeconds: 3600 }, ({ id }, signal) =>
    service.run(id, signal),
  )
  queue.work(REMOVE_OLD_TRANSFERS_JOB, { cron: '41 5 * * *' }, () => service.removeOld())
}
