import { isCompanyName } from '#domain/identity/company-name.ts'
import { fold, initials } from '#domain/identity/name.ts'
import { parseFullName } from '#domain/identity/person-name.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const ordinaryText = 'Dr. John Q. Public, Jr. & Jane'

export const cases: BudgetCase[] = [
  { name: 'parseFullName', read: parseFullName, ordinaryText, texts: hostileTexts(300) },
  // A CSV cell can be as long as a record.
  {
    name: 'parseFullName, a whole record',
    read: parseFullName,
    ordinaryText,
    texts: hostileTexts(64 * 1024),
  },
  { name: 'isCompanyName', read: isCompanyName, ordinaryText, texts: hostileTexts(300) },
  {
    name: 'fold and initials',
    read: (text) => [fold(text), initials(text, text)],
    ordinaryText,
    texts: hostileTexts(100),
  },
]
