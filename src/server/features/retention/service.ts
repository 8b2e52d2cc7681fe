import { addMonths } from '#domain/billing/credit-months.ts'
import type { DataExportService } from '#server/features/data-export/service.ts'
import type { FollowUpBossService } from '#server/features/follow-up-boss/service.ts'
import type { IdempotencyService } from '#server/features/idempotency/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { WebhooksService } from '#server/features/webhooks/service.ts'
import { addDays } from '#server/platform/clock.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import * as store from './store.ts'

type Features = {
  organizations: Pick<OrganizationsService, 'listAllIds'>
  scores: Pick<ScoresService, 'deleteOutdated'>
  dataExport: Pick<DataExportService, 'deleteOutdated'>
  idempotency: Pick<IdempotencyService, 'deleteOutdated'>
  followUpBoss: Pick<FollowUpBossService, 'deleteOutdated'>
  webhooks: Pick<WebhooksService, 'deleteOutdated'>
}

/** Deletes rows of growing tables that no feature cleans up itself. */
export function retentionService(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  { organizations, scores, dataExport, followUpBoss, idempotency, webhooks }: Features,
) {
  /** Repeats a bounded statement until nothing is left or the process stops. */
  async function removeInBatches(remove: () => Promise<number>, signal?: AbortSignal): Promise<number> {
    for (let removed = 0; ; ) {
      const batch = signal?.aborted ? 0 : await remove()
      removed += batch
      if (batch < limits.BATCH_SIZE) return removed
    }
  }

  return {
    /** @returns the number of deleted rows by table */
    async removeAll(signal?: AbortSignal): Promise<Record<string, number>> {
      const removed: Record<string, number> = {}
      for (const [table, days] of Object.entries(limits.RETENTION_DAYS)) {
        removed[table] = await removeInBatches(
          () => store.removeOutdated(db, table, addDays(clock.now(), -days), limits.BATCH_SIZE),
          signal,
        )
      }
      const scoresBefore = addMonths(clock.now(), -limits.SCORE_RETENTION_MONTHS)
      const exportsBefore = addDays(clock.now(), -limits.EXPORT_RETENTION_DAYS)
      removed.score_history = 0
      removed.data_exports = 0
      removed.idempotent_requests = 0
      removed.follow_up_boss = 0
      removed.events = 0
      for (const id of await organizations.listAllIds()) {
        if (signal?.aborted) break
        const organizationId = parseOrganizationId(id)
        removed.score_history += await removeInBatches(
          () => db.tenant(organizationId, (tx) => scores.deleteOutdated(tx, scoresBefore, limits.BATCH_SIZE)),
          signal,
        )
        removed.idempotent_requests += await removeInBatches(
          () => idempotency.deleteOutdated(organizationId, limits.BATCH_SIZE),
          signal,
        )
        removed.events += await removeInBatches(
          () => webhooks.deleteOutdated(organizationId, limits.BATCH_SIZE),
          signal,
        )
        removed.follow_up_boss += await removeInBatches(
          () => followUpBoss.deleteOutdated(organizationId, limits.BATCH_SIZE),
          signal,
        )
        removed.data_exports += await removeInBatches(
          () =>
            db.tenant(organizationId, (tx) =>
              dataExport.deleteOutdated(tx, exportsBefore, limits.BATCH_SIZE),
            ),
          signal,
        )
      }
      log.info({ removed }, 'Removed outdated rows')
      return removed
    },
  }
}
export type RetentionService = ReturnType<typeof retentionService>
