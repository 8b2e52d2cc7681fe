import type { Queue } from '#server/platform/queue/queue.ts'
import type { KeyAgesService } from './service.ts'

export function keyAgesJobs(queue: Queue, service: Pick<KeyAgesService, 'remind'>): void {
  queue.work('key-ages.remind', { cron: '30 13 * * *', retries: 2 }, () => service.remind())
}
