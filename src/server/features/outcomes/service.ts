import type { ContactDetail } from '#contract/contacts.ts'
import type { OutcomesReport } from '#contract/outcomes.ts'
import { AGE_BANDS } from '#domain/score/age-band.ts'
import { evaluateField } from '#domain/score/field-evaluation.ts'
import type { NewerAddress } from '#domain/signals/household.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import { audit, auditAll } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
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

/** A contact, and the newer address that was found of it. */
type MovedContact = { contactId: string; to: NewerAddress }

const DETECTION = { kind: 'system', job: 'enrich' } as const

/** What became of people whose move was forecast: frozen scores, observed moves, and the two compared. */
export function outcomesService(
  { db, events, clock, queue }: Pick<Platform, 'db' | 'events' | 'clock' | 'queue'>,
  { contacts }: { contacts: ContactsService },
) {
  /** Runs a change of a contact's outcomes under its lock. @throws {AppError} not_found */
  const change = (context: Context, contactId: string, work: (tx: TenantTx) => Promise<unknown>) =>
    db.tenant(context.organizationId, async (tx): Promise<ContactDetail> => {
      if (!(await contacts.knowledge.lock(tx, contactId))) throw notFound('Contact')
      await work(tx)
      events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
      return contacts.detail(tx, contactId)
    })

  return {
    /** @throws {AppError} not_found; invalid for a day that cannot be; conflict where a move is recorded already */
    recordMove(context: Context, contactId: string, move: { movedOn: string; note: string | null }) {
      const now = clock.now()
      refuseImpossibleDay(move.movedOn, now)
      return change(context, contactId, async (tx) => {
        if (await moves.hasReportedMove(tx, contactId)) {
          throw new AppError(
            'conflict',
            'A move is recorded for this contact already. Undo it to record another.',
          )
        }
        await moves.insertReportedMove(tx, { ...move, contactId, recordedBy: userIdOf(context), at: now })
        const details = { movedOn: move.movedOn, source: 'person' }
        await audit(tx, { ...context, action: 'contact.move-recorded', subject: contactId, details })
      })
    },

    /** Taking back what is not recorded changes nothing. @throws {AppError} not_found */
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

    /** Notes the moves that newer addresses tell of, once an address. Part of the caller's transaction. */
    async noteNewAddresses(tx: TenantTx, moved: readonly MovedContact[]): Promise<void> {
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

    /** Scores beside what happened, as far as it is known. */
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
     * Freezes an organization's scores of the current month, in batches. A stopped run goes on where it was, a finished
     * one changes nothing more, and a month that has passed is never made up.
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

    /** Wakes the freeze of each organization whose month is not frozen, also after a first that was missed. */
    async sweep(): Promise<void> {
      const month = policy.monthToSnapshot(clock.now())
      for (const organizationId of await frozen.listOrganizationsToSnapshot(db, month)) {
        await queue.send(SNAPSHOT_ORGANIZATION, { organizationId }, { key: organizationId })
      }
    },
  }
}
export type OutcomesService = ReturnType<typeof outcomesService>

const DAY_MS = 86_400_000

function refuseImpossibleDay(day: string, now: Date): void {
  // Somewhere it is tomorrow already.
  const latest = dayOf(new Date(now.getTime() + DAY_MS))
  const oldest = `${now.getUTCFullYear() - policy.MAX_MOVE_AGE_YEARS}-01-01`
  if (day >= oldest && day <= latest) return
  const message = day > latest ? 'This day is still to come' : `Choose a day since ${oldest.slice(0, 4)}`
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
