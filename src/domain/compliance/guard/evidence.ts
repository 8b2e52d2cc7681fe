import type { GuardData } from './guard-data.ts'
import type { Token } from './words.ts'

/** Token range of a sentence (`to` exclusive) and how strongly its words suggest a violation. */
export type SentenceScore = { from: number; to: number; score: number }

/** Number of letters compared; ROOT brings "retire" and "retiree" together. */
const STEM = 6
const ROOT = 4
const ENDING = /(?<=.{4})(?:ing|ed|es|s)$/
/** How much the sentences before and after count, and the score up to which they do. */
const NEIGHBOR_SHARE = 0.3
const MAX_HINT = 2

/**
 * Scores each sentence by the words, word kinds and neighbors that separate refused from clean texts in the corpus.
 * Scores above 0 read more like a refused text; the sentences before and after count a little. Names are ignored.
 * scripts/train-guard.ts learns the weights.
 */
export function scoreSentences(
  tokens: readonly Token[],
  names: ReadonlySet<Token>,
  { kinds, weights }: GuardData,
): SentenceScore[] {
  const scores: SentenceScore[] = []
  let from = 0
  while (from < tokens.length) {
    let to = from
    while (tokens[to]?.sentence === tokens[from]?.sentence && to < tokens.length) to++
    const words = tokens.slice(from, to).filter((token) => !names.has(token))
    const features = featuresOf(
      words.map(({ word }) => word),
      kinds,
    )
    let sum = 0
    for (const feature of features) sum += weights.get(feature) ?? 0
    scores.push({ from, to, score: sum * shareOf(features) + (weights.get('bias') ?? 0) })
    from = to
  }
  return scores.map((sentence, index) => ({
    ...sentence,
    score: sentence.score + hintOf(scores[index - 1]) + hintOf(scores[index + 1]),
  }))
}

/** What a sentence says about its neighbors. */
function hintOf(neighbor: SentenceScore | undefined): number {
  return NEIGHBOR_SHARE * Math.max(-MAX_HINT, Math.min(MAX_HINT, neighbor?.score ?? 0))
}

/** Features of a sentence: its words, their roots and kinds, and pairs of neighboring kinds. */
export function featuresOf(
  words: readonly string[],
  kinds: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const features = new Set<string>()
  let last = '^'
  for (const word of words) {
    const plain = word.replaceAll("'", '')
    const stem = /^\d/.test(plain) ? '#' : plain.replace(ENDING, '').slice(0, STEM)
    const kind = kinds.get(plain) ?? stem
    features
      .add(stem)
      .add(kind)
      .add(`${plain.slice(0, ROOT)}~`)
      .add(`${last} ${kind}`)
    last = kind
  }
  return features
}

/** Weight of one feature: smaller in long sentences, and capped so that a few words never decide. */
export function shareOf(features: ReadonlySet<string>): number {
  return 1 / Math.sqrt(features.size + 10)
}
