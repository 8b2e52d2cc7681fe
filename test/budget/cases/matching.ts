import { contactFilter } from '#contract/contacts.ts'
import { listedKeys, searchKeys } from '#domain/enrichment/listed-name.ts'
import { comparableContact } from '#domain/identity/comparable-contact.ts'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import { compareContacts } from '#domain/identity/duplicate.ts'
import { matchKeys } from '#domain/identity/match-keys.ts'
import { normalizeDetails } from '#domain/identity/normalize-details.ts'
import { nameSimilarity } from '#domain/risk/sanctions.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const NAME_LENGTH = 100
const DETAIL_LENGTH = 200

const contactOf = (text: string) => ({
  ...{ firstName: text.slice(0, NAME_LENGTH), lastName: text.slice(-NAME_LENGTH), email: text, phone: text },
  ...{
    address: text,
    city: text.slice(0, NAME_LENGTH),
    state: text.slice(0, 50),
    zipCode: text.slice(0, 16),
  },
})

function findDuplicates(text: string) {
  const [a, b] = [contactOf(text), contactOf(`x ${text}`)].map((contact) =>
    comparableContact({ ...contact, details: storedDetails(text) }),
  )
  return a && b ? [matchKeys(a), compareContacts(a, b)] : null
}

function storedDetails(text: string) {
  const emails = Array.from({ length: 10 }, (_, at) => ({ email: `${at}${text}`, kind: 'home' as const }))
  const phones = Array.from({ length: 10 }, (_, at) => ({ phone: `${text}${at}`, kind: 'home' as const }))
  const details = { ...NO_DETAILS, emails, phones, birthday: text, company: text, website: text }
  return normalizeDetails(details, contactOf('Anna'))
}

const screenName = (text: string) => [
  listedKeys(text),
  searchKeys(text),
  nameSimilarity(text, `${text} a`),
  nameSimilarity(text, 'Ada Byron'),
]

export const cases: BudgetCase[] = [
  {
    name: 'duplicates and details',
    read: findDuplicates,
    ordinary: 'Anna Smith',
    texts: hostileTexts(DETAIL_LENGTH),
  },
  { name: 'sanctions', read: screenName, ordinary: 'Anna Smith', texts: hostileTexts(2 * NAME_LENGTH) },
  {
    name: 'filters of the list',
    read: (text) =>
      contactFilter.safeParse({ search: text.slice(0, 100), tags: text, city: text, zip: text }),
    ordinary: 'Anna',
    texts: hostileTexts(4096),
  },
]
