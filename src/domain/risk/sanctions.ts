import { initialsOf, type ListedName, listedWords } from '../enrichment/listed-name.ts'
import { isCommonFirstName, isCommonLastName } from '../identity/common-names.ts'
import { romanized, skeleton } from '../identity/name-spellings.ts'
import { isNickname } from '../identity/nicknames.ts'
import { editDistance, isTypo, jaroWinkler } from '../identity/similarity.ts'
import type { PersonName } from '../signals/name-match.ts'
import type { SanctionsMatch, SanctionsScreening } from './risk-data.ts'

/** Limits chosen by judgment, to show an agent too much rather than too little. */
const LIMITS = {
  /** Names this similar count as equal. */
  same: 0.95,
  /** Names this similar count as alike. */
  alike: 0.9,
  /** Minimum similarity of each pair of words, because an equal first name alone makes long names look alike. */
  word: 0.8,
  /** Minimum similarity of each pair of words in names that only sound alike. */
  spoken: 0.92,
  /** Allowed difference between years of birth. */
  birthYears: 1,
  /** Matches shown. */
  matches: 5,
} as const

/** Similarity of words with equal romanization, and of words with `letters` or more that share their consonants. */
const PHONETIC = { same: 0.98, alike: 0.93, letters: 4 } as const

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
  const asked = namePartsOf(`${person.firstName} ${person.lastName}`)
  const best = new Map<string, SanctionsMatch>()
  for (const listed of candidates) {
    const match = matchOf(asked, person.birthYear, listed)
    const other = best.get(listed.entityNumber)
    if (match && (!other || compareMatches(match, other) < 0)) best.set(listed.entityNumber, match)
  }
  return [...best.values()].sort(compareMatches).slice(0, LIMITS.matches)
}

function compareMatches(a: SanctionsMatch, b: SanctionsMatch): number {
  if (a.strength !== b.strength) return a.strength === 'potential' ? -1 : 1
  return b.similarity - a.similarity
}

type NameParts = { words: readonly string[]; initials: readonly string[] }

const namePartsOf = (name: string): NameParts => ({ words: listedWords(name), initials: initialsOf(name) })

function matchOf(asked: NameParts, birthYear: number | null, listed: ListedName): SanctionsMatch | null {
  const full = namePartsOf(listed.name)
  const [words, others] = comparedWords(asked.words, full.words)
  const similarity = wordsSimilarity(words, others)
  const birthYearFits = yearFits(birthYear, listed.birthYears)
  const isLike = similarity >= LIMITS.alike && (birthYearFits !== null || isRareOrSlip(words, others))
  const isForm = () =>
    isOtherForm(words, others, birthYearFits) || isInitialed(asked, full) || isInitialed(full, asked)
  // A shorter or only similar name with a different year of birth has two differences.
  if (birthYearFits === false ? similarity < LIMITS.same : !isLike && !isForm()) return null
  const isCertain = similarity >= LIMITS.same && birthYearFits === true && listed.strength !== 'weak'
  return {
    entityNumber: listed.entityNumber,
    name: listed.name,
    kind: listed.kind,
    program: listed.program,
    similarity: Math.round(similarity * 1000) / 1000,
    birthYearFits,
    strength: isCertain && words.length > 1 ? 'potential' : 'weak',
  }
}

function yearFits(birthYear: number | null, listed: readonly number[]): boolean | null {
  if (birthYear === null || listed.length === 0) return null
  return listed.some((year) => Math.abs(year - birthYear) <= LIMITS.birthYears)
}

/** Joins in both names the words that one of them writes together. */
function comparedWords(a: readonly string[], b: readonly string[]): [readonly string[], readonly string[]] {
  return [joinLike(b, a), joinLike(a, b)]
}

/** Joins adjacent words that the model has as one, apart from spelling: `Seung Ho`, `Seungho`. */
function joinLike(model: readonly string[], words: readonly string[]): readonly string[] {
  const wholeOf = (parts: readonly string[]) => model.find((word) => isSpelledLike(word, parts.join('')))
  // A name in one word has either order.
  if (model.length === 1 && words.length === 2 && wholeOf(words.toReversed())) return model
  for (const [at] of words.entries()) {
    for (const count of [3, 2]) {
      const parts = words.slice(at, at + count)
      const whole = parts.length === count ? wholeOf(parts) : undefined
      if (whole !== undefined) return joinLike(model, words.toSpliced(at, count, whole))
    }
  }
  return words
}

function isSpelledLike(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 2 && romanized(a) === romanized(b)
}

/** Similarity of two full names, 0..1. */
export function nameSimilarity(a: string, b: string): number {
  return wordsSimilarity(...comparedWords(listedWords(a), listedWords(b)))
}

/**
 * Jaro–Winkler over the words in alphabetical order. Names with the same number of words are also compared by their
 * most similar words, because another first letter (`Qaddafi`, `Gaddafi`) changes the order, and by sound, because
 * transliterations differ in many letters.
 */
function wordsSimilarity(wordsA: readonly string[], wordsB: readonly string[]): number {
  const count = Math.min(wordsA.length, wordsB.length)
  const isSingle = Math.max(wordsA.length, wordsB.length) === 1
  const isLongSingle = isSingle && [...wordsA, ...wordsB].every((word) => word.length >= MIN_SLIP_LENGTH)
  if (count < 2 && !isLongSingle) return 0
  const pairs = pairNames(wordsA, wordsB)
  if (pairs.some(({ likeness }) => likeness < LIMITS.word)) return 0
  const sorted = jaroWinkler([...wordsA].sort().join(' '), [...wordsB].sort().join(' '))
  if (wordsA.length !== wordsB.length) return sorted
  const side = (at: 0 | 1) => pairs.map(({ words }) => words[at]).join(' ')
  return Math.max(sorted, jaroWinkler(side(0), side(1)), spokenSimilarity(pairs))
}

