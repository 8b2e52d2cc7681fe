import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { CHECK_RULES, type SignalRulesService } from './service.ts'

/** Checks all contacts once a day, since dates pass. Starts hourly to make up for missed days and interrupted runs. */
export function signalRulesJobs(queue: Queue, service: SignalRulesService): void {
  queue.work('start-signal-rules', { cron: '35 * * * *', retries: 2 }, () => service.startRuns())
  queue.work<{ organizationId: string }>(
    CHECK_RULES,
    { concurrency: 2, expireInSeconds: 900, isResumable: true },
    ({ organizationId }, signal) => service.runChecks(parseOrganizationId(organizationId), signal),
  )
}
