import { MAX_EXPRESSION_LENGTH, parseScimFilter, parseScimPath } from '#domain/provisioning/scim-filter.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const repeat = (unit: string) =>
  unit.repeat(Math.ceil(MAX_EXPRESSION_LENGTH / unit.length)).slice(0, MAX_EXPRESSION_LENGTH)

const texts = new Map([
  ...hostileTexts(MAX_EXPRESSION_LENGTH),
  ['comparisons', repeat('a eq "b" or ')],
  ['brackets', repeat('(')],
  ['entry filters', repeat('a[')],
  ['an open text', `a eq "${repeat('\\"')}`.slice(0, MAX_EXPRESSION_LENGTH)],
  ['a long name', repeat('a.')],
  ['a long URN', repeat('urn:a')],
])

/** Reads a text, or refuses it. */
const attempt = (parse: (text: string) => unknown) => (text: string) => {
  try {
    return parse(text)
  } catch {
    return null
  }
}

export const cases: BudgetCase[] = [
  {
    name: 'parseScimFilter',
    read: attempt(parseScimFilter),
    ordinaryText: 'userName eq "ann@example.com" and active eq true',
    texts,
  },
  {
    name: 'parseScimPath',
    read: attempt(parseScimPath),
    ordinaryText: 'emails[type eq "work"].value',
    texts,
  },
]
