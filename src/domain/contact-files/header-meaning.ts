import { fold } from '../identity/name.ts'
import { addressField, type CsvField } from './csv-fields.ts'
import { PLACE_WORDS, readAddress } from './header-address.ts'
import type { Concept } from './header-lexicon.ts'
import {
  readCompany,
  readOtherPersonName,
  readPartOfName,
  readTitleOrJob,
  readUnqualifiedName,
  readWholeName,
} from './header-name.ts'
import { type HeaderMeaning, HeaderWords, type Reading, type Rule, UNRELATED } from './header-reading.ts'
import { readHeaderTerms } from './header-words.ts'

/**
 * Interpretations of a header, best first; the cells decide between them. An empty list means the column is
 * unrelated; null means the header is unknown.
 */
export function readHeader(header: string): HeaderMeaning[] | null {
  const { terms, unknown } = readHeaderTerms(fold, header)
  if (terms.length === 0) return UNQUALIFIED_DETAILS_PATTERN.test(fold(header)) ? [NOTES_MEANING] : null
  const words = new HeaderWords(terms, unknown.length)
  for (const rule of RULES) {
    const readings = rule(words)
    if (!readings) continue
    return readings.map((reading) => ({
      person: words.person(),
      number: words.channelNumber(),
      place: '',
      isWeak: unknown.length > 0,
      ...reading,
      // Unknown words lower the rank.
      rank: (reading.rank ?? 50) + (unknown.length > 0 ? 20 : 0),
    }))
  }
  return null
}

/** Words that mean notes only if alone. */
const UNQUALIFIED_DETAILS_PATTERN =
  /^(?:(?:other|additional|more|contact|client) )?(?:details|info|information)$/
const NOTES_MEANING: HeaderMeaning = {
  ...{ field: 'notes', person: 'self', number: 0, place: '', rank: 70, isWeak: true, shapes: ['words'] },
}

const FREE_TEXT: Reading = { field: 'notes', shapes: ['bareWords'], rank: 80, isWeak: true, person: 'self' }

/** Header rules; the first match wins. */
const RULES: readonly Rule[] = [
  readLabeledValue,
  readOptOut,
  readUnrelatedColumn,
  readKindColumn,
  readBirthday,
  readAssignedAgent,
  readClosing,
  readLastContact,
  readCreatedOn,
  readEmail,
  readPhone,
  readAddress,
  readCompany,
  readOtherPersonName,
  readPartOfName,
  readTitleOrJob,
  readWholeName,
  readUnqualifiedName,
  readDetail,
  readKindAlone,
]

function readOptOut(words: HeaderWords): Reading[] | null {
  const isOptOut = words.has('donot', 'optout', 'dnc', 'stop')
  // "SMS marketing phone" and "Newsletter email" are contact points.
  if (
    !isOptOut &&
    !words.has('optin', 'status') &&
    words.endsWith('email', 'phone') &&
    words.has('subscription')
  )
    return null
  const isOptIn = words.has('optin', 'subscription')
  const isStatus =
    words.has('status') && words.has('email', 'text', 'call', 'phone', 'mobile') && !words.has('date')
  if (!isOptOut && !isOptIn && !isStatus) return null
  // "Marketing Lists" are groups.
  if (isOptIn && !isOptOut && words.has('source', 'list', 'label')) return null
  if (words.has('reason', 'source', 'by', 'type')) return UNRELATED
  if (isOptIn && words.has('date')) return UNRELATED
  const has = (...concepts: Concept[]) => words.has(...concepts)
  if (has('fax')) return UNRELATED
  const channels: [CsvField, boolean][] = [
    ['optOutText', has('text', 'stop')],
    ['optOutEmail', has('email')],
    ['optOutCall', has('call', 'phone', 'mobile', 'dnc')],
    ['optOutLetter', has('mail', 'mailing')],
  ]
  // "SMS unsubscribed" refers to texts only.
  const namedChannels = channels.filter(
    ([field, isNamed]) => isNamed && !(field === 'optOutEmail' && has('text')),
  )
  const [onlyChannel] = namedChannels
  if (onlyChannel)
    return [
      { field: namedChannels.length === 1 ? onlyChannel[0] : 'optOutAll', person: 'self', isWeak: false },
    ]
  if (has('donot') && !has('contact')) return UNRELATED
  // "Subscribed" refers to email.
  const isMail = has('subscription')
  return [{ field: isMail ? 'optOutEmail' : 'optOutAll', person: 'self', isWeak: false }]
}

/** Reads "Relation 1 - Label" and "Relation 1 - Value" of address books, also "Event 1" and "Custom Field 1". */
function readLabeledValue(words: HeaderWords): Reading[] | null {
  const number = words.numberOf('pair')
  if (number === 0 || !words.hasOnly('pair', 'type', 'label', 'date')) return null
  return [{ field: words.has('type', 'label') ? 'detailLabel' : 'detailValue', number, person: 'self' }]
}