type Pair = { words: [string, string]; likeness: number }

/** Average likeness of words, weighted by length, if every pair is equal or sounds so; else 0. */
function spokenSimilarity(pairs: readonly Pair[]): number {
  const letters = pairs.reduce((sum, { words }) => sum + words[0].length, 0)
  const total = pairs.reduce((sum, { words, likeness }) => sum + words[0].length * likeness, 0)
  return pairs.every(({ likeness }) => likeness >= LIMITS.spoken) ? total / letters : 0
}

/**
 * Tells if one name is another form of the other, as in everyday use: shorter, or with a nickname. With an unknown year
 * of birth it must be a rare name.
 */
function isOtherForm(
  words: readonly string[],
  others: readonly string[],
  birthYearFits: boolean | null,
): boolean {
  if (Math.min(words.length, others.length) < 2) return false
  const pairs = pairNames(words, others)
  if (birthYearFits) return pairs.every(({ likeness }) => likeness === 1)
  const isRare = !isCommonName(words.length < others.length ? words : others)
  const isShorter = words.length !== others.length || pairs.some(({ likeness }) => likeness === 1)
  return isRare && isShorter && pairs.every(({ words: [word, other] }) => isSameWord(word, other))
}

/** Tells if a name is rare and has initials in place of the other's further words: `V. Malenko`. */
function isInitialed({ words, initials }: NameParts, { words: others }: NameParts): boolean {
  if (initials.length === 0 || words.length === 0 || words.length >= others.length || isCommonName(words)) {
    return false
  }
  const pairs = pairNames(words, others)
  const rest = others.filter((other) => !pairs.some(({ words: [, paired] }) => paired === other))
  return (
    pairs.every(({ words: [word, other] }) => isSameWord(word, other)) &&
    initials.slice(0, rest.length).every((initial) => rest.some((other) => other.startsWith(initial)))
  )
}

/**
 * Tells if two similar names match without a year of birth. Common names must be equal; rare names may differ by typing
 * errors or transliteration, but not like `Lukashenko` and `Lukashevich`.
 */
function isRareOrSlip(words: readonly string[], others: readonly string[]): boolean {
  if (isCommonName(words)) return [...words].sort().join(' ') === [...others].sort().join(' ')
  const pairs = pairNames(words, others)
  return pairs.every(({ words: [a, b] }) => a === b || spokenLikeness(a, b) > 0 || isNear(a, b))
}

function isNear(a: string, b: string): boolean {
  const limit = Math.min(a.length, b.length) >= MIN_SLIP_LENGTH ? 2 : 1
  return editDistance(a, b, limit) <= limit
}

/** Tells if two words are equal up to transliteration or a typing error, or forms of one first name. */
function isSameWord(a: string, b: string): boolean {
  if (a === b || spokenLikeness(a, b) > 0 || isNickname(a, b)) return true
  return Math.min(a.length, b.length) >= MIN_SLIP_LENGTH && isTypo(a, b)
}
const MIN_SLIP_LENGTH = 5

function isCommonName(words: readonly string[]): boolean {
  return words.every((word) => isCommonFirstName(word) || isCommonLastName(word))
}

/** Pairs each word of the shorter name with the most similar unused word of the longer one. */
function pairNames(a: readonly string[], b: readonly string[]): Pair[] {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  const free = [...longer]
  return shorter.map((word) => {
    let best = { at: 0, likeness: -1 }
    for (const [at, other] of free.entries()) {
      const likeness = wordLikeness(word, other)
      if (likeness > best.likeness) best = { at, likeness }
    }
    return { words: [word, free.splice(best.at, 1)[0] ?? ''], likeness: best.likeness }
  })
}

function wordLikeness(a: string, b: string): number {
  return a === b ? 1 : Math.max(jaroWinkler(a, b), spokenLikeness(a, b))
}

/** Similarity of two words by sound; 0 for common names, which are different names: Baker and Becker. */
function spokenLikeness(a: string, b: string): number {
  if ([a, b].some((word) => isCommonLastName(word) || isCommonFirstName(word))) return 0
  const [spokenA, spokenB] = [romanized(a), romanized(b)]
  if (spokenA === spokenB) return PHONETIC.same
  // "Abdul Hanif" may go by Hanif.
  if (a.replace(/^abdul(?=.{4})/, '') === b || b.replace(/^abdul(?=.{4})/, '') === a) return PHONETIC.alike
  const isLong = Math.min(spokenA.length, spokenB.length) >= PHONETIC.letters
  return isLong && skeleton(spokenA) === skeleton(spokenB) ? PHONETIC.alike : 0
}

/** Entry number of a potential match that was not in the screening before; weak matches don't count. */
export function newPotentialMatch(before: SanctionsScreening | null, now: SanctionsScreening): string | null {
  const potential = (screening: SanctionsScreening) =>
    screening.matches
      .filter(({ strength }) => strength === 'potential')
      .map(({ entityNumber }) => entityNumber)
  const known = new Set(before ? potential(before) : [])
  return potential(now).find((entityNumber) => !known.has(entityNumber)) ?? null
}
