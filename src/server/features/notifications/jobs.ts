import type { Queue } from '#server/platform/queue/queue.ts'
import type { NotificationsService } from './service.ts'

const NOTIFY_OVERDUE = 'notifications.overdue'
const REMOVE_OLD = 'notifications.remove-old'

/** Tasks become overdue and notifications expire with time, so both need a schedule. */
export function notificationsJobs(queue: Queue, service: NotificationsService): void {
  queue.work(NOTIFY_OVERDUE, { concurrency: 1, expireInSeconds: 840 }, (_, signal) =>
    service.notifyAllOverdue(signal),
  )
  queue.work(REMOVE_OLD, { concurrency: 1, expireInSeconds: 1800 }, (_, signal) => service.removeOld(signal))
  queue.schedule(NOTIFY_OVERDUE, '*/15 * * * *')
  queue.schedule(REMOVE_OLD, '40 3 * * *')
}
