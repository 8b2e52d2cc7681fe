import { commonSpelling, romanized } from '../identity/name-spellings.ts'
import { soundOf } from '../identity/sound.ts'
import { nameWords } from '../signals/name-match.ts'

/** One name of an individual on a sanctions list. */
export type ListedName = {
  /** Entry number, shared by all names of the entry. */
  entityNumber: string
  name: string
  /** `aka` also, `fka` formerly, `nka` now known as. */
  kind: 'primary' | 'aka' | 'fka' | 'nka'
  /** Reliability of the name according to the list; null if not stated. */
  strength: 'strong' | 'weak' | null
  /** The sanctions programs, e.g. `SDGT; IRAN`. */
  program: string | null
  /** All years of birth on the list, ascending. */
  birthYears: number[]
}

/** Longer texts are lists of names. */
const MAX_WORDS = 10
const EARLIEST_BIRTH = 1850
const LATEST_BIRTH = 2100
/** A range longer than this says nothing about the year. */
const MAX_RANGE_YEARS = 20

/** Titles before names on lists and in address books, folded. */
const TITLES = new Set(
  (
    'mr mrs ms miss mx dr doctor prof professor rev reverend fr father sir dame lord lady hon honorable judge gen general ' +
    'maj major col colonel capt captain cpt lt lieutenant brig brigadier sgt sergeant cmdr commander adm admiral marshal ' +
    'minister president senator governor ambassador sheikh shaykh sheik shaikh shaikh haji hajji haj alhaj alhaji hadji hajj ' +
    'mullah mulla maulavi mawlawi molvi maulvi maulana mawlana qari ayatollah hojjatoleslam ustad ' +
    'eng engr engineer ing ingeniero lic licenciado sr sra srta senor senora don dona herr frau monsieur mme madame ' +
    'deputy former aka alias'
  ).split(' '),
)

/** Articles and words like "son of" between names, which are often omitted. */
const PARTICLES = new Set(
  (
    'al el ul ud ad as ash at an ar az bin ibn ben bint binti binte bn oglu ogly oghlu qizi kyzy de del de la las los da do ' +
    'dos das du di van von der den ten ter y e abu'
  ).split(' '),
)

/** `Abd al-Rahman`, `Abdel Rahman` and `Abdulrahman` are one word. */
const SERVANT = /^abd(?:ul|el|al|il|ol|oul|ur|er|ar|us|as|ush)?$/
const SERVANT_OF = /^abd(?:ul|el|al|ol|oul|ur|ar|er)(?=[a-z]{4})/

/**
 * The words of a name for comparison: folded, without titles, particles, initials and generation suffixes, each in its
 * common spelling.
 */
export function listedWords(name: string): string[] {
  const untitled = withoutTitles(nameWords(name))
  const names = joinServantNames(untitled).filter((word) => word.length > 1 && !PARTICLES.has(word))
  const words = names.length > 1 ? names : untitled.filter((word) => word.length > 1)
  return words.slice(0, MAX_WORDS).map(commonSpelling)
}

/** Keeps at least two words, because King and Judge are names too. */
function withoutTitles(words: readonly string[]): readonly string[] {
  const named = words.filter((word, at) => !TITLES.has(word) || at === words.length - 1)
  const isClosing = named.length > 2 && TITLES.has(named.at(-1) ?? '')
  return named.length > 1 ? named.slice(0, isClosing ? -1 : undefined) : words
}

function joinServantNames(words: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!SERVANT.test(word)) {
      joined.push(word.replace(SERVANT_OF, 'abdul'))
      continue
    }
    const next = words.slice(at + 1).findIndex((other) => !PARTICLES.has(other))
    const other = words[at + 1 + next]
    if (next < 0 || next > 1 || other === undefined || other.length < 3) joined.push(word)
    else {
      joined.push(`abdul${commonSpelling(other)}`)
      at += next + 1
    }
  }
  return joined
}

/** The words of a name in alphabetical order, for comparison. */
export function comparableName(name: string): string {
  return listedWords(name).sort().join(' ')
}

/** Increment when keys change, so that loaded lists are indexed again. */
export const KEYS_VERSION = 3

const START = 2
const MAX_SYLLABLE_LENGTH = 6

/**
 * Search keys that similar names share in any word order: one word sounds equal and another similar. Titles and initials
 * don't count; a single word has no key.
 */
export function nameKeys(name: string): string[] {
  const words = listedWords(name)
  return [...new Set([words, ...joinedSyllables(words)].flatMap(keysOfWords))]
}

function keysOfWords(words: readonly string[]): string[] {
  const sounds = [...new Set(words)].map((word) => soundOf(romanized(word)))
  return sounds.flatMap((sound, i) =>
    sounds.flatMap((other, j) => (i === j ? [] : formsOf(other).map((form) => `${sound}|${form}`))),
  )
}

/** The parts of a sound that survive a typing error: its beginning, its two ends, or all but the first letter. */
function formsOf(sound: string): string[] {
  return [sound.slice(0, START), `${sound.charAt(0)}-${sound.slice(-1)}`, `-${sound.slice(1)}`]
}

/** Variants with two syllables joined: `Seung Ho`, `Seungho`. */
function joinedSyllables(words: readonly string[]): string[][] {
  if (words.length !== 3) return []
  const isSyllable = (word = '') => word.length <= MAX_SYLLABLE_LENGTH
  return [0, 1].flatMap((at) => {
    const [one, two] = [words[at], words[at + 1]]
    return isSyllable(one) && isSyllable(two)
      ? [[...words.slice(0, at), `${one}${two}`, ...words.slice(at + 2)]]
      : []
  })
}

/** The years in a text about dates of birth: `10 Dec 1948`, `circa 1951`, `1955 to 1960` (every year of the range). */
export function birthYearsIn(text: string): number[] {
  const years = new Set<number>()
  for (const range of text.matchAll(/\b(\d{4})\b(?:\s*(?:to|-|–)\s*(?:[a-z]+\s+|\d{1,2}\s+)*(\d{4})\b)?/gi)) {
    const first = Number(range[1])
    const last = Number(range[2] ?? range[1])
    if (last - first > MAX_RANGE_YEARS || last < first) {
      addYear(years, first)
      addYear(years, last)
      continue
    }
    for (let year = first; year <= last; year++) addYear(years, year)
  }
  return [...years].sort((a, b) => a - b)
}

/** The years of birth in the remarks of an entry, from `DOB` or `alt. DOB` to the next semicolon. */
export function birthYearsInRemarks(remarks: string): number[] {
  const texts = [...remarks.matchAll(/\bDOB\b([^;]*)/gi)].map((match) => match[1] ?? '')
  return birthYearsIn(texts.join(' ; '))
}

function addYear(years: Set<number>, year: number): void {
  if (year >= EARLIEST_BIRTH && year <= LATEST_BIRTH) years.add(year)
}
