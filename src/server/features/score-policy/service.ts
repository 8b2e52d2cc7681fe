import type { ScorePolicySettings } from '#contract/score-policy.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requestRankingChecks } from '#server/platform/rule-checks.ts'
import * as store from './store.ts'

/** Fair-housing settings of an organization: protected traits that its scores leave out. */
export function scorePolicyService(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { scores }: { scores: ScoresService },
) {
  async function settingsOf(tx: TenantTx): Promise<ScorePolicySettings> {
    const { excludeFamilial, excludeAge } = await scores.policyOf(tx)
    return { excludeFamilial, excludeAge }
  }

  return {
    async get(context: Context): Promise<ScorePolicySettings> {
      return db.tenant(context.organizationId, settingsOf)
    },

    /** Changes the given settings; a change rescores all contacts. @throws {AppError} not_found */
    async set(context: Context, changes: Partial<ScorePolicySettings>): Promise<ScorePolicySettings> {
      const { policy, slices } = await db.tenant(context.organizationId, async (tx) => {
        const current = await settingsOf(tx)
        if (!isDifferent(current, { ...current, ...changes })) return { policy: current, slices: [] }
        // The run is stored together with the setting, so that the hourly job finishes it if queuing fails. It starts
        // before the organization is locked: enrichments wait for that lock while holding contacts that the run
        // needs.
        const slices = await scores.beginRun(tx, 'policy')
        const previous = await store.lockPolicy(tx)
        if (!previous) throw notFound('Organization')
        const updated = { ...previous, ...changes }
        if (isDifferent(previous, updated)) {
          await store.updatePolicy(tx, updated)
          await requestRankingChecks(tx)
          await audit(tx, {
            ...context,
            action: 'score-policy.set',
            subject: context.organizationId,
            details: updated,
          })
          events.publish(tx, context.organizationId, { type: 'organization.changed' })
        }
        return { policy: updated, slices }
      })
      await scores.queueSlices(context.organizationId, slices)
      return policy
    },
  }
}
export type ScorePolicyService = ReturnType<typeof scorePolicyService>

function isDifferent(a: ScorePolicySettings, b: ScorePolicySettings): boolean {
  return a.excludeAge !== b.excludeAge || a.excludeFamilial !== b.excludeFamilial
}
