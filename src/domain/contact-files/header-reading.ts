import type { CellShape } from './cell-shapes.ts'
import type { CsvField } from './csv-fields.ts'
import type { Concept } from './header-lexicon.ts'
import type { HeaderTerm } from './header-words.ts'

/**
 * Whose column it is: the contact's own (`self`, or a word for the contact that another file could use for somebody
 * else), the partner's, or somebody's who is no part of the contact.
 */
export type HeaderPerson =
  | 'self'
  | 'contact'
  | 'owner'
  | 'client'
  | 'buyer'
  | 'seller'
  | 'tenant'
  | 'partner'
  | 'other'

/** One reading of a column's header. */
export type HeaderMeaning = {
  field: CsvField
  person: HeaderPerson
  /** "Phone 2", "Address 2 City": which of several. */
  number: number
  /** The word that names the place of an address, so that billing and mailing address stay apart. */
  place: string
  /** Of several columns for a field the one with the lower rank comes first. */
  rank: number
  /** The header has words beside those that were understood, or is only one word that could mean more. */
  isWeak: boolean
  /** The cells below must look like one of these. */
  needs?: readonly CellShape[]
  /** "Address 2" is the second line, or the second address where the file also has "Address 2 City". */
  isNumberedAddress?: boolean
}

/** A reading as a rule gives it; what is the same for all is added. */
export type Reading = Partial<HeaderMeaning> & { field: CsvField }

/** What a header says, asked in words. */
export class HeaderWords {
  readonly #numbers = new Map<Concept, number>()
  readonly terms: readonly HeaderTerm[]
  readonly unknownCount: number

  constructor(terms: readonly HeaderTerm[], unknownCount: number) {
    this.terms = terms
    this.unknownCount = unknownCount
    for (const { concept, number } of terms) {
      this.#numbers.set(concept, this.#numbers.get(concept) || number)
    }
  }

  /** Usable on its own: `const { has } = words`. */
  readonly has = (...concepts: Concept[]): boolean => concepts.some((concept) => this.#numbers.has(concept))

  all(...concepts: Concept[]): boolean {
    return concepts.every((concept) => this.#numbers.has(concept))
  }

  /** Whether nothing else is said, known or unknown. */
  only(...concepts: Concept[]): boolean {
    return this.unknownCount === 0 && this.onlyKnown(...concepts)
  }

  onlyKnown(...concepts: Concept[]): boolean {
    return this.terms.every(({ concept }) => concepts.includes(concept))
  }

  number(...concepts: Concept[]): number {
    for (const concept of concepts) {
      const number = this.#numbers.get(concept)
      if (number) return number
    }
    return 0
  }

  /** The number of an e-mail address or phone; that of a person says whose it is. */
  channelNumber(): number {
    for (const { concept, number } of this.terms) if (number > 0 && !isPerson(concept)) return number
    return this.has('second') ? 2 : 0
  }

  person(): HeaderPerson {
    if (this.has('otherPerson', 'referrer')) return 'other'
    if (this.has('spouse')) return 'partner'
    for (const concept of PEOPLE) {
      if (!this.has(concept)) continue
      const number = this.number(concept)
      const isSecond =
        number === 2 ||
        (this.has('second') && !this.has('email', 'phone', 'mobile', 'address')) ||
        this.#isSecondPerson(concept)
      if (isSecond) return 'partner'
      if (number > 2) return 'other'
      if (concept === 'agent') return 'other'
      return concept
    }
    return this.#nameNumber()
  }

  /** "Secondary Contact Email", but not "Secondary Contact Number". */
  #isSecondPerson(concept: Concept): boolean {
    const at = this.terms.findIndex((term) => term.concept === concept)
    return this.terms[at - 1]?.concept === 'second' && !this.has('number')
  }

  /** The last meaning says what a column is: "Default Address Company". */
  endsWith(...concepts: Concept[]): boolean {
    const last = this.terms.at(-1)
    return last !== undefined && concepts.includes(last.concept)
  }

  /** "First Name 2" is of the second person of a couple. */
  #nameNumber(): HeaderPerson {
    if (!this.has('first', 'lastName', 'last', 'fullName', 'name') || this.has('email', 'phone', 'address'))
      return 'self'
    const number = this.has('second') ? 2 : this.number('name', 'first', 'lastName', 'last', 'fullName')
    if (number > 2) return 'other'
    return number === 2 && (this.only('name') || this.has('first', 'lastName', 'last', 'fullName', 'second'))
      ? 'partner'
      : 'self'
  }
}

const PEOPLE = ['contact', 'owner', 'client', 'buyer', 'seller', 'tenant', 'agent'] as const
export const SELF_WORDS = [
  'contact',
  'owner',
  'client',
  'buyer',
  'seller',
  'tenant',
  'spouse',
  'primary',
  'second',
  'agent',
] as const

export function isPerson(concept: Concept): boolean {
  return concept === 'spouse' || PEOPLE.some((person) => person === concept)
}

/** Null where a rule does not know the header; no reading where it knows that it is nothing of the contact. */
export type Rule = (words: HeaderWords) => Reading[] | null

export const NOTHING: Reading[] = []
