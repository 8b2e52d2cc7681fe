import type { Queue } from '#server/platform/queue/queue.ts'
import type { KeyAgesService } from './service.ts'

const REMIND = 'key-ages.remind'

export function keyAgesJobs(queue: Queue, service: Pick<KeyAgesService, 'remind'>): void {
  queue.work(REMIND, { concurrency: 1, retries: 2 }, async () => {
    await service.remind()
  })
  queue.schedule(REMIND, '30 13 * * *')
}
