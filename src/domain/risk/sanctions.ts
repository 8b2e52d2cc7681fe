import { initialsOf, type ListedName, listedWords } from '../enrichment/listed-name.ts'
import { isCommonFirstName, isCommonLastName } from '../identity/common-names.ts'
import { consonantsOf, romanize } from '../identity/name-spellings.ts'
import { isNickname } from '../identity/nicknames.ts'
import { editDistance, isTypo, jaroWinkler } from '../identity/similarity.ts'
import type { PersonName } from '../signals/name-match.ts'
import type { SanctionsMatch, SanctionsScreening } from './risk-data.ts'

/** Limits, chosen by judgment to show an agent too many matches rather than too few. */
const LIMITS = {
  /** Minimum similarity of equal names. */
  minEqual: 0.95,
  /** Minimum similarity of similar names. */
  minSimilar: 0.9,
  /** Minimum similarity of each pair of words, because an equal first name alone makes long names similar. */
  minWord: 0.8,
  /** Minimum similarity of each pair of words in names that only sound alike. */
  minPhonetic: 0.92,
  /** Allowed difference between years of birth. */
  maxYearDifference: 1,
  /** Maximum number of matches. */
  maxMatches: 5,
} as const

/** Similarity of words with equal romanization, and of words of `minLetters` or more that share their consonants. */
const PHONETIC = { equal: 0.98, similar: 0.93, minLetters: 4 } as const

/** The list's candidates for one person; `failed` if the search failed. */
export type SanctionsListResponse =
  | { loaded: true; listDate: string | null; candidates: readonly ListedName[] }
  | { loaded: false }
  | 'failed'

type ScreenedPerson = PersonName & { birthYear: number | null }

/** Compares a person with the list's candidates. `screenedAt` is an ISO 8601 time. */
export function screenPerson(
  person: ScreenedPerson,
  list: SanctionsListResponse,
  screenedAt: string,
): SanctionsScreening {
  if (list === 'failed' || !list.loaded) {
    const why = list === 'failed' ? 'failed' : 'no_list'
    return { status: 'not_run', why, listDate: null, screenedAt: null, matches: [] }
  }
  const matches = matchesOf(person, list.candidates)
  const status = matches.length > 0 ? 'possible_match' : 'no_match'
  return { status, why: null, listDate: list.listDate, screenedAt, matches }
}

/** The best match of each entry of the list, most relevant first. */
function matchesOf(person: ScreenedPerson, candidates: readonly ListedName[]): SanctionsMatch[] {
  const searchName = namePartsOf(`${person.firstName} ${person.lastName}`)
  const bestByEntry = new Map<string, SanctionsMatch>()
  for (const candidate of candidates) {
    const match = matchOf(searchName, person.birthYear, candidate)
    const previous = bestByEntry.get(candidate.entityNumber)
    if (match && (!previous || compareMatches(match, previous) < 0))
      bestByEntry.set(candidate.entityNumber, match)
  }
  return [...bestByEntry.values()].sort(compareMatches).slice(0, LIMITS.maxMatches)
}

function compareMatches(a: SanctionsMatch, b: SanctionsMatch): number {
  if (a.strength !== b.strength) return a.strength === 'potential' ? -1 : 1
  return b.similarity - a.similarity
}

type NameParts = { words: readonly string[]; initials: readonly string[] }

const namePartsOf = (name: string): NameParts => ({ words: listedWords(name), initials: initialsOf(name) })

function matchOf(
  searchName: NameParts,
  birthYear: number | null,
  candidate: ListedName,
): SanctionsMatch | null {
  const listedName = namePartsOf(candidate.name)
  const [words, otherWords] = alignJoinedWords(searchName.words, listedName.words)
  const similarity = wordsSimilarity(words, otherWords)
  const birthYearFits = yearFits(birthYear, candidate.birthYears)
  const isSimilar =
    similarity >= LIMITS.minSimilar && (birthYearFits !== null || matchesWithoutBirthYear(words, otherWords))
  const isVariant = () =>
    isNameVariant(words, otherWords, birthYearFits) ||
    isAbbreviated(searchName, listedName) ||
    isAbbreviated(listedName, searchName)
  // A shorter or only similar name with a different year of birth has two differences.
  if (birthYearFits === false ? similarity < LIMITS.minEqual : !isSimilar && !isVariant()) return null
  const isCertain = similarity >= LIMITS.minEqual && birthYearFits === true && candidate.strength !== 'weak'
  return {
    entityNumber: candidate.entityNumber,
    name: candidate.name,
    kind: candidate.kind,
    program: candidate.program,
    similarity: Math.round(similarity * 1000) / 1000,
    birthYearFits,
    strength: isCertain && words.length > 1 ? 'potential' : 'weak',
  }
}

