import { foldedWords } from '../identity/name.ts'

export type PersonName = { firstName: string; lastName: string }

/** Words of one party of a record, in any order: registries print both `SMITH JOHN A` and `John A. Smith`. */
export type Party = readonly string[]

/** Suffixes that aren't part of a name. Titles in front are harmless, because extra words don't affect matching. */
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'esq', 'phd', 'etal'])

/** Comparable words of a name: folded, without apostrophes and generation suffixes. */
export function nameWords(name: string): string[] {
  return foldedWords(name.replace(/\bet\.?\s+al\b/gi, ' ')).filter((word) => !SUFFIXES.has(word))
}

/**
 * Surname shared by the parties of one field. In `SMITH JOHN A & MARY` registries put it first; in `John & Mary
 * Smith` it is the last word.
 */
function sharedSurname(parts: readonly string[]): string[] {
  const invertedPart = parts.find((part) => part.includes(','))
  if (invertedPart) return nameWords(invertedPart.slice(0, invertedPart.indexOf(',')))
  const words = parts.map(nameWords)
  const lastWords = words.at(-1) ?? []
  return lastWords.length > 1 ? lastWords.slice(-1) : (words[0] ?? []).slice(0, 1)
}

/** Parties of a name field; in `John & Mary Smith` and `Smith, John & Mary` both get the surname. */
export function partiesOf(names: readonly string[]): Party[] {
  return names.flatMap((name) => {
    const parts = name.split(/\s*(?:&|;|\/|\band\b)\s*/i).filter((part) => part.trim() !== '')
    const surname = parts.length > 1 ? sharedSurname(parts) : []
    return parts.map((part) => {
      const words = nameWords(part)
      const isFirstNameOnly = words.filter((word) => word.length > 1).length <= 1
      return isFirstNameOnly ? [...new Set([...words, ...surname])] : words
    })
  })
}

/** True if a party has every word of this surname. */
export function hasSurname(party: Party, lastName: string): boolean {
  const words = nameWords(lastName)
  return words.length > 0 && words.every((word) => party.includes(word))
}

/** True if a party has this first and last name; middle names and word order don't matter. */
export function isNamed(party: Party, person: PersonName): boolean {
  if (!hasSurname(party, person.lastName)) return false
  const first = nameWords(person.firstName)[0]
  if (first === undefined) return false
  // One word can't count as both names; people with equal names need it twice.
  const surname = new Set(nameWords(person.lastName))
  return surname.has(first) ? party.filter((word) => word === first).length > 1 : party.includes(first)
}

/** True if two surnames are equal, apart from spelling. */
export function isSameSurname(a: string, b: string): boolean {
  return nameWords(a).join(' ') === nameWords(b).join(' ')
}
