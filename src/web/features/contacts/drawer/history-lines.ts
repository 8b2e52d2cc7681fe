import type { ScoreExplanation } from '#contract/score.ts'
import { capitalize, formatMomentDay } from '#web/lib/format.ts'
import { causeText } from '../score-causes.ts'

type HistoryEntry = ScoreExplanation['history'][number]

/** A step of the curve in words. */
interface HistoryLine {
  /** Of the last score of the step. */
  at: string
  /** `Nov 12, 2026`, or the days from the first to the last of several. */
  days: string
  /** `58 → 75` */
  scores: string
  cause: string
}

/**
 * The steps of a curve, the newest first. What fades does so a little almost every night: such steps in the same
 * direction are one line. `history` is oldest first.
 */
export function historyLines(history: readonly HistoryEntry[]): HistoryLine[] {
  const steps: { from: number | null; first: HistoryEntry; last: HistoryEntry }[] = []
  history.forEach((entry, i) => {
    const from = history[i - 1]?.score ?? null
    const before = steps.at(-1)
    if (before && isContinuation(before, entry)) before.last = entry
    else steps.push({ from, first: entry, last: entry })
  })
  return steps.map(lineOf).reverse()
}

function isContinuation(
  step: { from: number | null; first: HistoryEntry; last: HistoryEntry },
  next: HistoryEntry,
): boolean {
  if (step.last.cause !== 'faded' || next.cause !== 'faded' || step.from === null) return false
  return Math.sign(step.last.score - step.from) === Math.sign(next.score - step.last.score)
}

function lineOf({
  from,
  first,
  last,
}: {
  from: number | null
  first: HistoryEntry
  last: HistoryEntry
}): HistoryLine {
  const [begin, end] = [formatMomentDay(first.at), formatMomentDay(last.at)]
  return {
    at: last.at,
    days: begin === end ? end : `${begin} – ${end}`,
    scores: scoresText(from, last),
    cause: capitalize(causeText(last.cause) ?? last.cause),
  }
}

function scoresText(from: number | null, { score: to, cause }: HistoryEntry): string {
  if (cause === 'merged') return `Score of both: ${to}`
  if (from === null) return `First score: ${to}`
  if (from !== to) return `${from} → ${to}`
  // Without a live signal there are no reasons that could have changed, and of the past none are told.
  return to === 0 || cause === 'backfilled' ? `Stayed at ${to}` : `Stayed at ${to}, its reasons changed`
}
