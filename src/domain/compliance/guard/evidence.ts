import type { GuardData } from './guard-data.ts'
import type { Token } from './words.ts'

/** Number, token range (`to` exclusive) and features of a sentence. */
export type SentenceWords = { number: number; from: number; to: number; features: ReadonlySet<string> }

/** Sentences are weighed together up to this many words; the next passage begins after half of them. */
const PASSAGE_WORDS = 70
/** Number of letters compared; ROOT brings "retire" and "retiree" together. */
const STEM = 6
const ROOT = 4
const ENDING_PATTERN = /(?<=.{4})(?:ing|ed|es|s)$/

/**
 * Scores sentences together by the words, word kinds and neighboring kinds that separate refused from clean texts in
 * the corpus. Scores above 0 read more like a refused text.
 */
export function scoreOf(sentences: readonly SentenceWords[], { weights }: GuardData): number {
  const features = mergeFeatures(sentences)
  return sumOf(features, weights) * shareOf(features) + (weights.get('bias') ?? 0)
}

/** The sentence that adds most to the score of a passage. */
export function worstOf(sentences: readonly SentenceWords[], { weights }: GuardData): SentenceWords[] {
  const sums = sentences.map(({ features }) => sumOf(features, weights))
  return sentences.filter((_, index) => index === sums.indexOf(Math.max(...sums)))
}

/** Features of each sentence. Names are ignored. */
export function sentenceWordsOf(
  tokens: readonly Token[],
  names: ReadonlySet<Token>,
  kinds: ReadonlyMap<string, string>,
): SentenceWords[] {
  const starts = tokens.flatMap((token, at) => (token.sentence === tokens[at - 1]?.sentence ? [] : [at]))
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? tokens.length
    const words = tokens.slice(from, to).filter((token) => !names.has(token))
    return { number: tokens[from]?.sentence ?? 0, from, to, features: featuresOf(words, kinds) }
  })
}

/** Groups sentences into passages that overlap by half, so that every sentence is weighed with its neighbors. */
export function passagesOf(sentences: readonly SentenceWords[]): (readonly SentenceWords[])[] {
  const passages: (readonly SentenceWords[])[] = []
  let start = 0
  let lastEnd = 0
  while (start < sentences.length) {
    const end = endWithin(sentences, start, PASSAGE_WORDS)
    if (end > lastEnd) passages.push(sentences.slice(start, end))
    lastEnd = Math.max(lastEnd, end)
    start = endWithin(sentences, start, PASSAGE_WORDS / 2)
  }
  return passages
}

/** Index after the sentences from `start` that have at most `maxWords` together, and at least one sentence. */
function endWithin(sentences: readonly SentenceWords[], start: number, maxWords: number): number {
  const first = sentences[start]?.from ?? 0
  let end = start + 1
  while (end < sentences.length && (sentences[end]?.to ?? 0) - first <= maxWords) end++
  return end
}

export function mergeFeatures(sentences: readonly SentenceWords[]): ReadonlySet<string> {
  return new Set(sentences.flatMap(({ features }) => [...features]))
}

function sumOf(features: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const feature of features) sum += weights.get(feature) ?? 0
  return sum
}

/** Features of a sentence: its words, their roots and kinds, and pairs of neighboring kinds. */
function featuresOf(words: readonly Token[], kinds: ReadonlyMap<string, string>): ReadonlySet<string> {
  const features = new Set<string>()
  let last = '^'
  for (const { word } of words) {
    const wordWithoutApostrophes = word.replaceAll("'", '')
    const stem = /^\d/.test(wordWithoutApostrophes)
      ? '#'
      : wordWithoutApostrophes.replace(ENDING_PATTERN, '').slice(0, STEM)
    const kind = kinds.get(wordWithoutApostrophes) ?? stem
    features
      .add(stem)
      .add(kind)
      .add(`${wordWithoutApostrophes.slice(0, ROOT)}~`)
      .add(`${last} ${kind}`)
    last = kind
  }
  return features
}

/** Weight of one feature: smaller in long passages, and capped so that a few words never decide. */
export function shareOf(features: ReadonlySet<string>): number {
  return 1 / Math.sqrt(features.size + 10)
}
