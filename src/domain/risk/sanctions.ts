import { type ListedName, listedWords } from '../enrichment/listed-name.ts'
import { isCommonFirstName, isCommonLastName } from '../identity/common-names.ts'
import { romanized, skeleton } from '../identity/name-spellings.ts'
import { editDistance, isTypo, jaroWinkler } from '../identity/similarity.ts'
import type { PersonName } from '../signals/name-match.ts'
import type { SanctionsMatch, SanctionsScreening } from './risk-data.ts'

/** Limits of the comparison. Judgement, on the side of showing too much to a person rather than too little. */
const LIMITS = {
  /** From here two names are as good as the same. */
  same: 0.95,
  /** From here they are alike. */
  alike: 0.9,
  /** Each word must find a word at least this like it: an equal first name alone makes long names look alike. */
  word: 0.8,
  /** Each word of two names that only sound alike must sound at least this like its other. */
  spoken: 0.92,
  /** Years by which two years of birth may differ. */
  birthYears: 1,
  /** So many are shown. */
  matches: 5,
} as const

/** Words that are the same in one romanization, and those of some letters that share their consonants. */
const SPOKEN = { same: 0.98, alike: 0.93, letters: 4 } as const

/** The list as it was asked for one person; `failed` where it could not be. */
export type SanctionsListResponse =
  | { loaded: true; listDate: string | null; candidates: readonly ListedName[] }
  | { loaded: false }
  | 'failed'

type ScreenedPerson = PersonName & { birthYear: number | null }

/** Looks for a person among the names of the list that were found for them. `screenedAt` is a moment, ISO 8601. */
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

/** The best match of each entry of the list, those to look at first on top. */
function matchesOf(person: ScreenedPerson, candidates: readonly ListedName[]): SanctionsMatch[] {
  const name = `${person.firstName} ${person.lastName}`
  const best = new Map<string, SanctionsMatch>()
  for (const listed of candidates) {
    const match = matchOf(name, person.birthYear, listed)
    const other = best.get(listed.entityNumber)
    if (match && (!other || compareMatches(match, other) < 0)) best.set(listed.entityNumber, match)
  }
  return [...best.values()].sort(compareMatches).slice(0, LIMITS.matches)
}

function compareMatches(a: SanctionsMatch, b: SanctionsMatch): number {
  if (a.strength !== b.strength) return a.strength === 'potential' ? -1 : 1
  return b.similarity - a.similarity
}

function matchOf(name: string, birthYear: number | null, listed: ListedName): SanctionsMatch | null {
  const similarity = nameSimilarity(name, listed.name)
  const birthYearFits = yearFits(birthYear, listed.birthYears)
  const isLike = similarity >= LIMITS.alike && (birthYearFits !== null || isRareOrSlip(name, listed.name))
  if (!isLike && !isShorterForm(name, listed.name, birthYearFits)) return null
  // A name that is only alike and another year of birth: two things speak against it.
  if (similarity < LIMITS.same && birthYearFits === false) return null
  const sure = similarity >= LIMITS.same && birthYearFits === true && listed.strength !== 'weak'
  return {
    entityNumber: listed.entityNumber,
    name: listed.name,
    kind: listed.kind,
    program: listed.program,
    similarity: Math.round(similarity * 1000) / 1000,
    birthYearFits,
    strength: sure ? 'potential' : 'weak',
  }
}

function yearFits(birthYear: number | null, listed: readonly number[]): boolean | null {
  if (birthYear === null || listed.length === 0) return null
  return listed.some((year) => Math.abs(year - birthYear) <= LIMITS.birthYears)
}

/**
 * How like two full names are, 0..1: Jaro–Winkler over their words in alphabetical order, as `listedWords` has them. Names
 * of equally many words are compared word beside most similar word too, since another first letter (`Qaddafi`, `Gaddafi`)
 * puts them elsewhere in the alphabet; and as they sound, since transliterations differ in more letters than slips do.
 */
export function nameSimilarity(a: string, b: string): number {
  const [wordsA, wordsB] = [listedWords(a), listedWords(b)]
  if (wordsA.length < 2 || wordsB.length < 2) return 0
  // Given names are written apart, joined or with a hyphen: `Seung Ho`, `Seungho`.
  if (isSameJoined(wordsA, wordsB)) return 1
  const pairs = wordsA.length <= wordsB.length ? pairWords(wordsA, wordsB) : pairWords(wordsB, wordsA)
  if (pairs.some(({ likeness }) => likeness < LIMITS.word)) return 0
  const sorted = jaroWinkler([...wordsA].sort().join(' '), [...wordsB].sort().join(' '))
  if (wordsA.length !== wordsB.length) return sorted
  const side = (at: 0 | 1) => pairs.map(({ words }) => words[at]).join(' ')
  return Math.max(sorted, jaroWinkler(side(0), side(1)), spokenSimilarity(pairs))
}

