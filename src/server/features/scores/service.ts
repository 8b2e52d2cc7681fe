import type { ScoreExplanation } from '#contract/score.ts'
import { MODEL_VERSION } from '#domain/score/parameters.ts'
import { scoreContact } from '#domain/score/score.ts'
import type { ScoreInput, ScorePolicy } from '#domain/score/score-input.ts'
import type { RankSignal } from '#domain/signal-rules/rank-signal.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { explainRanking, explainScore, UNSCORED } from './service/explain-score.ts'
import { runSlice } from './service/run-slice.ts'
import {
  inputOfContact,
  rankScoreOf,
  ratingsOf,
  type ScorableContact,
  scoreColumnsOf,
} from './service/score-input.ts'
import { findRanking, listScoredIds } from './store/batch.ts'
import * as history from './store/history.ts'
import { insertPastScores } from './store/history.ts'
import * as runs from './store/runs.ts'

export { toSignalInput } from './service/score-input.ts'
export type { StoredSignal } from './store/batch.ts'

export const RESCORE_SLICE = 'rescore-slice'

/** The 9D score of contacts: calculation, history and explanation. */
export function scoresService(
  { db, clock, queue, events }: Pick<Platform, 'db' | 'clock' | 'queue' | 'events'>,
  { contacts }: { contacts: ContactsService },
) {
  const policyOf = async (tx: TenantTx): Promise<ScorePolicy> =>
    (await runs.findPolicy(tx)) ?? { excludeFamilial: false, excludeAge: false }

  const inputOf = async (tx: TenantTx, contact: ScorableContact) =>
    inputOfContact(contact, await policyOf(tx), dayOf(clock.now()))

  /** Score of a given contact, which may not be stored yet: the result, its columns and a rating of each signal. */
  function scoreOf(
    contact: ScorableContact & { rankSignals: readonly RankSignal[] | null },
    policy: ScorePolicy,
  ) {
    const input = inputOfContact(contact, policy, dayOf(clock.now()))
    const result = scoreContact(input)
    const rankScore = rankScoreOf(input, contact.rankSignals)
    const columns = { ...scoreColumnsOf(result, rankScore), scoredAt: clock.now().toISOString() }
    const inputs = contact.signals.map(({ id, confidenceScore }) => ({ id, confidence: confidenceScore }))
    return { result, columns, signals: ratingsOf(inputs, result) }
  }

  /**
   * Scores a contact from its stored signals and stores the result. Part of the caller's transaction; `cause` is a
   * word for the history, such as `merged`.
   */
  async function rescore(tx: TenantTx, contactId: string, cause: string): Promise<void> {
    if ((await rescoreMany(tx, [contactId], cause)) === 0) throw notFound('Contact')
  }

  /** Scores several contacts like `rescore`. @returns how many of them exist */
  async function rescoreMany(tx: TenantTx, contactIds: readonly string[], cause: string): Promise<number> {
    const found = await contacts.knowledge.listFullContacts(tx, contactIds)
    const policy = await policyOf(tx)
    const scored = found.map((contact) => ({ contactId: contact.id, ...scoreOf(contact, policy) }))
    await Promise.all([
      contacts.knowledge.updateContacts(
        tx,
        scored.map(({ contactId, columns }) => ({
          ...{ contactId, score: columns, enriched: null, verdict: null, nextTaskAt: null },
        })),
      ),
      contacts.knowledge.updateSignalScores(
        tx,
        scored.flatMap(({ signals }) => signals),
      ),
      history.insertHistory(tx, scored, cause),
    ])
    return found.length
  }

  async function rescoreOne(tx: TenantTx, contactId: string, cause: string): Promise<void> {
    if (await lockContact(tx, contactId)) await rescore(tx, contactId, cause)
  }

  /**
   * Starts today's run of an organization or finds the current one; another cause restarts it. Part of the caller's
   * transaction; call `queueSlices` after it. `isNewFormula` gives every contact an entry in the history.
   * @returns the slices to do
   */
  async function beginRun(tx: TenantTx, cause: runs.RunCause, isNewFormula = false): Promise<number[]> {
    const day = dayOf(clock.now())
    const currentRun = await runs.lockRun(tx)
    const openSlices = currentRun.filter(({ finished }) => !finished)
    const isToday = currentRun.length > 0 && currentRun.every((slice) => slice.day === day)
    if (isToday && cause === 'faded') return openSlices.map(({ slice }) => slice)
    const sameModel =
      !isNewFormula &&
      currentRun.length > 0 &&
      currentRun.every((slice) => slice.modelVersion === MODEL_VERSION && (slice.finished || slice.sameModel))
    const unfinished = openSlices.find((slice) => slice.cause !== 'faded')?.cause
    const slices = await runs.replaceRun(tx, {
      day,
      cause: unfinished ?? cause,
      modelVersion: MODEL_VERSION,
      sameModel,
      size: limits.SLICE_CONTACTS,
    })
    return Array.from({ length: slices }, (_, slice) => slice)
  }

  async function queueSlices(organizationId: OrganizationId, slices: readonly number[]): Promise<void> {
    for (const slice of slices) {
      await queue.send(RESCORE_SLICE, { organizationId, slice }, { key: `${organizationId} ${slice}` })
    }
  }

  return {
    policyOf,
    /** Score of a contact with signals that only rank; null without one that the organization allows. */
    rankScoreOf: (contact: ScorableContact, rankSignals: readonly RankSignal[], policy: ScorePolicy) =>
      rankScoreOf(inputOfContact(contact, policy, dayOf(clock.now())), rankSignals),
    rescore,
    rescoreMany,
    scoreOf,

    /** Stores scores that changed, with the cause; part of the caller's transaction. */
    recordHistory: history.insertHistory,
    deleteOutdated: history.deleteOutdated,

    beginRun,
    /** Queues slices of a started run. */
    queueSlices,

    /** Queues the scoring of all contacts of an organization. */
    async rescoreAll(organizationId: OrganizationId, cause: runs.RunCause): Promise<void> {
      await queueSlices(organizationId, await db.tenant(organizationId, (tx) => beginRun(tx, cause)))
    },

    /** Scores one slice of a run; resumes after an interruption. */
    runSlice: (organizationId: OrganizationId, slice: number, signal?: AbortSignal): Promise<void> =>
      runSlice({ db, clock, events, policyOf, rescoreOne }, organizationId, slice, signal),

    /** Explanation of a contact's score. @throws {AppError} not_found */
    explain: (context: Context, contactId: string): Promise<ScoreExplanation> =>
      db.tenant(context.organizationId, async (tx) => {
        const contact = await contacts.readDetail(tx, contactId)
        const entries = await history.listHistory(tx, contactId)
        const input = await inputOf(tx, contact)
        const ranking = explainRanking(await findRanking(tx, contactId), input.policy)
        if (contact.nineDScore === null) return { ...UNSCORED, history: entries, ranking }
        const { calibration } = input.policy
        const outcomes = calibration ? await runs.findCalibrationOutcomes(tx, calibration.version) : undefined
        return { ...explainScore(input, contact.signals, outcomes ?? null), history: entries, ranking }
      }),

    /**
     * Adds twelve months of past scores for the sample people of a demo workspace, whose records were all found at
     * once.
     */
    async fillPastScores(context: Context): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        for (const id of await listScoredIds(tx, 1000)) {
          await fillPastScores(tx, id, await inputOf(tx, await contacts.readDetail(tx, id)), clock.now())
        }
      })
    },
  }
}
export type ScoresService = ReturnType<typeof scoresService>

const MONTHS = 11

/** Fills the months before `now` with scores from today's signals. */
async function fillPastScores(tx: TenantTx, contactId: string, input: ScoreInput, now: Date): Promise<void> {
  const months = Array.from({ length: MONTHS }, (_, i) => dayOf(monthsBefore(now, MONTHS - i)))
  const pastScores = months.map((today) => ({
    at: `${today}T12:00:00Z`,
    result: scoreContact(pastInput(input, today)),
  }))
  await insertPastScores(tx, contactId, pastScores)
}

function monthsBefore(now: Date, months: number): Date {
  const day = new Date(now)
  day.setUTCMonth(day.getUTCMonth() - months)
  return day
}

/** Input as of an earlier day, without later events. */
function pastInput(input: ScoreInput, today: string): ScoreInput {
  return { ...input, today, signals: input.signals.filter(({ eventDate }) => eventDate <= today) }
}
