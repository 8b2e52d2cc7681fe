import { SHARE_OPT_OUTS_JOB } from '#server/features/consents/service.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { APPLY_OPT_OUTS_JOB } from './service/share-opt-outs.ts'
import type { BrokeragesService } from './service.ts'

export function brokeragesJobs(queue: Queue, service: BrokeragesService): void {
  queue.work('brokerages.nightly', { cron: '23 4 * * *' }, async () => {
    await service.removeOld()
    await service.optOuts.queueOffices(null)
  })
  queue.work<{ organizationId: OrganizationId; contactIds: string[] }>(
    SHARE_OPT_OUTS_JOB,
    { retries: 3, expireInSeconds: 900 },
    ({ organizationId, contactIds }) => service.optOuts.shareOptOuts(organizationId, contactIds),
  )
  queue.work<{ organizationId: OrganizationId }>(
    APPLY_OPT_OUTS_JOB,
    { retries: 2, expireInSeconds: 3600 },
    ({ organizationId }, signal) => service.optOuts.applyOptOuts(organizationId, signal),
  )
}
