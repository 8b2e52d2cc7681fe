import type { Queue } from '#server/platform/queue/queue.ts'
import type { NotificationsService } from './service.ts'

/** Tasks become overdue and notifications expire with time, so both need a schedule. */
export function notificationsJobs(queue: Queue, service: NotificationsService): void {
  queue.work('notifications.overdue', { cron: '*/15 * * * *', expireInSeconds: 840 }, (_, signal) =>
    service.notifyAllOverdue(signal),
  )
  queue.work('notifications.remove-old', { cron: '40 3 * * *', expireInSeconds: 1800 }, (_, signal) =>
    service.removeOld(signal),
  )
}
