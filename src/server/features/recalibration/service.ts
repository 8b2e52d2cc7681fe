import type { RecalibrationStatus } from '#contract/recalibration.ts'
import { recalibrateWatched } from '#domain/score/watched-outcomes.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import { type AuditEntry, audit } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import { waitForCompletion } from '#server/platform/wait-for-completion.ts'
import * as limits from './limits.ts'
import * as store from './store/calibrations.ts'
import { hasWatchedOutcomes, listWatchedOutcomes } from './store/watched-outcomes.ts'

export const RECALIBRATE_JOB = 'recalibrate-scores'

const RECALIBRATION_ACTOR = { kind: 'system', job: RECALIBRATE_JOB } as const

/** Adjusts the scores of an organization to the outcomes that it knows. */
export function recalibrationService(
  platform: Pick<Platform, 'db' | 'clock' | 'queue' | 'events' | 'log'>,
  { scores }: { scores: Pick<ScoresService, 'beginRun' | 'queueSlices'> },
) {
  const { db, clock, events } = platform

  async function statusOf(tx: TenantTx): Promise<RecalibrationStatus> {
    const [use, running, latest, versions] = await Promise.all([
      store.findUse(tx),
      store.findRunning(tx),
      store.findLatest(tx),
      store.listVersions(tx),
    ])
    const chosen = use.chosenAt === null ? null : { at: use.chosenAt, by: use.chosenBy }
    return { running, inUse: use.calibration?.version ?? null, chosen, latest, versions }
  }

  const queueRun = (organizationId: OrganizationId, id: string): Promise<void> =>
    trySend(platform, RECALIBRATE_JOB, { organizationId, id }, id)

  /** Starts scoring with another calibration; part of the caller's transaction, which holds the lock. */
  async function applyCalibration(tx: TenantTx, use: store.NewUse): Promise<number[]> {
    // The run starts before the organization's row is locked, as when its settings change.
    const slices = await scores.beginRun(tx, 'policy', true)
    await store.updateUse(tx, use)
    events.publish(tx, tx.organizationId, { type: 'organization.changed' })
    return slices
  }

  /** Fits a calibration and adopts it if it may; part of a transaction. @returns slices to score */
  async function fitAndAdopt(tx: TenantTx, id: string): Promise<number[]> {
    await store.lockCalibrations(tx)
    const run = await store.lockUnfinished(tx, id)
    if (!run) return []
    const use = await store.findUse(tx)
    const report = recalibrateWatched({
      outcomes: await listWatchedOutcomes(tx, limits.MAX_CONTACTS),
      versions: await store.readCalibrations(tx),
      current: use.calibration,
    })
    await store.deleteOldReports(tx, clock.now(), limits.REPORT_MONTHS)
    if (run.isNightly && (await store.isRepetition(tx, report))) {
      await store.deleteRun(tx, id)
      return []
    }
    const isFixed = run.isNightly && use.chosenAt !== null
    const calibration = report.decision === 'adopted' && !isFixed ? report.calibration : null
    const version = calibration && (await store.nextVersion(tx))
    await store.finishRun(tx, { id, report, calibration, version, finishedAt: clock.now() })
    events.publish(tx, tx.organizationId, { type: 'organization.changed' })
    if (!calibration || version === null) {
      // A run that a person starts lets nightly runs change the calibration again; so does adopting one.
      if (!run.isNightly) await store.clearChoice(tx)
      return []
    }
    const details = { version, outcomes: report.known.outcomes, moved: report.known.moved }
    const actor = actorOf(run.createdBy)
    await audit(tx, { actor, action: 'score-calibration.adopted', subject: id, details })
    return applyCalibration(tx, { calibration: { ...calibration, version }, chosenAt: null, chosenBy: null })
  }

  return {
    status: (context: Context): Promise<RecalibrationStatus> => db.tenant(context.organizationId, statusOf),

    /** Starts a run, or joins the one under way, and waits for its result; `status` is null if it takes longer. */
    async start(
      context: Context,
      { mayWait = true } = {},
    ): Promise<{ id: string; status: RecalibrationStatus | null }> {
      const { organizationId } = context
      const id = await db.tenant(organizationId, async (tx) => {
        const runId = await store.insertRun(tx, { createdBy: userIdOf(context), isNightly: false })
        await audit(tx, { ...context, action: 'score-calibration.requested', subject: runId })
        return runId
      })
      const completion = waitForCompletion(events, organizationId, {
        isAboutWork: (event) => event.type === 'organization.changed',
        check: () =>
          db.tenant(organizationId, async (tx) => ((await store.isUnfinished(tx, id)) ? null : statusOf(tx))),
        milliseconds: mayWait ? limits.WAIT_MS : 0,
      })
      completion.catch(() => {}) // awaited below; a failure before that must not count as unhandled
      await queueRun(organizationId, id)
      return { id, status: await completion }
    },

    /** Queues the nightly run of an organization with outcomes, or the run that is under way. */
    async startNightly(organizationId: OrganizationId): Promise<void> {
      const id = await db.tenant(organizationId, async (tx) => {
        const running = await store.findRunning(tx)
        if (running) return running.id
        if (!(await hasWatchedOutcomes(tx, dayOf(clock.now())))) return null
        return store.insertRun(tx, { createdBy: null, isNightly: true })
      })
      if (id !== null) await queueRun(organizationId, id)
    },

    /** Queues runs that a stopped process left, or whose job could not be queued. */
    async sweep(): Promise<void> {
      for (const { organizationId, id } of await store.listUnfinished(db)) await queueRun(organizationId, id)
    },

    /** Does a run; repeating it changes nothing. */
    async run(organizationId: OrganizationId, id: string): Promise<void> {
      const slices = await db.tenant(organizationId, (tx) => fitAndAdopt(tx, id))
      await scores.queueSlices(organizationId, slices)
    },

    /** Uses an adopted calibration, or none, until another is chosen. @throws {AppError} not_found */
    async choose(context: Context, version: number | null): Promise<RecalibrationStatus> {
      const { organizationId } = context
      const slices = await db.tenant(organizationId, async (tx) => {
        await store.lockCalibrations(tx)
        const calibration = version === null ? null : await store.findCalibration(tx, version)
        if (calibration === undefined) throw notFound('Calibration')
        const { calibration: previous } = await store.findUse(tx)
        const use = { calibration, chosenAt: clock.now(), chosenBy: userIdOf(context) }
        const details = { version, previous: previous?.version ?? null }
        await audit(tx, { ...context, action: 'score-calibration.chosen', subject: organizationId, details })
        if (previous?.version !== calibration?.version) return applyCalibration(tx, use)
        await store.updateUse(tx, use)
        return []
      })
      await scores.queueSlices(organizationId, slices)
      return db.tenant(organizationId, statusOf)
    },
  }
}
export type RecalibrationService = ReturnType<typeof recalibrationService>

/** The actor of an adoption: the owner or administrator who started the run, or the job. */
function actorOf(userId: string | null): AuditEntry['actor'] {
  return userId === null ? RECALIBRATION_ACTOR : { kind: 'user', userId, role: 'ADMIN' }
}