/** Excludes columns unrelated to the person, such as IP addresses, campaigns and editors. */
function readUnrelatedColumn(words: HeaderWords): Reading[] | null {
  if (words.has('reason', 'by')) return UNRELATED
  return words.has('display') && words.has('email', 'phone') ? UNRELATED : null
}

function readKindColumn(words: HeaderWords): Reading[] | null {
  const number = words.channelNumber()
  const isExtension = words.has('extension') || (words.has('phone') && words.has('unit'))
  if (isExtension && words.unknownCount === 0) return [{ field: 'phoneExtension', number }]
  if (!words.has('type', 'label')) return null
  if (words.has('email')) return [{ field: 'emailType', number }]
  if (words.has('phone', 'mobile') || words.hasAll('type', 'line')) return [{ field: 'phoneType', number }]
  if (words.has('address') && !words.has('name')) return [{ field: 'addressType', number }]
  // "Street Type" is the last word of a street.
  if (words.has('street')) return null
  if (words.has('web')) return UNRELATED
  // "Source Type" describes the source.
  if (words.has('source')) return null
  if (words.has('type'))
    return words.hasOnly('type') ? [{ field: 'labels', shapes: ['clientType'] }] : UNRELATED
  return null
}

function readBirthday(words: HeaderWords): Reading[] | null {
  if (!words.has('birthday')) return null
  if (words.numberOf('birthday') > 1 || words.has('otherPerson', 'spouse', 'second', 'name', 'city'))
    return UNRELATED
  // "Birth Year" and "Birth Month", but not "Birthplace".
  return words.unknownCount > 0
    ? [{ field: 'birthday', shapes: ['date', 'digits'] }]
    : [{ field: 'birthday' }]
}

function readAssignedAgent(words: HeaderWords): Reading[] | null {
  if (!words.has('assigned')) return null
  return words.has('date', 'otherPerson', 'email', 'phone')
    ? UNRELATED
    : [{ field: 'assignedTo', rank: 10, person: 'self' }]
}

function readClosing(words: HeaderWords): Reading[] | null {
  const { has } = words
  const reading = { field: 'lastClosingOn', shapes: ['date'], person: 'self' } as const
  if (has('anniversary'))
    return has('home', 'closing', 'sale', 'property') ? [{ ...reading, rank: 60 }] : UNRELATED
  const isClosing = has('closing') || (has('sale') && has('date', 'last'))
  return isClosing ? [{ ...reading, rank: has('last') ? 40 : 50 }] : null
}

function readLastContact(words: HeaderWords): Reading[] | null {
  const { has } = words
  const reading = { field: 'lastContactOn', shapes: ['date'], person: 'self' } as const
  const isLastContact =
    has('last') && has('touch', 'contact', 'call', 'text', 'email', 'phone') && !has('name', 'first')
  if (isLastContact) return [{ ...reading, rank: has('contact') ? 30 : has('touch') ? 40 : 60 }]
  return has('touch') && has('date') ? [{ ...reading, rank: 70 }] : null
}

function readCreatedOn(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('created') || has('source')) return null
  if (has('deal', 'closing')) return UNRELATED
  return [{ field: 'createdOn', shapes: ['date'], person: 'self', rank: has('date') ? 40 : 50 }]
}

/** True if a header refers to email. "Calle de correo" refers to postal mail. */
function isOfEmail(words: HeaderWords, isMailAddress: boolean): boolean {
  const { has } = words
  if (has('street', 'city', 'state', 'zip', 'country')) return false
  return has('email') || isMailAddress || (has('mail') && words.hasOnly('mail', 'number'))
}

function readEmail(words: HeaderWords): Reading[] | null {
  const { has } = words
  const isMailAddress =
    words.hasOnly('mail', 'address') && words.hasAll('mail', 'address') && words.channelNumber() === 0
  if (!isOfEmail(words, isMailAddress)) return null
  if (has('name', 'status', 'source', 'date', 'note', 'web')) return UNRELATED
  if (has('label', 'list')) return [{ field: 'labels', rank: 60 }]
  const kind = has('work', 'company') ? 'emailWork' : has('home') ? 'emailHome' : null
  const field = kind ?? (has('other', 'second') ? 'emailOther' : 'email')
  const needs = words.unknownCount > 0 || words.has('mail') ? { shapes: ['email'] as const } : {}
  const reading: Reading = {
    field,
    rank: has('other', 'second', 'not') ? 80 : has('primary', 'main') ? 10 : 50,
    ...needs,
  }
  // "Mail Address" is a postal address in county rolls.
  return isMailAddress ? [reading, ...(readAddress(words) ?? [])] : [reading]
}

const PHONE_RANKS: Partial<Record<CsvField, number>> = {
  phoneMobile: 20,
  phone: 30,
  phoneHome: 40,
  phoneMain: 45,
  phoneWork: 50,
  phoneOther: 60,
  phoneFax: 90,
  phonePager: 95,
}

