import type { Queue } from '#server/platform/queue/queue.ts'
import type { MembershipsService } from './service.ts'

export function membershipsJobs(queue: Queue, service: MembershipsService): void {
  queue.work('repair-memberships', { cron: '47 * * * *' }, async () => {
    await service.repair()
  })
}
