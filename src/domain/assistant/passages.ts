import { type Document, plainText } from '../documentation/document.ts'
import { wordsOf } from './words.ts'

/** A section of the documentation that answers can quote; its blocks are plain text. */
export type Passage = { title: string; slug: string; heading: string; blocks: readonly string[] }

type IndexedPassage = {
  passage: Passage
  /** Weighted word counts; words of heading and title count more. */
  counts: ReadonlyMap<string, number>
  length: number
  isOpening: boolean
  headingWords: ReadonlySet<string>
}

/** The search index of all passages. */
export type PassageIndex = {
  entries: readonly IndexedPassage[]
  /** Number of passages that contain a word. */
  documentFrequency: ReadonlyMap<string, number>
  averageLength: number
}

/**
 * Boosts. The first section of a document introduces its subject, which suits short questions. A namesake is a section
 * whose heading has exactly the words of the question.
 */
const WEIGHTS = { heading: 4, asked: 3, title: 2, opening: 1.12, namesake: 1.12 }
/** BM25: `k1` saturates repetition, `b` penalizes long passages. */
const BM25 = { k1: 1.2, b: 0.5 }
/** Share of the question's words, weighted by rarity, that a passage must contain to count as an answer. */
const MIN_COVERAGE = 0.55
/** Share of the best score that a second passage needs to be added. */
const MIN_SECOND_SHARE = 0.75

/** Indexes every section of the documents. */
export function indexPassages(documents: readonly Document[]): PassageIndex {
  const entries = documents.flatMap(({ title, slug, sections }) =>
    sections.map(({ heading, blocks, asked }, at) => ({
      ...indexPassage({ title, slug, heading, blocks: blocks.map(plainText) }, asked),
      isOpening: at === 0,
    })),
  )
  const documentFrequency = new Map<string, number>()
  for (const { counts } of entries) {
    for (const word of counts.keys()) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1)
  }
  const total = entries.reduce((sum, { length }) => sum + length, 0)
  return { entries, documentFrequency, averageLength: total / Math.max(1, entries.length) }
}

function indexPassage(passage: Passage, asked = ''): Omit<IndexedPassage, 'isOpening'> {
  const counts = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  const body = passage.blocks.join(' ')
  add(body, 1)
  add(passage.heading, WEIGHTS.heading)
  add(passage.title, WEIGHTS.title)
  for (const word of new Set(wordsOf(asked))) counts.set(word, (counts.get(word) ?? 0) + WEIGHTS.asked)
  return { passage, counts, length: wordsOf(body).length, headingWords: new Set(wordsOf(passage.heading)) }
}

/** The passages that answer a question, best first; empty when none fits well enough. */
export function findPassages(index: PassageIndex, question: string): Passage[] {
  const asked = [...new Set(wordsOf(question))]
  const all = asked.reduce((sum, word) => sum + rarity(index, word), 0)
  if (all === 0) return []
  const ranked = index.entries
    .map((entry) => ({ entry, ...fitOf(index, entry, asked) }))
    .filter(({ covered }) => covered / all >= MIN_COVERAGE)
    .sort((first, second) => second.score - first.score)
  const best = ranked[0]?.score ?? 0
  return ranked
    .slice(0, 2)
    .filter(({ score }) => score >= best * MIN_SECOND_SHARE)
    .map(({ entry }) => entry.passage)
}

/** Inverse document frequency of a word; unknown words are the rarest. */
function rarity({ entries, documentFrequency }: PassageIndex, word: string): number {
  const within = documentFrequency.get(word) ?? 0
  return Math.log(1 + (entries.length - within + 0.5) / (within + 0.5))
}

function fitOf(index: PassageIndex, entry: IndexedPassage, asked: readonly string[]) {
  const { counts, length, isOpening, headingWords } = entry
  let score = 0
  let covered = 0
  const held = BM25.k1 * (1 - BM25.b + (BM25.b * length) / index.averageLength)
  for (const word of asked) {
    const count = counts.get(word) ?? 0
    if (count === 0) continue
    const weight = rarity(index, word)
    covered += weight
    score += (weight * count * (BM25.k1 + 1)) / (count + held)
  }
  const isNamesake = headingWords.size === asked.length && asked.every((word) => headingWords.has(word))
  const weight = (isOpening ? WEIGHTS.opening : 1) * (isNamesake ? WEIGHTS.namesake : 1)
  return { score: score * weight, covered }
}
