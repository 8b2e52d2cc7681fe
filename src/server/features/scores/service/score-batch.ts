import { scoreContact } from '#domain/score/score.ts'
import type { ScorePolicy, ScoreResult } from '#domain/score/score-input.ts'
import { signalStrength } from '#domain/score/signal-strength.ts'
import type { ChangedScore, ChangedSignal, ScoredRow } from '../store/batch.ts'
import { pointsOf } from '../store/history.ts'
import { inputOfRow, signalColumns } from './score-input.ts'

type BatchChanges = { contacts: ChangedScore[]; signals: ChangedSignal[] }

/**
 * Scores rows of a run. With `sameModel`, unchanged scores have unchanged reasons, so their history needs no entry.
 * @returns only differences from the stored scores
 */
export function scoreBatch(
  rows: readonly ScoredRow[],
  at: { today: string; policy: ScorePolicy; sameModel: boolean },
): BatchChanges {
  const changes: BatchChanges = { contacts: [], signals: [] }
  for (const row of rows) {
    const result = scoreContact(inputOfRow(row, at.policy, at.today))
    const signals = changedSignals(row, result)
    const columns = hasNewColumns(row, result)
    const reasons = !at.sameModel || row.nineDScore !== result.score || signals.some(({ isShare }) => isShare)
    if (!columns && signals.length === 0 && !reasons) continue
    changes.contacts.push(changedScore(row, result, columns, reasons))
    for (const { isShare: _, ...signal } of signals) changes.signals.push(signal)
  }
  return changes
}

function changedScore(row: ScoredRow, result: ScoreResult, columns: boolean, reasons: boolean): ChangedScore {
  return {
    id: row.id,
    version: row.version,
    score: result.score,
    chance: result.chance,
    lift: result.lift,
    strength: signalStrength(result.score),
    detected: result.signalsDetected,
    top: result.topSignal,
    listed: result.listedForSale,
    columns,
    points: reasons ? pointsOf(result) : null,
  }
}

/** Compares with the stored columns, which have single precision for chance and lift. */
function hasNewColumns(row: ScoredRow, result: ScoreResult): boolean {
  return (
    row.nineDScore !== result.score ||
    Math.fround(row.moveChance ?? Number.NaN) !== Math.fround(result.chance) ||
    Math.fround(row.moveLift ?? Number.NaN) !== Math.fround(result.lift) ||
    row.signalStrength !== signalStrength(result.score) ||
    row.signalsDetected !== result.signalsDetected ||
    row.topSignal !== result.topSignal ||
    row.listedForSale !== result.listedForSale
  )
}

/** Signals with a new rating; `isShare` when their points changed. */
function changedSignals(row: ScoredRow, result: ScoreResult): (ChangedSignal & { isShare: boolean })[] {
  const stored = new Map((row.signals ?? []).map((signal) => [signal.id, signal]))
  return signalColumns(row.signals ?? [], result).flatMap(({ id, score, metadata }) => {
    const before = stored.get(id)
    const known = before?.metadata ?? {}
    const isNew = Object.entries(metadata).some(([key, value]) => known[key] !== value)
    if (!isNew && before?.score === score) return []
    return [{ id, contact_id: row.id, score, metadata, isShare: known.points !== metadata.points }]
  })
}