function readPhone(words: HeaderWords): Reading[] | null {
  const { has } = words
  const isNumber =
    has('number') &&
    has('home', 'work', 'contact', 'direct', 'main') &&
    !has('street', 'address', 'unit', 'account')
  if (!has('phone', 'mobile', 'fax', 'pager') && !isNumber) return null
  const isOfAddress = has('address') && !words.endsWith('phone', 'mobile', 'fax')
  if (isOfAddress || has('name', 'status', 'source', 'note', 'city', 'country')) return UNRELATED
  const field = phoneFieldOf(words)
  const needs =
    words.unknownCount > 0 || has('date') || (isNumber && !has('phone', 'mobile'))
      ? { shapes: ['phone'] as const }
      : {}
  const rank = has('primary') ? 10 : (PHONE_RANKS[field] ?? 50)
  return [{ field, rank, ...needs }]
}

function phoneFieldOf(words: HeaderWords): CsvField {
  const { has } = words
  if (has('fax')) return 'phoneFax'
  if (has('pager')) return 'phonePager'
  if (has('mobile')) return 'phoneMobile'
  if (has('home') && !has('work')) return 'phoneHome'
  if (has('work', 'company', 'direct')) return 'phoneWork'
  if (has('main')) return 'phoneMain'
  return has('other', 'second') ? 'phoneOther' : 'phone'
}

function readDetail(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (has('otherPerson')) return UNRELATED
  const aboutContact = { person: 'self' as const }
  if (has('referrer')) return [{ field: 'source', rank: 80, ...aboutContact }]
  if (has('note')) return [{ field: 'notes', ...aboutContact, rank: words.hasOnly('note') ? 40 : 60 }]
  const reading = readingOfDetail(words)
  if (!reading) return null
  // Unknown words change the meaning: "Photo URL", "Source Drill-Down".
  return words.unknownCount === 0 ? [{ ...reading, ...aboutContact }] : UNRELATED
}

function readingOfDetail(words: HeaderWords): Reading | null {
  const { has } = words
  if (has('web')) return { field: 'website', shapes: ['url', 'words'] }
  if (has('list') || (has('label') && !has('stage', 'status'))) return { field: 'labels' }
  if (has('source')) return { field: 'source', rank: has('contact') ? 40 : 50 }
  if (!has('stage', 'status') || has('property', 'date', 'phone')) return null
  return { field: 'stage', rank: (has('stage') ? 40 : 50) + (has('deal') ? 15 : 0) }
}

/** Reads "Home", "Work" or "Mailing" alone, where the cells decide the field. */
function readKindAlone(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (words.unknownCount > 0) return null
  const number = words.channelNumber()
  if (words.hasOnlyKnown('call', 'text', 'number', 'primary')) {
    // "Text" alone is a number for text messages, or free text.
    return has('call', 'text')
      ? [{ field: 'phone', shapes: ['phone'], rank: 40 }, ...(words.hasOnly('text') ? [FREE_TEXT] : [])]
      : phoneOrEmail('phone', 'email', number)
  }
  if (words.hasOnly('contact', 'number') && has('number')) return [{ field: 'phone', shapes: ['phone'] }]
  return readPlaceAlone(words) ?? readUnqualifiedLine(words)
}

function readPlaceAlone(words: HeaderWords): Reading[] | null {
  const number = words.channelNumber()
  if (words.hasOnly('home'))
    return [
      ...phoneOrEmail('phoneHome', 'emailHome', number),
      { field: 'home.fullAddress', shapes: ['address'] },
    ]
  if (words.hasOnly('work'))
    return [
      ...phoneOrEmail('phoneWork', 'emailWork', number),
      { field: 'work.fullAddress', shapes: ['address'] },
    ]
  if (!words.hasOnly('property', 'mailing', 'mail', 'billing', 'shipping')) return null
  const [word, place = 'plain'] = PLACE_WORDS.find(([concept]) => words.has(concept)) ?? []
  return [
    ...(words.has('mailing') ? [{ field: 'zipCode' as const, shapes: ['zip' as const] }] : []),
    // "Site" is a website in French and Portuguese.
    ...(words.hasOnly('property') ? [{ field: 'website' as const, shapes: ['url' as const] }] : []),
    { field: addressField(place, 'fullAddress'), place: word ?? '', shapes: ['address'] },
    { field: addressField(place, 'address'), place: word ?? '', shapes: ['street'] },
  ]
}

/** Reads "Main" and "Direct Line". */
function readUnqualifiedLine(words: HeaderWords): Reading[] | null {
  const number = words.channelNumber()
  if (words.hasOnly('other')) return phoneOrEmail('phoneOther', 'emailOther', number)
  if (words.has('main') && words.hasOnly('main', 'line')) return phoneOrEmail('phoneMain', 'email', number)
  return words.has('direct') && words.hasOnly('direct', 'line')
    ? phoneOrEmail('phoneWork', 'emailWork', number)
    : null
}

function phoneOrEmail(phoneField: CsvField, emailField: CsvField, number: number): Reading[] {
  return [
    { field: phoneField, shapes: ['phone'], number, rank: PHONE_RANKS[phoneField] ?? 50 },
    { field: emailField, shapes: ['email'], number },
  ]
}