type Pair = { words: [string, string]; likeness: number }

/** As good as alike where every word is the same or sounds the same. */
function spokenSimilarity(pairs: readonly Pair[]): number {
  const letters = pairs.reduce((sum, { words }) => sum + words[0].length, 0)
  const total = pairs.reduce((sum, { words, likeness }) => sum + words[0].length * likeness, 0)
  return pairs.every(({ likeness }) => likeness >= LIMITS.spoken) ? total / letters : 0
}

function isSameJoined(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === b.length) return false
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  const whole = [...shorter].sort().join(' ')
  return longer.slice(1).some((word, at) => {
    const rest = longer.filter((_, i) => i !== at && i !== at + 1)
    return [...rest, `${longer[at]}${word}`].sort().join(' ') === whole
  })
}

/**
 * Whether a name leaves out words of a longer one, as people do with what lists write out. Where the year of birth is
 * not known, that takes a name that few people have.
 */
function isShorterForm(name: string, listed: string, birthYearFits: boolean | null): boolean {
  if (birthYearFits === false) return false
  const [words, others] = [listedWords(name), listedWords(listed)]
  const [shorter, longer] = words.length < others.length ? [words, others] : [others, words]
  if (shorter.length < 2 || shorter.length === longer.length) return false
  const pairs = pairWords(shorter, longer)
  if (birthYearFits) return pairs.every(({ likeness }) => likeness === 1)
  return (
    !isCommonName(shorter) && pairs.every(({ words: [word, longerWord] }) => isSameWord(word, longerWord))
  )
}

/**
 * Whether two like names count where no year of birth does: names that many people have only word by word, others where
 * slips or transliterations lie between their words: `Lukashenko` and `Lukashevich` share no more than a beginning.
 */
function isRareOrSlip(name: string, listed: string): boolean {
  const [words, others] = [listedWords(name), listedWords(listed)]
  if (isCommonName(words)) return [...words].sort().join(' ') === [...others].sort().join(' ')
  if (isSameJoined(words, others)) return true
  const pairs = words.length <= others.length ? pairWords(words, others) : pairWords(others, words)
  return pairs.every(({ words: [a, b] }) => a === b || spokenLikeness(a, b) > 0 || isNear(a, b))
}

function isNear(a: string, b: string): boolean {
  const limit = Math.min(a.length, b.length) >= MIN_SLIP_LENGTH ? 2 : 1
  return editDistance(a, b, limit) <= limit
}

/** The same word, as another alphabet's letters or a slip have it. */
function isSameWord(a: string, b: string): boolean {
  return (
    a === b || spokenLikeness(a, b) > 0 || (Math.min(a.length, b.length) >= MIN_SLIP_LENGTH && isTypo(a, b))
  )
}
const MIN_SLIP_LENGTH = 5

function isCommonName(words: readonly string[]): boolean {
  return words.every((word) => isCommonFirstName(word) || isCommonLastName(word))
}

/** Each word of the shorter name beside the most similar one of the longer that is still free. */
function pairWords(shorter: readonly string[], longer: readonly string[]): Pair[] {
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

/** How alike two words sound; 0 for two frequent names, which are two names: Baker and Becker. */
function spokenLikeness(a: string, b: string): number {
  if ([a, b].some((word) => isCommonLastName(word) || isCommonFirstName(word))) return 0
  const [spokenA, spokenB] = [romanized(a), romanized(b)]
  if (spokenA === spokenB) return SPOKEN.same
  // "Abdul Hanif" is called Hanif.
  if (a.replace(/^abdul(?=.{4})/, '') === b || b.replace(/^abdul(?=.{4})/, '') === a) return SPOKEN.alike
  const isLong = Math.min(spokenA.length, spokenB.length) >= SPOKEN.letters
  return isLong && skeleton(spokenA) === skeleton(spokenB) ? SPOKEN.alike : 0
}

/** The list's entry number of a potential match that was not known before; weak ones are nobody's news. */
export function newPotentialMatch(before: SanctionsScreening | null, now: SanctionsScreening): string | null {
  const potential = (screening: SanctionsScreening) =>
    screening.matches
      .filter(({ strength }) => strength === 'potential')
      .map(({ entityNumber }) => entityNumber)
  const known = new Set(before ? potential(before) : [])
  return potential(now).find((entityNumber) => !known.has(entityNumber)) ?? null
}
