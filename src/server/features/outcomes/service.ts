import type { ContactDetail } from '#contract/contacts.ts'
import type { OutcomesReport } from '#contract/outcomes.ts'
import { AGE_BANDS } from '#domain/score/age-band.ts'
import { evaluateField } from '#domain/score/field-evaluation.ts'
import type { NewerAddress } from '#domain/signals/household.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import { audit, auditAll } from '#server/platform/audit.ts'
import { addDays, dayOf } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import * as moves from './store/moves.ts'
import * as frozen from './store/score-snapshots.ts'

export const SNAPSHOT_ORGANIZATION = 'freeze-scores'

/** A contact with a newly found address. */
type MovedContact = { contactId: string; to: NewerAddress }

const DETECTION = { kind: 'system', job: 'enrich' } as const

/** Score snapshots, observed moves, and how the two compare. */
export function outcomesService(
  { db, events, clock, queue }: Pick<Platform, 'db' | 'events' | 'clock' | 'queue'>,
  { contacts }: { contacts: ContactsService },
) {
  /** Changes a contact's outcomes under its lock. @throws {AppError} not_found */
  const change = (context: Context, contactId: string, work: (tx: TenantTx) => Promise<unknown>) =>
    db.tenant(context.organizationId, async (tx): Promise<ContactDetail> => {
      if (!(await contacts.knowledge.lock(tx, contactId))) throw notFound('Contact')
      await work(tx)
      events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
      return contacts.detail(tx, contactId)
    })

  return {
    /** @throws {AppError} not_found; invalid for an impossible day; conflict when a move is already recorded */
    recordMove(context: Context, contactId: string, move: { movedOn: string; note: string | null }) {
      const now = clock.now()
      rejectImpossibleDay(move.movedOn, now)
      return change(context, contactId, async (tx) => {
        if (await moves.hasReportedMove(tx, contactId)) {
          throw new AppError(
            'conflict',
            'This contact already has a recorded move. Undo it to record another.',
          )
        }
        await moves.insertReportedMove(tx, { ...move, contactId, recordedBy: userIdOf(context), at: now })
        const details = { movedOn: move.movedOn, source: 'person' }
        await audit(tx, { ...context, action: 'contact.move-recorded', subject: contactId, details })
      })
    },

    /** Undoes all recorded moves; does nothing when there are none. @throws {AppError} not_found */
    undoMove: (context: Context, contactId: string): Promise<ContactDetail> =>
      change(context, contactId, async (tx) => {
        const undone = await moves.undoMoves(tx, contactId, userIdOf(context), clock.now())
        if (undone === 0) return
        await audit(tx, {
          ...context,
          action: 'contact.move-undone',
          subject: contactId,
          details: { undone },
        })
      }),

    /** Records moves detected from newer addresses, once per address. Part of the caller's transaction. */
    async recordNewAddresses(tx: TenantTx, moved: readonly MovedContact[]): Promise<void> {
      if (moved.length === 0) return
      const seen = moved.map(({ contactId, to }) => ({
        contactId,
        movedOn: to.since,
        addressKey: personHash(homeKey(to.address)),
      }))
      const news = await moves.insertDetectedMoves(tx, seen, clock.now())
      const lines = seen.flatMap(({ contactId, movedOn }) => {
        if (!news.has(contactId)) return []
        const details = { movedOn, source: 'address' }
        return [{ actor: DETECTION, action: 'contact.move-recorded', subject: contactId, details }]
      })
      await auditAll(tx, lines)
    },

    /** Snapshot scores compared with observed moves. */
    report: (context: Context): Promise<OutcomesReport> =>
      db.tenant(context.organizationId, async (tx) => {
        const months = await frozen.listSnapshotMonths(tx)
        const [last, first] = [months[0], months.at(-1)]
        const shown = months.slice(0, policy.FAIRNESS_MONTHS)
        return {
          evaluation: evaluateField(await frozen.listObservedGroups(tx, dayOf(clock.now()))),
          recorded: await moves.countMoves(tx),
          frozen: first && last ? { first, last } : null,
          fairness: fairnessOf(shown, await frozen.meanByAge(tx, shown)),
        }
      }),

    /**
     * Takes the snapshot of the current month in batches. An interrupted run resumes, a finished one changes nothing,
     * and past months are never filled in.
     */
    async takeSnapshot(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      const month = policy.monthToSnapshot(clock.now())
      let isFinished = false
      while (!isFinished && !signal?.aborted) {
        isFinished = await db.tenant(organizationId, async (tx) => {
          const takeSnapshot = await frozen.lockSnapshotRun(tx, month)
          if (takeSnapshot.isFinished) return true
          const { afterId } = takeSnapshot
          const batch = { month, today: dayOf(clock.now()), afterId, limit: policy.SNAPSHOT_BATCH }
          const last = await frozen.snapshotBatch(tx, batch)
          await frozen.recordSnapshotProgress(tx, month, last, clock.now())
          return last === null
        })
      }
      let erased = policy.ERASE_BATCH
      while (erased === policy.ERASE_BATCH && !signal?.aborted) {
        erased = await db.tenant(organizationId, (tx) =>
          frozen.deleteOldSnapshots(tx, month, policy.RETENTION_MONTHS, policy.ERASE_BATCH),
        )
      }
    },

    /** Queues the snapshot of each organization that doesn't have one for this month. */
    async sweep(): Promise<void> {
      const month = policy.monthToSnapshot(clock.now())
      for (const organizationId of await frozen.listOrganizationsToSnapshot(db, month)) {
        await queue.send(SNAPSHOT_ORGANIZATION, { organizationId }, { key: organizationId })
      }
    },
  }
}
export type OutcomesService = ReturnType<typeof outcomesService>

function rejectImpossibleDay(day: string, now: Date): void {
  // Tomorrow is already today in some time zones.
  const latest = dayOf(addDays(now, 1))
  const oldest = `${now.getUTCFullYear() - policy.MAX_MOVE_AGE_YEARS}-01-01`
  if (day >= oldest && day <= latest) return
  const message =
    day > latest ? 'This date is in the future' : `Choose a date in ${oldest.slice(0, 4)} or later`
  throw new AppError('invalid', message, { fields: { movedOn: message } })
}

function fairnessOf(months: string[], means: readonly frozen.AgeBandMean[]): OutcomesReport['fairness'] {
  const labels: (string | null)[] = [...AGE_BANDS.map(({ label }) => label), null]
  const bands = labels.flatMap((ageBand) => {
    const own = new Map(
      means.filter((mean) => mean.ageBand === ageBand).map((mean) => [mean.month, mean] as const),
    )
    if (own.size === 0) return []
    const contacts = own.get(months[0] ?? '')?.contacts ?? 0
    return [{ ageBand, contacts, meanScores: months.map((month) => own.get(month)?.meanScore ?? null) }]
  })
  return { months, bands }
}
