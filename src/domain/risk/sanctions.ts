import type { ListedName } from '../enrichment/listed-name.ts'
import { jaroWinkler } from '../identity/similarity.ts'
import { nameWords, type PersonName } from '../signals/name-match.ts'
import { commonSpelling } from './name-spellings.ts'
import type { SanctionsMatch, SanctionsScreening } from './risk-data.ts'

/** Limits of the comparison. Judgement, on the side of showing too much to a person rather than too little. */
const LIMITS = {
  /** From here two names are as good as the same. */
  same: 0.95,
  /** From here they are alike. */
  alike: 0.9,
  /** Each word must find a word at least this like it: an equal first name alone makes long names look alike. */
  word: 0.8,
  /** Years by which two years of birth may differ. */
  birthYears: 1,
  /** So many are shown. */
  matches: 5,
} as const

/** The list as it was asked for one person; `failed` where it could not be. */
export type ListAnswer =
  | { loaded: true; listDate: string | null; candidates: readonly ListedName[] }
  | { loaded: false }
  | 'failed'

type Screened = PersonName & { birthYear: number | null }

/** Looks for a person among the names of the list that were found for them. `screenedAt` is a moment, ISO 8601. */
export function screen(person: Screened, list: ListAnswer, screenedAt: string): SanctionsScreening {
  if (list === 'failed' || !list.loaded) {
    const why = list === 'failed' ? 'failed' : 'no_list'
    return { status: 'not_run', why, listDate: null, screenedAt: null, matches: [] }
  }
  const matches = matchesOf(person, list.candidates)
  const status = matches.length > 0 ? 'possible_match' : 'no_match'
  return { status, why: null, listDate: list.listDate, screenedAt, matches }
}

/** The best match of each entry of the list, those to look at first on top. */
function matchesOf(person: Screened, candidates: readonly ListedName[]): SanctionsMatch[] {
  const name = `${person.firstName} ${person.lastName}`
  const best = new Map<string, SanctionsMatch>()
  for (const listed of candidates) {
    const match = matchOf(name, person.birthYear, listed)
    const other = best.get(listed.entityNumber)
    if (match && (!other || firstToLookAt(match, other) < 0)) best.set(listed.entityNumber, match)
  }
  return [...best.values()].sort(firstToLookAt).slice(0, LIMITS.matches)
}

function firstToLookAt(a: SanctionsMatch, b: SanctionsMatch): number {
  if (a.strength !== b.strength) return a.strength === 'potential' ? -1 : 1
  return b.similarity - a.similarity
}

function matchOf(name: string, birthYear: number | null, listed: ListedName): SanctionsMatch | null {
  const similarity = nameSimilarity(name, listed.name)
  const birthYearFits = yearFits(birthYear, listed.birthYears)
  const isShorterForm = birthYearFits === true && isPartOf(name, listed.name)
  if (similarity < LIMITS.alike && !isShorterForm) return null
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
 * How like two full names are, 0..1: Jaro–Winkler over their folded words in alphabetical order, without initials and
 * generation suffixes, each in its common spelling. Names of equally many words are compared word beside most similar
 * word too, since another first letter (`Qaddafi`, `Gaddafi`) puts them elsewhere in the alphabet.
 */
export function nameSimilarity(a: string, b: string): number {
  const [wordsA, wordsB] = [comparableWords(a), comparableWords(b)]
  if (wordsA.length < 2 || wordsB.length < 2) return 0
  const pairs = wordsA.length <= wordsB.length ? paired(wordsA, wordsB) : paired(wordsB, wordsA)
  if (pairs.some(([word, other]) => jaroWinkler(word, other) < LIMITS.word)) return 0
  const sorted = jaroWinkler([...wordsA].sort().join(' '), [...wordsB].sort().join(' '))
  if (wordsA.length !== wordsB.length) return sorted
  const side = (at: 0 | 1) => pairs.map((pair) => pair[at]).join(' ')
  return Math.max(sorted, jaroWinkler(side(0), side(1)))
}

/** Whether every word of a name, two at least, is in a longer one: lists write out what people leave away. */
function isPartOf(name: string, longer: string): boolean {
  const words = comparableWords(name)
  const others = new Set(comparableWords(longer))
  return words.length > 1 && words.every((word) => others.has(word))
}

function comparableWords(name: string): string[] {
  return nameWords(name)
    .filter((word) => word.length > 1)
    .map(commonSpelling)
}

/** Each word of the shorter name beside the most similar one of the longer that is still free. */
function paired(shorter: readonly string[], longer: readonly string[]): [string, string][] {
  const free = [...longer]
  return shorter.map((word) => {
    let best = 0
    for (let i = 1; i < free.length; i++) {
      if (jaroWinkler(word, free[i] ?? '') > jaroWinkler(word, free[best] ?? '')) best = i
    }
    return [word, free.splice(best, 1)[0] ?? '']
  })
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
