import { featuresOf, shareOf } from './evidence-features.ts'
import { BIAS, WEIGHTS } from './evidence-weights.ts'
import type { Token, WordsOfText } from './words.ts'

/** Token range of a sentence (`to` exclusive) and how strongly its words suggest a violation. */
export type SentenceScore = { from: number; to: number; score: number }

let weights: ReadonlyMap<string, number> | undefined

/**
 * Scores each sentence by the words, word kinds and neighbors that separate refused from clean texts in the corpus.
 * Scores above 0 read more like a refused text. Names are ignored. scripts/train-guard.ts learns the weights.
 */
export function scoreSentences(
  { tokens }: WordsOfText,
  nameTokens: ReadonlySet<Token> = new Set(),
): SentenceScore[] {
  weights ??= readWeights()
  const scores: SentenceScore[] = []
  let from = 0
  while (from < tokens.length) {
    let to = from
    while (tokens[to]?.sentence === tokens[from]?.sentence && to < tokens.length) to++
    const said = tokens.slice(from, to).filter((token) => !nameTokens.has(token))
    const features = featuresOf(said.map(({ word }) => word))
    let sum = 0
    for (const feature of features) sum += weights.get(feature) ?? 0
    scores.push({ from, to, score: sum * shareOf(features) + BIAS })
    from = to
  }
  return scores
}

function readWeights(): ReadonlyMap<string, number> {
  const read = new Map<string, number>()
  for (const line of WEIGHTS.trim().split('\n')) {
    const [weight = '0', ...features] = line.split('|')
    for (const feature of features) read.set(feature, Number(weight))
  }
  return read
}
