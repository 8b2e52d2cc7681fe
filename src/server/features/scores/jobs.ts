import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { systemContext } from '#server/platform/context.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { ScoresService } from './service.ts'

const RESCORE_ALL = 'rescore-all'
const RESCORE_ORGANIZATION = 'rescore-organization'

/** Every night each organization's scores are computed anew, since signals fade. */
export function scoresJobs(queue: Queue, service: ScoresService, organizations: OrganizationsService): void {
  queue.work(RESCORE_ALL, { concurrency: 1 }, async () => {
    for (const organizationId of await organizations.allIds()) {
      await queue.send(RESCORE_ORGANIZATION, { organizationId }, { key: organizationId })
    }
  })
  queue.work<{ organizationId: string }>(
    RESCORE_ORGANIZATION,
    { concurrency: 1, expireInSeconds: 3600 },
    async ({ organizationId }) => {
      await service.rescoreStale(systemContext(mintOrganizationId(organizationId), RESCORE_ORGANIZATION))
    },
  )
  queue.schedule(RESCORE_ALL, '5 0 * * *')
}
