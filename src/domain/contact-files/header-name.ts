import type { CsvField } from './csv-fields.ts'
import { type HeaderPerson, type HeaderWords, type Reading, SELF_WORDS, UNRELATED } from './header-reading.ts'

const NAME_WORDS = [...SELF_WORDS, 'display', 'name', 'initial', 'full', 'main', 'otherPerson'] as const
const COMPANY_WORDS = [
  'company',
  'address',
  'account',
  'name',
  'work',
  'contact',
  'primary',
  'main',
  'client',
] as const

/** Reading of a column with values such as "Buyer" and "Past client". */
const CLIENT_TYPE: Reading = { field: 'labels', person: 'self', shapes: ['clientType'] }

export function readCompany(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('company', 'account') && !words.hasAll('work', 'name')) return null
  if (has('owner', 'agent'))
    return words.hasOnly('owner', 'account', 'name', 'agent') ? assigneeReading(10) : UNRELATED
  if (has('job', 'title')) return [{ field: 'jobTitle', person: 'self', rank: 45 }]
  if (!words.hasOnlyKnown(...COMPANY_WORDS)) return null
  if (words.unknownCount > 0 && !has('company')) return UNRELATED
  return [
    {
      field: 'company',
      person: 'self',
      rank: has('company') ? 40 : 60,
      ...(words.hasOnly('company') ? {} : { shapes: ['words'] }),
    },
  ]
}

/** Reads names of deals, lists, properties and assignees. */
export function readOtherPersonName(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (words.hasAll('contact', 'owner') && words.hasOnlyKnown('contact', 'owner', 'name'))
    return assigneeReading(20)
  if (has('agent') && has('property', 'buyer', 'seller')) return UNRELATED
  return has('name') && has('deal', 'property') ? UNRELATED : null
}

export function readPartOfName(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('first', 'lastName', 'last', 'middle', 'fullName', 'nick')) return null
  const person = words.person()
  const hasOnlyNameWords = words.hasOnlyKnown(
    'first',
    'lastName',
    'last',
    'middle',
    'fullName',
    'nick',
    ...NAME_WORDS,
  )
  if (!hasOnlyNameWords || (words.unknownCount > 0 && !has('name', 'lastName'))) return UNRELATED
  const needs: Pick<Reading, 'shapes'> = words.unknownCount > 0 ? { shapes: ['words'] } : {}
  if (has('nick')) return person === 'partner' ? UNRELATED : [{ field: 'nickname', person, ...needs }]
  if (has('fullName') || (has('first') && has('last', 'lastName')))
    return nameReading('fullName', person, needs)
  if (has('middle') && !has('first')) return nameReading('middleName', person, needs)
  return nameReading(has('first') ? 'firstName' : 'lastName', person, needs)
}

export function readTitleOrJob(words: HeaderWords): Reading[] | null {
  const { has } = words
  const person = words.person()
  // Each cell decides between a title and a greeting ("Mr.", "Gail and Pete").
  if (has('salutation')) return person === 'self' ? [{ field: 'namePrefix' }] : UNRELATED
  if (has('prefix'))
    return words.hasOnlyKnown('prefix', 'title', 'type', ...NAME_WORDS)
      ? nameReading('namePrefix', person)
      : null
  if (has('suffix'))
    return words.hasOnlyKnown('suffix', 'title', ...NAME_WORDS) ? nameReading('nameSuffix', person) : null
  if (has('job')) {
    const isContact = person === 'self' || person === 'contact'
    // "Role" can have values such as "Buyer" or "Broker".
    return isContact ? [CLIENT_TYPE, { field: 'jobTitle', person: 'self', rank: 40 }] : UNRELATED
  }
  if (!has('title') || !words.hasOnly('title', 'name', 'contact', 'client')) return null
  return [
    { field: 'namePrefix', shapes: ['title'] },
    { field: 'jobTitle', rank: 60, isWeak: true },
  ]
}

export function readWholeName(words: HeaderWords): Reading[] | null {
  if (words.has('initial')) return UNRELATED
  if (!words.has('name') || words.has('label', 'list', 'source')) return null
  if (!words.hasOnlyKnown(...NAME_WORDS)) return UNRELATED
  const person = words.person()
  if (words.has('agent'))
    return words.hasOnly('agent', 'name', 'full', 'primary') ? assigneeReading(40) : UNRELATED
  if (words.unknownCount > 0) return nameReading('fullName', person, { shapes: ['name'], isWeak: true })
  return nameReading('fullName', person, { rank: words.has('full') ? 40 : 50, isWeak: words.hasOnly('name') })
}

/** Reads "Contact", "Owner 2" or "Spouse" alone. */
export function readUnqualifiedName(words: HeaderWords): Reading[] | null {
  if (!words.hasOnly(...SELF_WORDS) || words.hasOnly('primary', 'second')) return null
  if (words.has('agent')) return assigneeReading(40)
  // "Owner/Renter" is a client type.
  if (words.hasAll('buyer', 'seller')) return [CLIENT_TYPE]
  if (words.hasAll('owner', 'tenant')) return UNRELATED
  return nameReading('fullName', words.person(), { shapes: ['name', 'words'], isWeak: true, rank: 60 })
}

function assigneeReading(rank: number): Reading[] {
  return [{ field: 'assignedTo', person: 'self', rank, shapes: ['words'] }]
}

const PARTNER_FIELDS: Partial<Record<CsvField, CsvField>> = {
  firstName: 'partnerFirstName',
  lastName: 'partnerLastName',
  fullName: 'partnerName',
}

function nameReading(field: CsvField, person: HeaderPerson, overrides: Partial<Reading> = {}): Reading[] {
  if (person !== 'partner') return [{ ...overrides, field, person }]
  const partnerField = PARTNER_FIELDS[field]
  return partnerField ? [{ ...overrides, field: partnerField, person }] : UNRELATED
}
