import { commonSpelling, latinLetters, romanized } from '../identity/name-spellings.ts'
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
  const untitled = withoutTitles(writtenWords(name))
  const names = joinServantNames(untitled).filter((word) => word.length > 1 && !PARTICLES.has(word))
  const words = names.length > 1 ? names : untitled.filter((word) => word.length > 1)
  return words.slice(0, MAX_WORDS).map(commonSpelling)
}

/** The initials of a name: `v` in `V. Malenko`. */
export function initialsOf(name: string): string[] {
  return writtenWords(name).filter((word) => word.length === 1)
}

/** Words in Latin letters; `ViktorMalenko` without a space has two. */
function writtenWords(name: string): string[] {
  const spaced = /\s/.test(name.trim()) ? name : name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return nameWords(spaced).map(latinLetters)
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
export const KEYS_VERSION = 4

const START = 2
const MAX_SYLLABLE_LENGTH = 6
const MIN_WHOLE_LENGTH = 5

/**
 * Keys of a listed name. It shares one with `searchKeys` of similar names in any word order: one word sounds equal and
 * another similar, or has its initial. Titles don't count. A name of one or two words has a key for the sound of the
 * whole.
 */
export function listedKeys(name: string): string[] {
  return nameKeys(
    name,
    (initial) => `${initial}~`,
    (sound) => `${sound.charAt(0)}.`,
  )
}

/** Keys to search a name by. */
export function searchKeys(name: string): string[] {
  return nameKeys(
    name,
    (initial) => `${initial}.`,
    (sound) => `${sound.charAt(0)}~`,
  )
}

type KeyForm = (sound: string) => string

function nameKeys(name: string, initialForm: KeyForm, firstForm: KeyForm): string[] {
  const words = listedWords(name)
  const initials = initialsOf(name).map((initial) => initialForm(soundOf(initial)))
  const keys = [words, ...joinedSyllables(words)].flatMap((all) => {
    const sounds = [...new Set(all.flatMap(shortForms))].map(wordSound)
    return sounds.flatMap((sound, i) => {
      const others = sounds.filter((_, j) => i !== j)
      return [...others.flatMap((other) => [...formsOf(other), firstForm(other)]), ...initials].map(
        (form) => `${sound}|${form}`,
      )
    })
  })
  return [...new Set([...keys, ...wholeKeys(words)])]
}

const wordSound = (word: string): string => soundOf(romanized(word))

/** `abdulhanif` may go by `hanif`. */
function shortForms(word: string): string[] {
  return /^abdul.{4}/.test(word) ? [word, word.slice('abdul'.length)] : [word]
}

/** The parts of a sound that survive a typing error: its beginning, its two ends, or all but the first letter. */
function formsOf(sound: string): string[] {
  return [sound.slice(0, START), `${sound.charAt(0)}-${sound.slice(-1)}`, `-${sound.slice(1)}`]
}

/** `viktormalenko` without a space is found in either order. */
function wholeKeys(words: readonly string[]): string[] {
  if (words.length > 2 || words.join('').length < MIN_WHOLE_LENGTH) return []
  return [words, words.toReversed()].map((all) => `=${wordSound(all.join(''))}`)
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
