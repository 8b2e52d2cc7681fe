import type { Queue } from '#server/platform/queue/queue.ts'
import type { BrokeragesService } from './service.ts'

export function brokeragesJobs(queue: Queue, service: BrokeragesService): void {
  queue.work('remove-old-brokerage-invitations', { cron: '23 4 * * *' }, () => service.removeOld())
}
