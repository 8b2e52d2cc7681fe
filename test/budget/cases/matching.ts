import { contactFilter } from '#contract/contacts.ts'
import { listedKeys, searchKeys } from '#domain/enrichment/listed-name.ts'
import { comparableContact } from '#domain/identity/comparable-contact.ts'
import { type ContactDetails, NO_DETAILS } from '#domain/identity/contact-details.ts'
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

function findDuplicates(text: string, details: Partial<ContactDetails> = {}) {
  const [a, b] = [contactOf(text), contactOf(`x ${text}`)].map((contact) =>
    comparableContact({ ...contact, details: { ...storedDetails(text), ...details } }),
  )
  return a && b ? [matchKeys(a), compareContacts(a, b)] : null
}

/** Compares contacts with as many emails and addresses as one can have. */
function compareLongest(text: string) {
  const address = { city: text, state: text, zipCode: text, kind: 'other' as const }
  return findDuplicates(text, {
    emails: Array.from({ length: 20 }, (_, at) => ({ email: `${at}${text}`, kind: 'other' })),
    addresses: Array.from({ length: 10 }, (_, at) => ({ ...address, address: `${at} ${text}` })),
  })
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
    read: (text) => findDuplicates(text),
    ordinaryText: 'Anna Smith',
    texts: hostileTexts(DETAIL_LENGTH),
  },
  {
    name: 'the longest contacts',
    read: compareLongest,
    ordinaryText: 'Anna Smith',
    texts: new Map([...hostileTexts(DETAIL_LENGTH)].filter((_, at) => at % 10 === 0)),
  },
  { name: 'sanctions', read: screenName, ordinaryText: 'Anna Smith', texts: hostileTexts(2 * NAME_LENGTH) },
  {
    name: 'filters of the list',
    read: (text) =>
      contactFilter.safeParse({ search: text.slice(0, 100), tags: text, city: text, zip: text }),
    ordinaryText: 'Anna',
    texts: hostileTexts(4096),
  },
]
