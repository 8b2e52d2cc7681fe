import type { CsvField } from './csv-fields.ts'
import { type HeaderPerson, type HeaderWords, NOTHING, type Reading, SELF_WORDS } from './header-reading.ts'

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

/** A column of "Buyer" and "Past client". */
const CLIENT_TYPE: Reading = { field: 'labels', person: 'self', needs: ['clientType'] }

export function company(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('company', 'account') && !words.all('work', 'name')) return null
  if (has('owner', 'agent')) return words.only('owner', 'account', 'name', 'agent') ? assigned(10) : NOTHING
  if (has('job', 'title')) return [{ field: 'jobTitle', person: 'self', rank: 45 }]
  if (!words.onlyKnown(...COMPANY_WORDS)) return null
  if (words.unknownCount > 0 && !has('company')) return NOTHING
  return [
    {
      field: 'company',
      person: 'self',
      rank: has('company') ? 40 : 60,
      ...(words.only('company') ? {} : { needs: ['words'] }),
    },
  ]
}

/** Names of deals, lists, properties and assignees. */
export function otherPersonName(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (words.all('contact', 'owner') && words.onlyKnown('contact', 'owner', 'name')) return assigned(20)
  if (has('agent') && has('property', 'buyer', 'seller')) return NOTHING
  return has('name') && has('deal', 'property') ? NOTHING : null
}

export function partOfName(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('first', 'lastName', 'last', 'middle', 'fullName', 'nick')) return null
  const person = words.person()
  const isPlain = words.onlyKnown('first', 'lastName', 'last', 'middle', 'fullName', 'nick', ...NAME_WORDS)
  if (!isPlain || (words.unknownCount > 0 && !has('name', 'lastName'))) return NOTHING
  const needs: Pick<Reading, 'needs'> = words.unknownCount > 0 ? { needs: ['words'] } : {}
  if (has('nick')) return person === 'partner' ? NOTHING : [{ field: 'nickname', person, ...needs }]
  if (has('fullName') || (has('first') && has('last', 'lastName'))) return named('fullName', person, needs)
  if (has('middle') && !has('first')) return named('middleName', person, needs)
  return named(has('first') ? 'firstName' : 'lastName', person, needs)
}

export function titleOrJob(words: HeaderWords): Reading[] | null {
  const { has } = words
  const person = words.person()
  // "Mr." or "Gail and Pete": each cell decides.
  if (has('salutation')) return person === 'self' ? [{ field: 'namePrefix' }] : NOTHING
  if (has('prefix'))
    return words.onlyKnown('prefix', 'title', 'type', ...NAME_WORDS) ? named('namePrefix', person) : null
  if (has('suffix'))
    return words.onlyKnown('suffix', 'title', ...NAME_WORDS) ? named('nameSuffix', person) : null
  if (has('job')) {
    const isOwn = person === 'self' || person === 'contact'
    // "Role" may hold "Buyer" or "Broker".
    return isOwn ? [CLIENT_TYPE, { field: 'jobTitle', person: 'self', rank: 40 }] : NOTHING
  }
  if (!has('title') || !words.only('title', 'name', 'contact', 'client')) return null
  return [
    { field: 'namePrefix', needs: ['title'] },
    { field: 'jobTitle', rank: 60, isWeak: true },
  ]
}

export function wholeName(words: HeaderWords): Reading[] | null {
  if (words.has('initial')) return NOTHING
  if (!words.has('name') || words.has('label', 'list', 'source')) return null
  if (!words.onlyKnown(...NAME_WORDS)) return NOTHING
  const person = words.person()
  if (words.has('agent')) return words.only('agent', 'name', 'full', 'primary') ? assigned(40) : NOTHING
  if (words.unknownCount > 0) return named('fullName', person, { needs: ['name'], isWeak: true })
  return named('fullName', person, { rank: words.has('full') ? 40 : 50, isWeak: words.only('name') })
}

/** "Contact", "Owner 2" or "Spouse" alone. */
export function unqualifiedName(words: HeaderWords): Reading[] | null {
  if (!words.only(...SELF_WORDS) || words.only('primary', 'second')) return null
  if (words.has('agent')) return assigned(40)
  // "Owner/Renter" is a client type.
  if (words.all('buyer', 'seller')) return [CLIENT_TYPE]
  if (words.all('owner', 'tenant')) return NOTHING
  return named('fullName', words.person(), { needs: ['name', 'words'], isWeak: true, rank: 60 })
}

function assigned(rank: number): Reading[] {
  return [{ field: 'assignedTo', person: 'self', rank, needs: ['words'] }]
}

const PARTNER_FIELDS: Partial<Record<CsvField, CsvField>> = {
  firstName: 'partnerFirstName',
  lastName: 'partnerLastName',
  fullName: 'partnerName',
}

function named(field: CsvField, person: HeaderPerson, more: Partial<Reading> = {}): Reading[] {
  if (person !== 'partner') return [{ ...more, field, person }]
  const partners = PARTNER_FIELDS[field]
  return partners ? [{ ...more, field: partners, person }] : NOTHING
}
