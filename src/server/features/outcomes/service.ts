import type { ContactDetail } from '#contract/contacts.ts'
import type { InsightsProof, OutcomesReport } from '#contract/outcomes.ts'
import { AGE_BANDS } from '#domain/score/age-band.ts'
import { evaluateField } from '#domain/score/field-evaluation.ts'
import type { NewerAddress } from '#domain/signals/household.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import { markFactDays, refreshMilestones } from '#server/platform/analytics-facts.ts'
import { audit, auditAll } from '#server/platform/audit.ts'
import { contactChanger } from '#server/platform/change-contact.ts'
import { addDays, dayOf } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { replayMoves } from './service/replay-moves.ts'
import * as moves from './store/moves.ts'
import * as snapshots from './store/score-snapshots.ts'

export const SNAPSHOT_ORGANIZATION = 'take-score-snapshots'

/** A contact with a newly found address. */
type MovedContact = { contactId: string; to: NewerAddress }

/** A move reported by a user; the day is local, `YYYY-MM-DD`. */
type Move = { movedOn: string; note: string | null }

const DETECTION = { kind: 'system', job: 'enrich' } as const

/** Score snapshots, observed moves, and how the two compare. */
export function outcomesService(
  { db, events, clock, queue }: Pick<Platform, 'db' | 'events' | 'clock' | 'queue'>,
  { contacts, scores }: { contacts: ContactsService; scores: Pick<ScoresService, 'policyOf'> },
) {
  const changeContact = contactChanger({ db, events }, 'outcomes')

  /** Changes a contact's outcomes under its lock. @throws {AppError} not_found */
  const changeOutcomes = (context: Context, contactId: string, work: (tx: TenantTx) => Promise<unknown>) =>
    changeContact(context, contactId, null, async (tx) => {
      await work(tx)
      return contacts.readDetail(tx, contactId)
    })

  /**
   * Records a move reported by a user; part of the caller's transaction, which locked the contact.
   *
   * @returns false if a reported move is already recorded
   */
  async function recordReported(
    tx: TenantTx,
    context: Context,
    contactId: string,
    move: Move,
  ): Promise<boolean> {
    if (await moves.hasReportedMove(tx, contactId)) return false
    const recordedBy = userIdOf(context)
    await moves.insertReportedMove(tx, { ...move, contactId, recordedBy, recordedAt: clock.now() })
    await markFactDays(tx, [move.movedOn])
    await refreshMilestones(tx, [contactId])
    const details = { movedOn: move.movedOn, source: 'person' }
    await audit(tx, { ...context, action: 'contact.move-recorded', subject: contactId, details })
    return true
  }

  return {
    /** @throws {AppError} not_found; invalid for an impossible day; conflict when a move is already recorded */
    recordMove(context: Context, contactId: string, move: Move) {
      rejectImpossibleDay(move.movedOn, clock.now())
      return changeOutcomes(context, contactId, async (tx) => {
        if (await recordReported(tx, context, contactId, move)) return
        throw new AppError('conflict', 'This contact already has a recorded move. Undo it to record another.')
      })
    },

    recordReported,

    /** Undoes all recorded moves; does nothing when there are none. @throws {AppError} not_found */
    undoMove: (context: Context, contactId: string): Promise<ContactDetail> =>
      changeOutcomes(context, contactId, async (tx) => {
        const days = await moves.undoMoves(tx, contactId, userIdOf(context), clock.now())
        if (days.length === 0) return
        await markFactDays(tx, days)
        await refreshMilestones(tx, [contactId])
        const details = { undone: days.length }
        await audit(tx, { ...context, action: 'contact.move-undone', subject: contactId, details })
      }),

    /** Records moves detected from newer addresses, once per address. Part of the caller's transaction. */
    async recordNewAddresses(tx: TenantTx, movedContacts: readonly MovedContact[]): Promise<void> {
      if (movedContacts.length === 0) return
      const detected = movedContacts.map(({ contactId, to }) => ({
        contactId,
        movedOn: to.since,
        addressKey: personHash(homeKey(to.address)),
      }))
      const newIds = await moves.insertDetectedMoves(tx, detected, clock.now())
      const newMoves = detected.filter(({ contactId }) => newIds.has(contactId))
      await markFactDays(
        tx,
        newMoves.map(({ movedOn }) => movedOn),
      )
      await refreshMilestones(tx, [...newIds])
      const entries = detected.flatMap(({ contactId, movedOn }) => {
        if (!newIds.has(contactId)) return []
        const details = { movedOn, source: 'address' }
        return [{ actor: DETECTION, action: 'contact.move-recorded', subject: contactId, details }]
      })
      await auditAll(tx, entries)
    },

    /** Snapshot scores compared with observed moves. */
    report: (context: Context): Promise<OutcomesReport> =>
      db.tenant(context.organizationId, async (tx) => {
        const months = await snapshots.listSnapshotMonths(tx)
        const [last, first] = [months[0], months.at(-1)]
        const shownMonths = months.slice(0, limits.FAIRNESS_MONTHS)
        return {
          evaluation: evaluateField(await snapshots.listObservedGroups(tx, dayOf(clock.now()))),
          recorded: await moves.countMoves(tx),
          snapshots: first && last ? { first, last } : null,
          fairness: fairnessOf(shownMonths, await snapshots.listMeansByAge(tx, shownMonths)),
        }
      }),

    /** How the list of six months before would have ranked people who moved since. */
    proof: (context: Context): Promise<InsightsProof> =>
      db.read(context.organizationId, async (tx) => {
        // A calibration learned from moves that the replay counts.
        const policy = { ...(await scores.policyOf(tx)), calibration: null }
        return replayMoves(tx, { today: dayOf(clock.now()), policy })
      }),

    /**
     * Takes the snapshot of the current month in batches. An interrupted run resumes, a finished one changes nothing,
     * and past months are never filled in.
     */
    async takeSnapshot(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      const month = limits.monthToSnapshot(clock.now())
      let isFinished = false
      while (!isFinished && !signal?.aborted) {
        isFinished = await db.tenant(organizationId, async (tx) => {
          const run = await snapshots.lockSnapshotRun(tx, month)
          if (run.isFinished) return true
          const { afterId } = run
          const batch = { month, today: dayOf(clock.now()), afterId, limit: limits.SNAPSHOT_BATCH }
          const lastId = await snapshots.snapshotBatch(tx, batch)
          await snapshots.recordSnapshotProgress(tx, month, lastId, clock.now())
          return lastId === null
        })
      }
      let erasedCount = limits.ERASE_BATCH
      while (erasedCount === limits.ERASE_BATCH && !signal?.aborted) {
        erasedCount = await db.tenant(organizationId, (tx) =>
          snapshots.deleteOldSnapshots(tx, month, limits.RETENTION_MONTHS, limits.ERASE_BATCH),
        )
      }
    },

    /** Queues the snapshot of each organization that doesn't have one for this month. */
    async sweep(): Promise<void> {
      const month = limits.monthToSnapshot(clock.now())
      for (const organizationId of await snapshots.listOrganizationsToSnapshot(db, month)) {
        await queue.send(SNAPSHOT_ORGANIZATION, { organizationId }, { key: organizationId })
      }
    },
  }
}
export type OutcomesService = ReturnType<typeof outcomesService>

function rejectImpossibleDay(day: string, now: Date): void {
  // Tomorrow is already today in some time zones.
  const latest = dayOf(addDays(now, 1))
  const oldest = `${now.getUTCFullYear() - limits.MAX_MOVE_AGE_YEARS}-01-01`
  if (day >= oldest && day <= latest) return
  const message =
    day > latest ? 'This date is in the future' : `Choose a date in ${oldest.slice(0, 4)} or later`
  throw new AppError('invalid', message, { fields: { movedOn: message } })
}

function fairnessOf(months: string[], means: readonly snapshots.AgeBandMean[]): OutcomesReport['fairness'] {
  const labels: (string | null)[] = [...AGE_BANDS.map(({ label }) => label), null]
  const bands = labels.flatMap((ageBand) => {
    const byMonth = new Map(
      means.filter((mean) => mean.ageBand === ageBand).map((mean) => [mean.month, mean] as const),
    )
    if (byMonth.size === 0) return []
    const contacts = byMonth.get(months[0] ?? '')?.contacts ?? 0
    return [{ ageBand, contacts, meanScores: months.map((month) => byMonth.get(month)?.meanScore ?? null) }]
  })
  return { months, bands }
}
