import type { ScoreExplanation } from '#contract/score.ts'
import { capitalize, formatDay, formatMonth, formatPercent } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category.tsx'

type ExplainedSignal = ScoreExplanation['signals'][number]
type WhatIf = ScoreExplanation['whatIfs'][number]

/** Points that fill a spoke when no category has more. */
const FULL_SPOKE = 60

/** Length of a spoke, 0..1; small scores draw small spokes, and the longest ends at the rim at most. */
export function spokeLength(points: number, maxPoints: number): number {
  return points / Math.max(FULL_SPOKE, maxPoints)
}

/** The categories that add points, most first. */
export function scoredPoints({ points }: Pick<ScoreExplanation, 'points'>): ScoreExplanation['points'] {
  return points.filter((entry) => entry.points > 0).sort((a, b) => b.points - a.points)
}

/** Above this chance a fraction `1-in-N` is too coarse. */
const MAX_ONE_IN_CHANCE = 0.35

/** The meaning of the score in one sentence: the chance that its signals lead to a move. */
export function meaningText({
  score,
  signalChance,
}: Pick<ScoreExplanation, 'score' | 'signalChance'>): string {
  if (score === null || signalChance === null) return 'Not scored yet'
  if (signalChance === 0) return 'No active signals'
  if (signalChance < 0.01) return 'Less than a 1-in-100 chance this leads to a move within 12 months'
  return signalChance < MAX_ONE_IN_CHANCE
    ? `About a 1-in-${Math.round(1 / signalChance)} chance this leads to a move within 12 months`
    : `About a ${formatPercent(signalChance)} chance that these signals lead to a move within 12 months`
}

/** Names for records that don't reveal the life event. */
const RECORD_NOUNS: Readonly<Record<string, string>> = {
  deed: 'deed',
  notice_of_default: 'filing',
  auction: 'filing',
  tax_lien: 'filing',
  bankruptcy: 'filing',
  dissolution: 'filing',
  probate: 'filing',
}
const RULE_NOUNS: Readonly<Record<string, string>> = {
  DO1: 'property facts',
  DO2: 'end of the last job',
  DB4: 'loan record',
  DA2: 'household change',
  DM2: 'last name change',
  DP1: 'education',
  DT1: 'new job',
  DT2: 'new job',
  DS1: 'county notice',
}

export function evidenceNounOf({
  ruleId,
  recordKind,
}: Pick<ExplainedSignal['evidence'], 'ruleId' | 'recordKind'>): string {
  return RULE_NOUNS[ruleId ?? ''] ?? RECORD_NOUNS[recordKind ?? ''] ?? 'record'
}

export interface CounterfactualLine {
  key: string
  /** `Without the filing`, `If we find a newer address`. */
  text: string
  /** Category label of the signal, if any. */
  category: string | null
  /** The resulting score or chance: `75`, `65% chance`. */
  newValue: string
  /** Difference from today's score: `−16`; null if only the chance changes. */
  difference: string | null
}

const WHAT_IFS: Record<WhatIf['kind'], string> = {
  moved: 'If we find a newer address',
  not_moved: 'If the newer address is wrong',
  listed: 'If the home is listed for sale',
  not_listed: "If the home isn't listed for sale",
}

/** One line per change: each active signal left out, then other facts about the home. */
export function counterfactualLines(
  explanation: Pick<ScoreExplanation, 'score' | 'signals' | 'counterfactuals' | 'whatIfs'>,
): CounterfactualLine[] {
  const currentScore = explanation.score ?? 0
  const evidence = new Map(explanation.signals.map((signal) => [signal.id, signal.evidence]))
  const changes = explanation.counterfactuals.map(({ signalId, category, without }) => {
    const record = evidence.get(signalId)
    return { signalId, category, without, record, noun: record ? evidenceNounOf(record) : 'signal' }
  })
  const withoutLines = changes.map(({ signalId, category, without, record, noun }): CounterfactualLine => {
    // The date distinguishes two records of one kind.
    const isAmbiguous =
      changes.filter((other) => other.noun === noun && other.category === category).length > 1
    const day = isAmbiguous && record ? ` dated ${formatDay(record.eventDate)}` : ''
    return {
      key: signalId,
      text: `Without the ${noun}${day}`,
      category: categoryLabel(category),
      newValue: String(without),
      difference: differenceText(without - currentScore),
    }
  })
  const whatIfLines = explanation.whatIfs.map(
    ({ kind, score, chance }): CounterfactualLine => ({
      key: kind,
      text: WHAT_IFS[kind],
      category: null,
      newValue: score === currentScore ? `${formatPercent(chance)} chance` : String(score),
      difference: score === currentScore ? null : differenceText(score - currentScore),
    }),
  )
  return [...withoutLines, ...whatIfLines]
}

function differenceText(difference: number): string {
  if (difference === 0) return '0'
  return difference > 0 ? `+${difference}` : `−${-difference}`
}

/** The months of the peak: `May 2027 – May 2028`, or one month. */
export function peakText(peakFrom: string, peakTo: string): string {
  const from = formatMonth(peakFrom)
  const to = formatMonth(peakTo)
  return from === to ? from : `${from} – ${to}`
}

/** Score bands; the forecast says when the score drops below each. */
const BANDS = [75, 50, 25]

/** Sentences on the forecast: the peak, the dates the score drops below each band, and the last expiry. */
export function forecastTexts(explanation: Pick<ScoreExplanation, 'ahead' | 'signals'>): string[] {
  const { ahead } = explanation
  const [currentMonth] = ahead
  if (!currentMonth || ahead.every(({ score }) => score === 0)) return []
  const peak = ahead.reduce((best, month) => (month.score > best.score ? month : best))
  const monthsAfterPeak = ahead.slice(ahead.indexOf(peak))
  const drops = BANDS.filter((band) => peak.score >= band).flatMap((band) => {
    const firstMonthBelow = monthsAfterPeak.find(({ score }) => score < band)
    return firstMonthBelow ? [`below ${band} from ${formatMonth(firstMonthBelow.at)}`] : []
  })
  const expiries = explanation.signals.flatMap(({ live, expiresAt }) =>
    live && expiresAt ? [expiresAt] : [],
  )
  const end = expiries.sort().at(-1)
  return [
    peak === currentMonth
      ? `Highest now, at ${peak.score}.`
      : `Highest in ${formatMonth(peak.at)}, at ${peak.score}.`,
    ...(drops.length > 0 ? [`${capitalize(drops.join(', '))}.`] : []),
    ...(end ? [`The last active signal expires ${formatMonth(end)}.`] : []),
  ]
}
