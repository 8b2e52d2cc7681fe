import { wordsOf } from './words.ts'

type IndexedText = {
  /** Weighted word counts. */
  counts: ReadonlyMap<string, number>
  /** Words of the body. */
  length: number
}

/** Texts ready for ranking with BM25. */
export type TextIndex<T extends IndexedText> = {
  entries: readonly T[]
  /** Number of texts that contain a word. */
  documentFrequency: ReadonlyMap<string, number>
  averageLength: number
}

/** `k1` saturates repetition, `b` penalizes long texts. */
const BM25 = { k1: 1.2, b: 0.5 }

/** Counts the words of a section, with more weight on those of its heading and of the page's title. */
export function countWords(section: { title: string; heading: string; body: string }) {
  const counts = new Map<string, number>()
  const body = wordsOf(section.body)
  for (const [words, weight] of [
    [body, 1],
    [wordsOf(section.heading), 4],
    [wordsOf(section.title), 2],
  ] as const)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight)
  return { counts, length: body.length }
}

export function indexTexts<T extends IndexedText>(entries: readonly T[]): TextIndex<T> {
  const documentFrequency = new Map<string, number>()
  for (const { counts } of entries)
    for (const word of counts.keys()) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1)
  const total = entries.reduce((sum, { length }) => sum + length, 0)
  return { entries, documentFrequency, averageLength: total / Math.max(1, entries.length) }
}

/** Sum of the inverse document frequencies of some words; unknown words are the rarest. */
export function rarity<T extends IndexedText>(
  { entries, documentFrequency }: TextIndex<T>,
  words: Iterable<string>,
): number {
  let sum = 0
  for (const word of words) {
    const within = documentFrequency.get(word) ?? 0
    sum += Math.log(1 + (entries.length - within + 0.5) / (within + 0.5))
  }
  return sum
}

/** BM25 score of a text for weighted query words. */
export function relevance<T extends IndexedText>(
  index: TextIndex<T>,
  { counts, length }: T,
  weights: ReadonlyMap<string, number>,
): number {
  const saturation = BM25.k1 * (1 - BM25.b + (BM25.b * length) / index.averageLength)
  let score = 0
  for (const [word, weight] of weights) {
    const count = counts.get(word) ?? 0
    if (count > 0) score += (weight * rarity(index, [word]) * count * (BM25.k1 + 1)) / (count + saturation)
  }
  return score
}
