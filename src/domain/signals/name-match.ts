import { fold } from '../identity/name.ts'

export type PersonName = { firstName: string; lastName: string }

/** The words of one party of a record, in any order: registries print `SMITH JOHN A` as often as `John A. Smith`. */
export type Party = readonly string[]

/** What follows a name without being part of it; a doctor's title in front does no harm, as extra words do none. */
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'esq', 'phd', 'etal'])

/** The comparable words of a name: folded, without apostrophes and generation suffixes. */
export function nameWords(name: string): string[] {
  return fold(name)
    .replace(/\bet\.? al\b/g, ' ')
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SUFFIXES.has(word))
}

/**
 * The surname that the parties of one field share. Where a full name leads (`SMITH JOHN A & MARY`) registries put
 * the surname first; where it closes (`John & Mary Smith`) it is the last word.
 */
function sharedSurname(parts: readonly string[]): string[] {
  const inverted = parts.find((part) => part.includes(','))
  if (inverted) return nameWords(inverted.slice(0, inverted.indexOf(',')))
  const words = parts.map(nameWords)
  const closing = words.at(-1) ?? []
  return closing.length > 1 ? closing.slice(-1) : (words[0] ?? []).slice(0, 1)
}

/** The parties of a name field; in `John & Mary Smith` and `Smith, John & Mary` both carry the surname. */
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

/** Whether a party carries this surname, every word of it. */
export function hasSurname(party: Party, lastName: string): boolean {
  const words = nameWords(lastName)
  return words.length > 0 && words.every((word) => party.includes(word))
}

/** Whether a party has this first and last name; middle names and the order of words do not matter. */
export function isNamed(party: Party, person: PersonName): boolean {
  if (!hasSurname(party, person.lastName)) return false
  const first = nameWords(person.firstName)[0]
  if (first === undefined) return false
  // One word cannot be both names, except of somebody called twice the same.
  const surname = new Set(nameWords(person.lastName))
  return surname.has(first) ? party.filter((word) => word === first).length > 1 : party.includes(first)
}

/** Whether two surnames are the same, spelling aside. */
export function isSameSurname(a: string, b: string): boolean {
  return nameWords(a).join(' ') === nameWords(b).join(' ')
}
