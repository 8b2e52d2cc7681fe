import { soundOf } from '../identity/sound.ts'
import { nameWords } from '../signals/name-match.ts'

/** One name of an individual on a sanctions list. */
export type ListedName = {
  /** The number of the entry: its names share it. */
  entityNumber: string
  name: string
  /** `aka` also, `fka` formerly, `nka` now known as. */
  kind: 'primary' | 'aka' | 'fka' | 'nka'
  /** How reliable the list itself calls the name; null where it does not say. */
  strength: 'strong' | 'weak' | null
  /** The sanctions programs, e.g. `SDGT; IRAN`. */
  program: string | null
  /** Every year of birth the list gives, ascending; empty where it gives none. */
  birthYears: number[]
}

/** Longer names are lists of names. */
const WORDS_MAX = 10
const EARLIEST_BIRTH = 1850
const LATEST_BIRTH = 2100
/** A range longer than this says nothing about the year. */
const RANGE_MAX_YEARS = 20

/** The form in which names of a list are compared: folded words in alphabetical order. */
export function comparableName(name: string): string {
  return nameWords(name).sort().join(' ')
}

const START = 2

/**
 * Keys by which alike names find one another, in any order of words: two of their words share a beginning of their
 * sound, one of the two the whole. Initials do not count; a single word has no key.
 */
export function nameKeys(name: string): string[] {
  const words = [...new Set(nameWords(name).filter((word) => word.length > 1))].slice(0, WORDS_MAX)
  const sounds = words.map(soundOf)
  const keys = sounds.flatMap((sound, i) =>
    sounds.flatMap((other, j) => (i === j ? [] : [`${sound}|${other.slice(0, START)}`])),
  )
  return [...new Set(keys)]
}

/**
 * The years in a text about dates of birth: `10 Dec 1948`, `circa 1951`, `1955 to 1960` (every year of the range).
 */
export function birthYearsIn(text: string): number[] {
  const years = new Set<number>()
  for (const range of text.matchAll(/\b(\d{4})\b(?:\s*(?:to|-|–)\s*(?:[a-z]+\s+|\d{1,2}\s+)*(\d{4})\b)?/gi)) {
    const first = Number(range[1])
    const last = Number(range[2] ?? range[1])
    if (last - first > RANGE_MAX_YEARS || last < first) {
      addYear(years, first)
      addYear(years, last)
      continue
    }
    for (let year = first; year <= last; year++) addYear(years, year)
  }
  return [...years].sort((a, b) => a - b)
}

/** The same from the remarks of an entry, where `DOB` and `alt. DOB` open such a text and a semicolon ends it. */
export function birthYearsInRemarks(remarks: string): number[] {
  const texts = [...remarks.matchAll(/\bDOB\b([^;]*)/gi)].map((match) => match[1] ?? '')
  return birthYearsIn(texts.join(' ; '))
}

function addYear(years: Set<number>, year: number): void {
  if (year >= EARLIEST_BIRTH && year <= LATEST_BIRTH) years.add(year)
}