function yearFits(birthYear: number | null, listedYears: readonly number[]): boolean | null {
  if (birthYear === null || listedYears.length === 0) return null
  return listedYears.some((year) => Math.abs(year - birthYear) <= LIMITS.maxYearDifference)
}

/** Joins words in each name that the other writes as one. */
function alignJoinedWords(
  a: readonly string[],
  b: readonly string[],
): [readonly string[], readonly string[]] {
  return [joinWordsLike(b, a), joinWordsLike(a, b)]
}

/** Joins adjacent words that the model writes as one in any spelling: `Seung Ho`, `Seungho`. */
function joinWordsLike(model: readonly string[], words: readonly string[]): readonly string[] {
  const joinedWordFor = (parts: readonly string[]) =>
    model.find((word) => hasSameRomanization(word, parts.join('')))
  // A name written as one word can be in either order.
  if (model.length === 1 && words.length === 2 && joinedWordFor(words.toReversed())) return model
  for (const [index] of words.entries()) {
    for (const count of [3, 2]) {
      const parts = words.slice(index, index + count)
      const joinedWord = parts.length === count ? joinedWordFor(parts) : undefined
      if (joinedWord !== undefined) return joinWordsLike(model, words.toSpliced(index, count, joinedWord))
    }
  }
  return words
}

function hasSameRomanization(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 2 && romanize(a) === romanize(b)
}

/** Similarity of two full names, 0..1. */
export function nameSimilarity(a: string, b: string): number {
  return wordsSimilarity(...alignJoinedWords(listedWords(a), listedWords(b)))
}

/**
 * Jaro–Winkler over the words in alphabetical order. Names with the same number of words are also compared by their
 * most similar words, because another first letter (`Qaddafi`, `Gaddafi`) changes the order, and by sound, because
 * transliterations differ in many letters.
 */
function wordsSimilarity(wordsA: readonly string[], wordsB: readonly string[]): number {
  const count = Math.min(wordsA.length, wordsB.length)
  const isSingle = Math.max(wordsA.length, wordsB.length) === 1
  const isLongSingle = isSingle && [...wordsA, ...wordsB].every((word) => word.length >= MIN_TYPO_LENGTH)
  if (count < 2 && !isLongSingle) return 0
  const pairs = pairNames(wordsA, wordsB)
  if (pairs.some(({ similarity }) => similarity < LIMITS.minWord)) return 0
  const sortedSimilarity = jaroWinkler([...wordsA].sort().join(' '), [...wordsB].sort().join(' '))
  if (wordsA.length !== wordsB.length) return sortedSimilarity
  const joinSide = (at: 0 | 1) => pairs.map(({ words }) => words[at]).join(' ')
  return Math.max(sortedSimilarity, jaroWinkler(joinSide(0), joinSide(1)), phoneticSimilarity(pairs))
}

type Pair = { words: [string, string]; similarity: number }

/** Average similarity of word pairs, weighted by length, if every pair sounds alike; otherwise 0. */
function phoneticSimilarity(pairs: readonly Pair[]): number {
  const letters = pairs.reduce((sum, { words }) => sum + words[0].length, 0)
  const total = pairs.reduce((sum, { words, similarity }) => sum + words[0].length * similarity, 0)
  return pairs.every(({ similarity }) => similarity >= LIMITS.minPhonetic) ? total / letters : 0
}

/**
 * True if one name is another form of the other, as in everyday use: shorter, or with a nickname. With an unknown year
 * of birth, only rare names count.
 */
function isNameVariant(
  words: readonly string[],
  otherWords: readonly string[],
  birthYearFits: boolean | null,
): boolean {
  if (Math.min(words.length, otherWords.length) < 2) return false
  const pairs = pairNames(words, otherWords)
  if (birthYearFits) return pairs.every(({ similarity }) => similarity === 1)
  const isRare = !isCommonName(words.length < otherWords.length ? words : otherWords)
  const isOtherForm = words.length !== otherWords.length || pairs.some(({ similarity }) => similarity === 1)
  return isRare && isOtherForm && pairs.every(({ words: [word, other] }) => isSameWord(word, other))
}

