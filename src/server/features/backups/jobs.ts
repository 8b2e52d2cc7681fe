import type { Queue } from '#server/platform/queue/queue.ts'
import type { BackupsService } from './service.ts'

const WRITE = 'backups.write-when-due'
const COPY_ERASURES = 'backups.copy-erasures'

/** Checks every hour, so that a failed backup is retried; copies erasures every minute. */
export function backupsJobs(
  queue: Queue,
  service: Pick<BackupsService, 'writeWhenDue' | 'copyErasures'>,
): void {
  queue.work(WRITE, { concurrency: 1, expireInSeconds: 6 * 3600, retries: 0 }, async () => {
    await service.writeWhenDue()
  })
  queue.work(COPY_ERASURES, { concurrency: 1, expireInSeconds: 300, retries: 0 }, async () => {
    await service.copyErasures()
  })
  queue.schedule(WRITE, '7 * * * *')
  queue.schedule(COPY_ERASURES, '* * * * *')
}
