import { type Document, plainText } from '../documentation/document.ts'
import { countWords, indexTexts, rarity, relevance, type TextIndex } from './text-index.ts'
import { isTypoOf } from './vocabulary.ts'
import { wordsOf } from './words.ts'

/** A section of the documentation that answers can quote; its blocks are plain text. */
export type Passage = { title: string; slug: string; heading: string; blocks: readonly string[] }

type IndexedPassage = {
  passage: Passage
  counts: ReadonlyMap<string, number>
  length: number
  isOpening: boolean
  headingWords: ReadonlySet<string>
}

/** The search index of all passages. */
export type PassageIndex = TextIndex<IndexedPassage>

/**
 * Boosts. A word of a section's example questions counts `question` times. The first section of a document introduces
 * its subject, which suits short questions. A namesake is a section whose heading has exactly the words of the question.
 */
const WEIGHTS = { question: 3, opening: 1.12, namesake: 1.12 }
/** Share of the question's words, weighted by rarity, that a passage must contain to count as an answer. */
const MIN_COVERAGE = 0.55
/** That share if the question has all words of the heading, which makes the section its subject. */
const MIN_SUBJECT_COVERAGE = 0.35
/** The share that counts when no passage has that much, and how many of the question's words it needs then. */
const MIN_PARTIAL_COVERAGE = 0.36
const MIN_PARTIAL_WORDS = 2
/** Long questions have words that no passage about their subject has. */
const LONG_QUESTION = { words: 7, coverage: 0.24, covered: 3 }
/** Share of its rarity that a word counts which no passage has: it may be chat, a name or another word for the subject. */
const UNKNOWN_SHARE = 0.45
/** Known words that a question needs for that. */
const MIN_KNOWN = 2
/** Share of the best score that a second passage needs to be added. */
const MIN_SECOND_SHARE = 0.75

/** Indexes every section of the documents. */
export function indexPassages(documents: readonly Document[]): PassageIndex {
  return indexTexts(
    documents.flatMap(({ title, slug, sections }) =>
      sections.map(({ heading, blocks, questions = '' }, at) => {
        const passage = { title, slug, heading, blocks: blocks.map(plainText) }
        const { counts, length } = countWords({ title, heading, body: passage.blocks.join(' ') })
        for (const word of new Set(wordsOf(questions)))
          counts.set(word, (counts.get(word) ?? 0) + WEIGHTS.question)
        const headingWords = new Set(wordsOf(heading))
        return { passage, counts, length, isOpening: at === 0, headingWords }
      }),
    ),
  )
}

/** The passages that answer a question, best first; empty when none fits well enough. */
export function findPassages(
  index: PassageIndex,
  question: string,
  { isStrict = false }: { isStrict?: boolean } = {},
): Passage[] {
  for (const pattern of DIFFERENCE_PATTERNS) {
    const terms = pattern.exec(question)
    if (!terms) continue
    const [, first = '', second = ''] = terms
    const [one] = rankPassages(index, first, isStrict)
    const [other] = rankPassages(index, second, isStrict)
    const [bestPassage] = rankPassages(index, `${first} ${second}`, isStrict)
    const headingWords = new Set(wordsOf(bestPassage?.heading ?? ''))
    const isCovered = wordsOf(`${first} ${second}`).every((word) => headingWords.has(word))
    if (isCovered && bestPassage) return rankPassages(index, `${first} ${second}`, isStrict)
    if (one && other && one !== other) return [one, other]
  }
  return rankPassages(index, question, isStrict)
}

/** "The difference between a signal and a tag", "how is a signal different from a tag". */
const DIFFERENCE_PATTERNS = [
  /\b(?:diff(?:erence)?s? between|(?:same|different) as) (?:an? |the |being )?([\w' -]{2,40}?) (?:and|vs|versus|or) (?:an? |the |being |just )?([\w' -]{2,40}?)[?.!]*$/i,
  /\b(?:is|are|does|do) (?:an? |the |my )?([\w' -]{2,40}?) (?:any )?(?:different|differ) (?:from|than|to) (?:an? |the |my )?([\w' -]{2,40}?)[?.!]*$/i,
]

function rankPassages(index: PassageIndex, question: string, isStrict: boolean): Passage[] {
  const questionWords = [...new Set(wordsOf(question).map((word) => indexedWord(index, word)))]
  const weights = new Map(questionWords.map((word) => [word, 1]))
  const unknown = questionWords.filter((word) => !index.documentFrequency.has(word))
  const isKnown = questionWords.length - unknown.length >= MIN_KNOWN
  const totalRarity =
    rarity(index, questionWords) - (isKnown ? (1 - UNKNOWN_SHARE) * rarity(index, unknown) : 0)
  if (totalRarity === 0) return []
  const entriesWith = (minShare: (entry: IndexedPassage) => number, minWords: number) =>
    index.entries.filter((entry) => {
      const covered = questionWords.filter((word) => entry.counts.has(word))
      const isHeading = covered.some((word) => /\D/.test(word) && entry.headingWords.has(word))
      return (
        (covered.length >= minWords || (isHeading && covered.length > 0)) &&
        rarity(index, covered) >= totalRarity * minShare(entry)
      )
    })
  const isSubject = ({ headingWords }: IndexedPassage) =>
    headingWords.size > 0 && [...headingWords].every((word) => questionWords.includes(word))
  const answering = entriesWith((entry) => (isSubject(entry) ? MIN_SUBJECT_COVERAGE : MIN_COVERAGE), 1)
  const rankedPassages = (
    answering.length > 0 || isStrict
      ? answering
      : questionWords.length >= LONG_QUESTION.words
        ? entriesWith(() => LONG_QUESTION.coverage, LONG_QUESTION.covered)
        : entriesWith(() => MIN_PARTIAL_COVERAGE, MIN_PARTIAL_WORDS)
  )
    .map((entry) => ({ entry, score: relevance(index, entry, weights) * boostOf(entry, questionWords) }))
    .sort((first, second) => second.score - first.score)
  const best = rankedPassages[0]?.score ?? 0
  return rankedPassages
    .slice(0, 2)
    .filter(({ score }) => score >= best * MIN_SECOND_SHARE)
    .map(({ entry }) => entry.passage)
}

/** Tells if the documentation has every word of a text. */
export function hasAllWords(index: PassageIndex | undefined, text: string): boolean {
  return index !== undefined && wordsOf(text).every((word) => index.documentFrequency.has(word))
}

/** Shortest word that is checked for typos. */
const MIN_TYPO_LENGTH = 4

/** The word, or the word of the documentation that it misspells. */
function indexedWord({ documentFrequency }: PassageIndex, word: string): string {
  if (documentFrequency.has(word) || word.length < MIN_TYPO_LENGTH) return word
  for (const known of documentFrequency.keys())
    if (known.length >= MIN_TYPO_LENGTH && isTypoOf(word, known)) return known
  return word
}

function boostOf({ isOpening, headingWords }: IndexedPassage, queryWords: readonly string[]): number {
  const isNamesake =
    headingWords.size === queryWords.length && queryWords.every((word) => headingWords.has(word))
  return (isOpening ? WEIGHTS.opening : 1) * (isNamesake ? WEIGHTS.namesake : 1)
}
