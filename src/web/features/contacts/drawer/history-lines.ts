import type { ScoreExplanation } from '#contract/score.ts'
import { capitalize, formatMomentDay } from '#web/lib/format.ts'
import { causeText } from '../score-causes.ts'

type HistoryEntry = ScoreExplanation['history'][number]

/** One or more entries that read as one score change. */
interface Step {
  from: number | null
  first: HistoryEntry
  last: HistoryEntry
}

interface HistoryLine {
  /** Time of the step's last score. */
  at: string
  /** `Nov 12, 2026`, or a range of days. */
  days: string
  /** `58 → 75` */
  scores: string
  cause: string
}

/**
 * The score changes as text, newest first. Signals fade a little almost every night, so consecutive fading steps in the
 * same direction become one line. `history` is oldest first.
 */
export function historyLines(history: readonly HistoryEntry[]): HistoryLine[] {
  const steps: Step[] = []
  history.forEach((entry, index) => {
    const previousScore = history[index - 1]?.score ?? null
    const previousStep = steps.at(-1)
    if (previousStep && isContinuation(previousStep, entry)) previousStep.last = entry
    else steps.push({ from: previousScore, first: entry, last: entry })
  })
  return steps.map(lineOf).reverse()
}

function isContinuation(step: Step, next: HistoryEntry): boolean {
  if (step.last.cause !== 'faded' || next.cause !== 'faded' || step.from === null) return false
  return Math.sign(step.last.score - step.from) === Math.sign(next.score - step.last.score)
}

function lineOf({ from, first, last }: Step): HistoryLine {
  const [start, end] = [formatMomentDay(first.at), formatMomentDay(last.at)]
  return {
    at: last.at,
    days: start === end ? end : `${start} – ${end}`,
    scores: scoresText(from, last),
    cause: capitalize(causeText(last.cause) ?? last.cause),
  }
}

function scoresText(from: number | null, { score: to, cause }: HistoryEntry): string {
  if (cause === 'merged') return `Combined score: ${to}`
  if (from === null) return `First score: ${to}`
  if (from !== to) return `${from} → ${to}`
  // At 0 there are no reasons that could have changed; past scores were calculated without them.
  return to === 0 || cause === 'backfilled' ? `Stayed at ${to}` : `Stayed at ${to} (reasons changed)`
}
