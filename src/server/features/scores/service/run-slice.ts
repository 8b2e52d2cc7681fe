import { setTimeout as wait } from 'node:timers/promises'
import { scoreContact } from '#domain/score/score.ts'
import type { ScorePolicy, ScoreResult } from '#domain/score/score-input.ts'
import { signalStrength } from '#domain/score/signal-strength.ts'
import { categoryBits } from '#domain/signals/categories.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { BATCH_SIZE, MAX_PAUSE_MS } from '../limits.ts'
import {
  type ChangedScore,
  type ChangedSignal,
  listScored,
  type ScoredRow,
  writeScores,
} from '../store/batch.ts'
import { insertHistory } from '../store/history.ts'
import { advanceSlice, finishSlice, lockSlice, type SliceRow } from '../store/runs.ts'
import { inputOfRow, rankScoreOf, ratingsOf, scoreColumnsOf } from './score-input.ts'

type SliceDeps = Pick<Platform, 'db' | 'clock' | 'events'> & {
  policyOf(tx: TenantTx): Promise<ScorePolicy>
  /** Scores one contact, waiting for its lock. */
  rescoreOne(tx: TenantTx, contactId: string, cause: string): Promise<void>
}

/**
 * Continues a slice of a run to its end. Repeating it, from any process, changes nothing; `signal` stops it with an
 * error between batches.
 */
export async function runSlice(
  deps: SliceDeps,
  organizationId: OrganizationId,
  slice: number,
  signal?: AbortSignal,
): Promise<void> {
  let isDone = false
  while (!isDone) {
    signal?.throwIfAborted()
    isDone = await deps.db.tenant(organizationId, (tx) => runBatch(deps, tx, slice))
    if (!isDone) await yieldToRequests()
  }
}

/** Scores one batch and stores the progress in one transaction. @returns true if the slice is done */
async function runBatch(deps: SliceDeps, tx: TenantTx, slice: number): Promise<boolean> {
  const run = await lockSlice(tx, slice)
  if (!run) return true
  const rows = await listScored(tx, { afterId: run.afterId, lastId: run.lastId, limit: BATCH_SIZE })
  const lastRow = rows.at(-1)
  if (!lastRow) {
    await endSlice(deps, tx, run)
    return true
  }
  const now = deps.clock.now()
  const policy = await deps.policyOf(tx)
  const changes = scoreBatch(rows, { today: dayOf(now), policy, sameModel: run.sameModel })
  const writtenIds = new Set(changes.contacts.length > 0 ? await writeScores(tx, changes, now) : [])
  const results = changes.results.filter(({ contactId }) => writtenIds.has(contactId))
  await insertHistory(tx, results, run.cause)
  const deferredIds = changes.contacts.flatMap(({ id }) => (writtenIds.has(id) ? [] : [id]))
  const changed = changes.contacts.filter(({ id, columns }) => columns && writtenIds.has(id)).length
  await advanceSlice(tx, slice, { afterId: lastRow.id, deferredIds, changed })
  return false
}

/** Scores contacts that were locked before; the last slice of a run publishes the change. */
async function endSlice({ rescoreOne, events }: SliceDeps, tx: TenantTx, run: SliceRow): Promise<void> {
  for (const id of run.deferredIds.toSorted()) await rescoreOne(tx, id, run.cause)
  const { isRunOver, changed } = await finishSlice(tx, run.slice)
  if (isRunOver && changed > 0) events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
}

/** Gives requests priority: the pause grows with the event loop lag. */
async function yieldToRequests(): Promise<void> {
  const start = performance.now()
  await wait(1)
  const lagMs = performance.now() - start - 1
  if (lagMs > 10) await wait(Math.min(MAX_PAUSE_MS, lagMs))
}

type BatchChanges = {
  contacts: ChangedScore[]
  signals: ChangedSignal[]
  /** Results that may differ from the newest ones in the history. */
  results: { contactId: string; result: ScoreResult }[]
}

/**
 * Scores rows of a run. With `sameModel`, unchanged scores have unchanged reasons, so their history needs no entry.
 * @returns only differences from the stored scores
 */
function scoreBatch(
  rows: readonly ScoredRow[],
  options: { today: string; policy: ScorePolicy; sameModel: boolean },
): BatchChanges {
  const changes: BatchChanges = { contacts: [], signals: [], results: [] }
  for (const row of rows) {
    const input = inputOfRow(row, options.policy, options.today)
    const result = scoreContact(input)
    const rankScore = rankScoreOf(input, row.rankSignals)
    const signals = changedSignals(row, result)
    const columns = hasNewColumns(row, result) || row.rankScore !== rankScore
    const hasNewReasons =
      !options.sameModel || row.nineDScore !== result.score || signals.some(({ isShare }) => isShare)
    if (!columns && signals.length === 0 && !hasNewReasons) continue
    changes.contacts.push({ id: row.id, version: row.version, ...scoreColumnsOf(result, rankScore), columns })
    if (hasNewReasons) changes.results.push({ contactId: row.id, result })
    for (const { isShare: _, ...signal } of signals) changes.signals.push(signal)
  }
  return changes
}

/** Compares with the stored columns, which have single precision for chance and lift. */
function hasNewColumns(row: ScoredRow, result: ScoreResult): boolean {
  return (
    row.nineDScore !== result.score ||
    Math.fround(row.moveChance ?? Number.NaN) !== Math.fround(result.chance) ||
    Math.fround(row.moveLift ?? Number.NaN) !== Math.fround(result.lift) ||
    row.signalStrength !== signalStrength(result.score) ||
    row.signalsDetected !== result.signalsDetected ||
    row.liveSignals !== categoryBits(result.liveCategories) ||
    row.topSignal !== result.topSignal ||
    row.listedForSale !== result.listedForSale
  )
}

/** Signals with a new rating; `isShare` when their points changed. */
function changedSignals(row: ScoredRow, result: ScoreResult): (ChangedSignal & { isShare: boolean })[] {
  const storedById = new Map((row.signals ?? []).map((signal) => [signal.id, signal]))
  return ratingsOf(row.signals ?? [], result).flatMap(({ id, score, metadata }) => {
    const previous = storedById.get(id)
    const previousMetadata = previous?.metadata ?? {}
    const isNew = Object.entries(metadata).some(([key, value]) => previousMetadata[key] !== value)
    if (!isNew && previous?.score === score) return []
    return [{ id, contactId: row.id, score, metadata, isShare: previousMetadata.points !== metadata.points }]
  })
}
