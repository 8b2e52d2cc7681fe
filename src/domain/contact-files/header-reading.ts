import type { CellShape } from './cell-shapes.ts'
import type { CsvField } from './csv-fields.ts'
import type { Concept } from './header-lexicon.ts'
import type { HeaderTerm } from './header-words.ts'

/**
 * Person a column belongs to: the contact (`self`, or a word that another file could use for someone else), the
 * partner, or an unrelated person.
 */
export type HeaderPerson = Exclude<(typeof PEOPLE)[number], 'agent'> | 'self' | 'partner' | 'other'

const PEOPLE = ['contact', 'owner', 'client', 'buyer', 'seller', 'tenant', 'agent'] as const
const NAME_PARTS = ['name', 'first', 'lastName', 'last', 'fullName'] as const
export const SELF_WORDS = [...PEOPLE, 'spouse', 'primary', 'second'] as const

/** One interpretation of a column header. */
export type HeaderMeaning = {
  field: CsvField
  person: HeaderPerson
  /** Number in the header: "Phone 2", "Address 2 City". */
  number: number
  /** Place word of an address, to separate billing from mailing address. */
  place: string
  /** Priority among columns of one field; lower comes first. */
  rank: number
  /** True if the header has unknown words, or a single ambiguous one. */
  isWeak: boolean
  /** The cells must have one of these formats. */
  shapes?: readonly CellShape[]
  /** "Address 2" is a second line, or a second address if the file also has "Address 2 City". */
  isNumberedAddress?: boolean
}

/** Interpretation from a rule; common values are added later. */
export type Reading = Partial<HeaderMeaning> & { field: CsvField }

/** Queries about the words of a header. */
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

  /** Bound, so that `const { has } = words` works. */
  readonly has = (...concepts: Concept[]): boolean => concepts.some((concept) => this.#numbers.has(concept))

  hasAll(...concepts: Concept[]): boolean {
    return concepts.every((concept) => this.#numbers.has(concept))
  }

  /** True if the header has no other words, known or unknown. */
  hasOnly(...concepts: Concept[]): boolean {
    return this.unknownCount === 0 && this.hasOnlyKnown(...concepts)
  }

  hasOnlyKnown(...concepts: Concept[]): boolean {
    return this.terms.every(({ concept }) => concepts.includes(concept))
  }

  numberOf(...concepts: Concept[]): number {
    for (const concept of concepts) {
      const number = this.#numbers.get(concept)
      if (number) return number
    }
    return 0
  }

  /** Number of an email address or phone, without the number of a person. */
  channelNumber(): number {
    for (const { concept, number } of this.terms) if (number > 0 && !isPerson(concept)) return number
    return this.has('second') ? 2 : 0
  }

  person(): HeaderPerson {
    if (this.has('otherPerson', 'referrer')) return 'other'
    if (this.has('spouse')) return 'partner'
    for (const concept of PEOPLE) {
      if (!this.has(concept)) continue
      // "Owner Name 2" is the second owner, but "Owner Phone 2" isn't.
      const number = this.numberOf(concept) || (this.#isName() ? this.numberOf(...NAME_PARTS) : 0)
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

  /** True for "Secondary Contact Email", but not for "Secondary Contact Number". */
  #isSecondPerson(concept: Concept): boolean {
    const conceptIndex = this.terms.findIndex((term) => term.concept === concept)
    return this.terms[conceptIndex - 1]?.concept === 'second' && !this.has('number')
  }

  /** True if the last word has one of these meanings: "Default Address Company". */
  endsWith(...concepts: Concept[]): boolean {
    const lastTerm = this.terms.at(-1)
    return lastTerm !== undefined && concepts.includes(lastTerm.concept)
  }

  #isName(): boolean {
    return this.has(...NAME_PARTS) && !this.has('email', 'phone', 'address')
  }

  /** Person of a numbered name: "First Name 2" belongs to the second person of a couple. */
  #nameNumber(): HeaderPerson {
    if (!this.#isName()) return 'self'
    const number = this.has('second') ? 2 : this.numberOf(...NAME_PARTS)
    if (number > 2) return 'other'
    return number === 2 &&
      (this.hasOnly('name') || this.has('first', 'lastName', 'last', 'fullName', 'second'))
      ? 'partner'
      : 'self'
  }
}

export function isPerson(concept: Concept): boolean {
  return concept === 'spouse' || PEOPLE.some((person) => person === concept)
}

/** Returns null for an unknown header, and an empty list for an unrelated column. */
export type Rule = (words: HeaderWords) => Reading[] | null

export const UNRELATED: Reading[] = []