/** True if a name is rare and has initials for other words of the longer name: `V. Malenko`. */
function isAbbreviated({ words, initials }: NameParts, { words: otherWords }: NameParts): boolean {
  if (
    initials.length === 0 ||
    words.length === 0 ||
    words.length >= otherWords.length ||
    isCommonName(words)
  ) {
    return false
  }
  const pairs = pairNames(words, otherWords)
  const unpairedWords = otherWords.filter((other) => !pairs.some(({ words: [, paired] }) => paired === other))
  return (
    pairs.every(({ words: [word, other] }) => isSameWord(word, other)) &&
    initials
      .slice(0, unpairedWords.length)
      .every((initial) => unpairedWords.some((other) => other.startsWith(initial)))
  )
}

/**
 * True if two similar names match without a year of birth. Common names must be equal; rare names may differ by typing
 * errors or transliteration, but not like `Lukashenko` and `Lukashevich`.
 */
function matchesWithoutBirthYear(words: readonly string[], otherWords: readonly string[]): boolean {
  if (isCommonName(words)) return [...words].sort().join(' ') === [...otherWords].sort().join(' ')
  const pairs = pairNames(words, otherWords)
  return pairs.every(
    ({ words: [a, b] }) => a === b || phoneticWordSimilarity(a, b) > 0 || isWithinTypos(a, b),
  )
}

function isWithinTypos(a: string, b: string): boolean {
  const limit = Math.min(a.length, b.length) >= MIN_TYPO_LENGTH ? 2 : 1
  return editDistance(a, b, limit) <= limit
}

/** True if two words are equal up to transliteration or a typing error, or forms of one first name. */
function isSameWord(a: string, b: string): boolean {
  if (a === b || phoneticWordSimilarity(a, b) > 0 || isNickname(a, b)) return true
  return Math.min(a.length, b.length) >= MIN_TYPO_LENGTH && isTypo(a, b)
}
const MIN_TYPO_LENGTH = 5

function isCommonName(words: readonly string[]): boolean {
  return words.every((word) => isCommonFirstName(word) || isCommonLastName(word))
}

/** Pairs each word of the shorter name with the most similar unused word of the longer one. */
function pairNames(a: readonly string[], b: readonly string[]): Pair[] {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  const unused = [...longer]
  return shorter.map((word) => {
    let best = { index: 0, similarity: -1 }
    for (const [index, other] of unused.entries()) {
      const similarity = wordSimilarity(word, other)
      if (similarity > best.similarity) best = { index, similarity }
    }
    return { words: [word, unused.splice(best.index, 1)[0] ?? ''], similarity: best.similarity }
  })
}

function wordSimilarity(a: string, b: string): number {
  return a === b ? 1 : Math.max(jaroWinkler(a, b), phoneticWordSimilarity(a, b))
}

/** Similarity of two words by sound; 0 for common names, which are different names: Baker and Becker. */
function phoneticWordSimilarity(a: string, b: string): number {
  if ([a, b].some((word) => isCommonLastName(word) || isCommonFirstName(word))) return 0
  const [romanizedA, romanizedB] = [romanize(a), romanize(b)]
  if (romanizedA === romanizedB) return PHONETIC.equal
  // "Abdul Hanif" may be listed as Hanif.
  if (a.replace(/^abdul(?=.{4})/, '') === b || b.replace(/^abdul(?=.{4})/, '') === a) return PHONETIC.similar
  const isLong = Math.min(romanizedA.length, romanizedB.length) >= PHONETIC.minLetters
  return isLong && consonantsOf(romanizedA) === consonantsOf(romanizedB) ? PHONETIC.similar : 0
}

/** Entry number of a potential match that the previous screening didn't have; weak matches don't count. */
export function newPotentialMatch(
  previous: SanctionsScreening | null,
  current: SanctionsScreening,
): string | null {
  const potentialEntries = (screening: SanctionsScreening) =>
    screening.matches
      .filter(({ strength }) => strength === 'potential')
      .map(({ entityNumber }) => entityNumber)
  const previousEntries = new Set(previous ? potentialEntries(previous) : [])
  return potentialEntries(current).find((entityNumber) => !previousEntries.has(entityNumber)) ?? null
}
