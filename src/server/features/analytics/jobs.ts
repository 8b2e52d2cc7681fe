import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { type AnalyticsService, SUM_ORGANIZATION } from './service.ts'

/** Sums finished and marked days every hour; figures are right in between, since such days are counted when they are read. */
export function analyticsJobs(queue: Queue, service: AnalyticsService): void {
  queue.work('sum-all-analytics', { cron: '20 * * * *', isResumable: true }, () => service.sumAll())
  queue.work<{ organizationId: string }>(
    SUM_ORGANIZATION,
    { expireInSeconds: 3600, isResumable: true },
    ({ organizationId }, signal) => service.sum(parseOrganizationId(organizationId), signal),
  )
}
