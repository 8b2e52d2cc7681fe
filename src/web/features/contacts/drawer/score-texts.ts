import type { ScoreExplanation } from '#contract/score.ts'
import { capitalize, formatDay, formatMonth, formatPercent } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category-style.ts'

type ExplainedSignal = ScoreExplanation['signals'][number]
type WhatIf = ScoreExplanation['whatIfs'][number]

/** Points that fill a spoke when no category has more. */
const FULL_SPOKE = 60

/** Length of a spoke, 0..1: so that a small score draws small spokes and the largest one never leaves the rim. */
export function spokeLength(points: number, maxPoints: number): number {
  return points / Math.max(FULL_SPOKE, maxPoints)
}

/** What a signal rests on, in a word that names no life event. */
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
  DO1: 'facts of the home',
  DO2: 'end of the last role',
  DB4: 'loan record',
  DA2: 'change in the household',
  DM2: 'change of surname',
  DP1: 'education',
  DT1: 'new position',
  DT2: 'new position',
  DS1: 'notice for the county',
}

export function evidenceNounOf({
  ruleId,
  recordKind,
}: Pick<ExplainedSignal['evidence'], 'ruleId' | 'recordKind'>): string {
  return RULE_NOUNS[ruleId ?? ''] ?? RECORD_NOUNS[recordKind ?? ''] ?? 'record'
}

export interface CounterfactualLine {
  key: string
  /** `Without the filing`, `If a newer address turned up`. */
  text: string
  /** The category it is about, if it is about one. */
  about: string | null
  /** What there would be: `75`, `65 % chance`. */
  becomes: string
  /** Against the score now, `−16`; null where only the chance changes. */
  difference: string | null
}

const WHAT_IFS: Record<WhatIf['kind'], string> = {
  moved: 'If a newer address turned up',
  not_moved: 'If the newer address were wrong',
  listed: 'If the home were listed for sale',
  not_listed: 'If the home were not listed for sale',
}

/** What would change the score, one line each: every live signal left out, and the questions about the home. */
export function counterfactualLines(
  why: Pick<ScoreExplanation, 'score' | 'signals' | 'counterfactuals' | 'whatIfs'>,
): CounterfactualLine[] {
  const now = why.score ?? 0
  const evidence = new Map(why.signals.map((signal) => [signal.id, signal.evidence]))
  const named = why.counterfactuals.map(({ signalId, category, without }) => {
    const known = evidence.get(signalId)
    return { signalId, category, without, known, noun: known ? evidenceNounOf(known) : 'signal' }
  })
  const withoutLines = named.map(({ signalId, category, without, known, noun }): CounterfactualLine => {
    // The date tells two records of one kind apart.
    const several = named.filter((other) => other.noun === noun && other.category === category).length > 1
    const day = several && known ? ` of ${formatDay(known.eventDate)}` : ''
    return {
      key: signalId,
      text: `Without the ${noun}${day}`,
      about: categoryLabel(category),
      becomes: String(without),
      difference: differenceText(without - now),
    }
  })
  const whatIfLines = why.whatIfs.map(
    ({ kind, score, chance }): CounterfactualLine => ({
      key: kind,
      text: WHAT_IFS[kind],
      about: null,
      becomes: score === now ? `${formatPercent(chance)} chance` : String(score),
      difference: score === now ? null : differenceText(score - now),
    }),
  )
  return [...withoutLines, ...whatIfLines]
}

function differenceText(difference: number): string {
  if (difference === 0) return '±0'
  return difference > 0 ? `+${difference}` : `−${-difference}`
}

/** The months of the peak: `May 2027 – May 2028`, or one month. */
export function peakText(peakFrom: string, peakTo: string): string {
  const from = formatMonth(peakFrom)
  const to = formatMonth(peakTo)
  return from === to ? from : `${from} – ${to}`
}

/** Bands of the score whose leaving is worth a word. */
const BANDS = [75, 50, 25]

/** When the score is highest, when it leaves its bands and when nothing is left, if nothing new is found. */
export function forecastTexts(why: Pick<ScoreExplanation, 'ahead' | 'signals'>): string[] {
  const { ahead } = why
  const [now] = ahead
  if (!now || ahead.every(({ score }) => score === 0)) return []
  const top = ahead.reduce((best, month) => (month.score > best.score ? month : best))
  const after = ahead.slice(ahead.indexOf(top))
  const left = BANDS.filter((band) => top.score >= band).flatMap((band) => {
    const from = after.find(({ score }) => score < band)
    return from ? [`under ${band} from ${formatMonth(from.at)}`] : []
  })
  const ends = why.signals.flatMap(({ live, expiresAt }) => (live && expiresAt ? [expiresAt] : []))
  const end = ends.sort().at(-1)
  return [
    top === now ? `Highest now, at ${top.score}.` : `Highest in ${formatMonth(top.at)}, at ${top.score}.`,
    ...(left.length > 0 ? [`${capitalize(left.join(', '))}.`] : []),
    ...(end ? [`The last live signal is gone by ${formatMonth(end)}.`] : []),
  ]
}
