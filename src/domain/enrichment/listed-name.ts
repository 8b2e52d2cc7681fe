import { commonSpelling, romanize, toLatinLetters } from '../identity/name-spellings.ts'
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

/** Longer texts are probably lists of names. */
const MAX_WORDS = 10
const EARLIEST_BIRTH = 1850
const LATEST_BIRTH = 2100
/** Longer ranges say nothing about the year. */
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

/** Treats `Abd al-Rahman`, `Abdel Rahman` and `Abdulrahman` as one word. */
const ABD_PREFIX_PATTERN = /^abd(?:ul|el|al|il|ol|oul|ur|er|ar|us|as|ush)?$/
const ABD_COMPOUND_PATTERN = /^abd(?:ul|el|al|ol|oul|ur|ar|er)(?=[a-z]{4})/

/**
 * The words of a name for comparison: folded, without titles, particles, initials and generation suffixes, each in its
 * common spelling.
 */
export function listedWords(name: string): string[] {
  const untitledWords = withoutTitles(latinWords(name))
  const names = joinAbdNames(untitledWords).filter((word) => word.length > 1 && !PARTICLES.has(word))
  const words = names.length > 1 ? names : untitledWords.filter((word) => word.length > 1)
  return words.slice(0, MAX_WORDS).map(commonSpelling)
}

/** The initials of a name: `v` in `V. Malenko`. */
export function initialsOf(name: string): string[] {
  return latinWords(name).filter((word) => word.length === 1)
}

/** Words in Latin letters; splits `ViktorMalenko` into two. */
function latinWords(name: string): string[] {
  const spacedName = /\s/.test(name.trim()) ? name : name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return nameWords(spacedName).map(toLatinLetters)
}

/** Keeps at least two words, because King and Judge are names too. */
function withoutTitles(words: readonly string[]): readonly string[] {
  const untitledWords = words.filter((word, index) => !TITLES.has(word) || index === words.length - 1)
  const endsWithTitle = untitledWords.length > 2 && TITLES.has(untitledWords.at(-1) ?? '')
  return untitledWords.length > 1 ? untitledWords.slice(0, endsWithTitle ? -1 : undefined) : words
}

function joinAbdNames(words: readonly string[]): string[] {
  const result: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (!ABD_PREFIX_PATTERN.test(word)) {
      result.push(word.replace(ABD_COMPOUND_PATTERN, 'abdul'))
      continue
    }
    const offset = words.slice(index + 1).findIndex((candidate) => !PARTICLES.has(candidate))
    const nextName = words[index + 1 + offset]
    if (offset < 0 || offset > 1 || nextName === undefined || nextName.length < 3) result.push(word)
    else {
      result.push(`abdul${commonSpelling(nextName)}`)
      index += offset + 1
    }
  }
  return result
}

/** The words of a name in alphabetical order, for comparison. */
export function comparableName(name: string): string {
  return listedWords(name).sort().join(' ')
}

/** Increment when keys change, so that loaded lists are indexed again. */
export const KEYS_VERSION = 4

const SOUND_START_LENGTH = 2
const MAX_SYLLABLE_LENGTH = 6
const MIN_WHOLE_LENGTH = 5

/**
 * Keys of a listed name. It shares a key with `searchKeys` of similar names in any word order: one word sounds equal, and
 * another sounds similar or has its initial. Titles don't count. A name of one or two words also has a key for the sound
 * of the whole name.
 */
export function listedKeys(name: string): string[] {
  return nameKeys(
    name,
    (initial) => `${initial}~`,
    (sound) => `${sound.charAt(0)}.`,
  )
}

/** Keys to search for a name. */
export function searchKeys(name: string): string[] {
  return nameKeys(
    name,
    (initial) => `${initial}.`,
    (sound) => `${sound.charAt(0)}~`,
  )
}

type KeyForm = (sound: string) => string

function nameKeys(name: string, initialForm: KeyForm, firstLetterForm: KeyForm): string[] {
  const words = listedWords(name)
  const initials = initialsOf(name).map((initial) => initialForm(soundOf(initial)))
  const keys = [words, ...joinedSyllables(words)].flatMap((variant) => {
    const sounds = [...new Set(variant.flatMap(shortForms))].map(wordSound)
    return sounds.flatMap((sound, index) => {
      const otherSounds = sounds.filter((_, otherIndex) => index !== otherIndex)
      return [
        ...otherSounds.flatMap((other) => [...formsOf(other), firstLetterForm(other)]),
        ...initials,
      ].map((form) => `${sound}|${form}`)
    })
  })
  return [...new Set([...keys, ...wholeNameKeys(words)])]
}

const wordSound = (word: string): string => soundOf(romanize(word))

/** Variants of a word: `abdulhanif` may be listed as `hanif`. */
function shortForms(word: string): string[] {
  return /^abdul.{4}/.test(word) ? [word, word.slice('abdul'.length)] : [word]
}

/** Parts of a sound that survive a typing error: its start, its two ends, or all but the first letter. */
function formsOf(sound: string): string[] {
  return [sound.slice(0, SOUND_START_LENGTH), `${sound.charAt(0)}-${sound.slice(-1)}`, `-${sound.slice(1)}`]
}

/** Keys for a name written without a space, in both orders: `viktormalenko`. */
function wholeNameKeys(words: readonly string[]): string[] {
  if (words.length > 2 || words.join('').length < MIN_WHOLE_LENGTH) return []
  return [words, words.toReversed()].map((wordOrder) => `=${wordSound(wordOrder.join(''))}`)
}

/** Variants with two syllables joined: `Seung Ho`, `Seungho`. */
function joinedSyllables(words: readonly string[]): string[][] {
  if (words.length !== 3) return []
  const isSyllable = (word = '') => word.length <= MAX_SYLLABLE_LENGTH
  return [0, 1].flatMap((index) => {
    const [first, second] = [words[index], words[index + 1]]
    return isSyllable(first) && isSyllable(second)
      ? [[...words.slice(0, index), `${first}${second}`, ...words.slice(index + 2)]]
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
