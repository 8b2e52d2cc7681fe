import type { Queue } from '#server/platform/queue/queue.ts'
import type { BackupsService } from './service.ts'

/** Checks for due backups every hour, so that a failed one is retried. Copies erasures every minute. */
export function backupsJobs(
  queue: Queue,
  service: Pick<BackupsService, 'writeWhenDue' | 'copyErasures'>,
): void {
  queue.work('backups.write-when-due', { cron: '7 * * * *', expireInSeconds: 6 * 3600, retries: 0 }, () =>
    service.writeWhenDue(),
  )
  queue.work('backups.copy-erasures', { cron: '* * * * *', expireInSeconds: 300, retries: 0 }, () =>
    service.copyErasures(),
  )
}
