import { fold } from '../identity/name.ts'
import { addressField, type CsvField } from './csv-fields.ts'
import { address, PLACE_WORDS } from './header-address.ts'
import type { Concept } from './header-lexicon.ts'
import {
  company,
  otherPersonName,
  partOfName,
  titleOrJob,
  unqualifiedName,
  wholeName,
} from './header-name.ts'
import { type HeaderMeaning, HeaderWords, NOTHING, type Reading, type Rule } from './header-reading.ts'
import { readHeaderTerms } from './header-words.ts'

/**
 * Interpretations of a header, best first; the cells decide between them. An empty list means the column is
 * unrelated; null means the header is unknown.
 */
export function readHeader(header: string): HeaderMeaning[] | null {
  const { terms, unknown } = readHeaderTerms(fold, header)
  if (terms.length === 0) return UNQUALIFIED_DETAILS.test(fold(header)) ? [NOTES] : null
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
      // A column with unknown words ranks lower.
      rank: (reading.rank ?? 50) + (unknown.length > 0 ? 20 : 0),
    }))
  }
  return null
}

/** Words that only count as notes when alone. */
const UNQUALIFIED_DETAILS = /^(?:(?:other|additional|more|contact|client) )?(?:details|info|information)$/
const NOTES: HeaderMeaning = {
  ...{ field: 'notes', person: 'self', number: 0, place: '', rank: 70, isWeak: true, needs: ['words'] },
}

const FREE_TEXT: Reading = { field: 'notes', needs: ['bareWords'], rank: 80, isWeak: true, person: 'self' }

/** Header rules; the first match wins. */
const RULES: readonly Rule[] = [
  labeledValue,
  optOut,
  unrelatedColumn,
  kindOfValue,
  birthday,
  assignedAgent,
  closing,
  lastContact,
  createdOn,
  email,
  phone,
  address,
  company,
  otherPersonName,
  partOfName,
  titleOrJob,
  wholeName,
  unqualifiedName,
  detail,
  kindWithoutDetails,
]

function optOut(words: HeaderWords): Reading[] | null {
  const isOut = words.has('donot', 'optout', 'dnc', 'stop')
  // "SMS marketing phone" and "Newsletter email" are contact points.
  if (
    !isOut &&
    !words.has('optin', 'status') &&
    words.endsWith('email', 'phone') &&
    words.has('subscription')
  )
    return null
  const isIn = words.has('optin', 'subscription')
  const isStatus =
    words.has('status') && words.has('email', 'text', 'call', 'phone', 'mobile') && !words.has('date')
  if (!isOut && !isIn && !isStatus) return null
  // "Marketing Lists" are groups.
  if (isIn && !isOut && words.has('source', 'list', 'label')) return null
  if (words.has('reason', 'source', 'by', 'type')) return NOTHING
  if (isIn && words.has('date')) return NOTHING
  const has = (...concepts: Concept[]) => words.has(...concepts)
  if (has('fax')) return NOTHING
  const channels: [CsvField, boolean][] = [
    ['optOutText', has('text', 'stop')],
    ['optOutEmail', has('email')],
    ['optOutCall', has('call', 'phone', 'mobile', 'dnc')],
    ['optOutLetter', has('mail', 'mailing')],
  ]
  // "SMS unsubscribed" refers to texts only.
  const named = channels.filter(([field, holds]) => holds && !(field === 'optOutEmail' && has('text')))
  const [only] = named
  if (only) return [{ field: named.length === 1 ? only[0] : 'optOutAll', person: 'self', isWeak: false }]
  if (has('donot') && !has('contact')) return NOTHING
  // "Subscribed" refers to email.
  const isMail = has('subscription')
  return [{ field: isMail ? 'optOutEmail' : 'optOutAll', person: 'self', isWeak: false }]
}

/** "Relation 1 - Label" and "Relation 1 - Value" of address books, also "Event 1" and "Custom Field 1". */
function labeledValue(words: HeaderWords): Reading[] | null {
  const number = words.number('pair')
  if (number === 0 || !words.only('pair', 'type', 'label', 'date')) return null
  return [{ field: words.has('type', 'label') ? 'detailLabel' : 'detailValue', number, person: 'self' }]
}

/** IP addresses, campaigns, editors: unrelated to the person, whatever else the header says. */
function unrelatedColumn(words: HeaderWords): Reading[] | null {
  if (words.has('reason', 'by')) return NOTHING
  return words.has('display') && words.has('email', 'phone') ? NOTHING : null
}

function kindOfValue(words: HeaderWords): Reading[] | null {
  const number = words.channelNumber()
  const isExtension = words.has('extension') || (words.has('phone') && words.has('unit'))
  if (isExtension && words.unknownCount === 0) return [{ field: 'phoneExtension', number }]
  if (!words.has('type', 'label')) return null
  if (words.has('email')) return [{ field: 'emailType', number }]
  if (words.has('phone', 'mobile') || words.all('type', 'line')) return [{ field: 'phoneType', number }]
  if (words.has('address') && !words.has('name')) return [{ field: 'addressType', number }]
  // "Street Type" is the last word of a street.
  if (words.has('street')) return null
  if (words.has('web')) return NOTHING
  // "Source Type" says what the source is.
  if (words.has('source')) return null
  if (words.has('type')) return words.only('type') ? [{ field: 'labels', needs: ['clientType'] }] : NOTHING
  return null
}

function birthday(words: HeaderWords): Reading[] | null {
  if (!words.has('birthday')) return null
  if (words.number('birthday') > 1 || words.has('otherPerson', 'spouse', 'second', 'name', 'city'))
    return NOTHING
  // "Birth Year" and "Birth Month", but not "Birthplace".
  return words.unknownCount > 0 ? [{ field: 'birthday', needs: ['date', 'digits'] }] : [{ field: 'birthday' }]
}

function assignedAgent(words: HeaderWords): Reading[] | null {
  if (!words.has('assigned')) return null
  return words.has('date', 'otherPerson', 'email', 'phone')
    ? NOTHING
    : [{ field: 'assignedTo', rank: 10, person: 'self' }]
}

function closing(words: HeaderWords): Reading[] | null {
  const { has } = words
  const reading = { field: 'lastClosingOn', needs: ['date'], person: 'self' } as const
  if (has('anniversary'))
    return has('home', 'closing', 'sale', 'property') ? [{ ...reading, rank: 60 }] : NOTHING
  const isClosing = has('closing') || (has('sale') && has('date', 'last'))
  return isClosing ? [{ ...reading, rank: has('last') ? 40 : 50 }] : null
}

function lastContact(words: HeaderWords): Reading[] | null {
  const { has } = words
  const reading = { field: 'lastContactOn', needs: ['date'], person: 'self' } as const
  const isLast =
    has('last') && has('touch', 'contact', 'call', 'text', 'email', 'phone') && !has('name', 'first')
  if (isLast) return [{ ...reading, rank: has('contact') ? 30 : has('touch') ? 40 : 60 }]
  return has('touch') && has('date') ? [{ ...reading, rank: 70 }] : null
}

function createdOn(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('created') || has('source')) return null
  if (has('deal', 'closing')) return NOTHING
  return [{ field: 'createdOn', needs: ['date'], person: 'self', rank: has('date') ? 40 : 50 }]
}

/** True if a header refers to email. "Calle de correo" refers to postal mail. */
function isOfEmail(words: HeaderWords, isMailAddress: boolean): boolean {
  const { has } = words
  if (has('street', 'city', 'state', 'zip', 'country')) return false
  return has('email') || isMailAddress || (has('mail') && words.only('mail', 'number'))
}

function email(words: HeaderWords): Reading[] | null {
  const { has } = words
  const isMailAddress =
    words.only('mail', 'address') && words.all('mail', 'address') && words.channelNumber() === 0
  if (!isOfEmail(words, isMailAddress)) return null
  if (has('name', 'status', 'source', 'date', 'note', 'web')) return NOTHING
  if (has('label', 'list')) return [{ field: 'labels', rank: 60 }]
  const kind = has('work', 'company') ? 'emailWork' : has('home') ? 'emailHome' : null
  const field = kind ?? (has('other', 'second') ? 'emailOther' : 'email')
  const needs = words.unknownCount > 0 || words.has('mail') ? { needs: ['email'] as const } : {}
  const reading: Reading = {
    field,
    rank: has('other', 'second', 'not') ? 80 : has('primary', 'main') ? 10 : 50,
    ...needs,
  }
  // "Mail Address" is a postal address in county rolls.
  return isMailAddress ? [reading, ...(address(words) ?? [])] : [reading]
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

function phone(words: HeaderWords): Reading[] | null {
  const { has } = words
  const isNumber =
    has('number') &&
    has('home', 'work', 'contact', 'direct', 'main') &&
    !has('street', 'address', 'unit', 'account')
  if (!has('phone', 'mobile', 'fax', 'pager') && !isNumber) return null
  const isOfAddress = has('address') && !words.endsWith('phone', 'mobile', 'fax')
  if (isOfAddress || has('name', 'status', 'source', 'note', 'city', 'country')) return NOTHING
  const field = phoneFieldOf(words)
  const needs =
    words.unknownCount > 0 || has('date') || (isNumber && !has('phone', 'mobile'))
      ? { needs: ['phone'] as const }
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

function detail(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (has('otherPerson')) return NOTHING
  const self = { person: 'self' as const }
  if (has('referrer')) return [{ field: 'source', rank: 80, ...self }]
  if (has('note')) return [{ field: 'notes', ...self, rank: words.only('note') ? 40 : 60 }]
  const reading = plainDetail(words)
  if (!reading) return null
  // An unknown word changes the meaning: "Photo URL", "Source Drill-Down".
  return words.unknownCount === 0 ? [{ ...reading, ...self }] : NOTHING
}

function plainDetail(words: HeaderWords): Reading | null {
  const { has } = words
  if (has('web')) return { field: 'website', needs: ['url', 'words'] }
  if (has('list') || (has('label') && !has('stage', 'status'))) return { field: 'labels' }
  if (has('source')) return { field: 'source', rank: has('contact') ? 40 : 50 }
  if (!has('stage', 'status') || has('property', 'date', 'phone')) return null
  return { field: 'stage', rank: (has('stage') ? 40 : 50) + (has('deal') ? 15 : 0) }
}

/** "Home", "Work" or "Mailing" alone: the cells decide the field. */
function kindWithoutDetails(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (words.unknownCount > 0) return null
  const number = words.channelNumber()
  if (words.onlyKnown('call', 'text', 'number', 'primary')) {
    // "Text" alone is a number for texts, or free text.
    return has('call', 'text')
      ? [{ field: 'phone', needs: ['phone'], rank: 40 }, ...(words.only('text') ? [FREE_TEXT] : [])]
      : kinds('phone', 'email', number)
  }
  if (words.only('contact', 'number') && has('number')) return [{ field: 'phone', needs: ['phone'] }]
  return barePlace(words) ?? unqualifiedLine(words)
}

function barePlace(words: HeaderWords): Reading[] | null {
  const number = words.channelNumber()
  if (words.only('home'))
    return [...kinds('phoneHome', 'emailHome', number), { field: 'home.fullAddress', needs: ['address'] }]
  if (words.only('work'))
    return [...kinds('phoneWork', 'emailWork', number), { field: 'work.fullAddress', needs: ['address'] }]
  if (!words.only('property', 'mailing', 'mail', 'billing', 'shipping')) return null
  const [word, place = 'plain'] = PLACE_WORDS.find(([concept]) => words.has(concept)) ?? []
  return [
    ...(words.has('mailing') ? [{ field: 'zipCode' as const, needs: ['zip' as const] }] : []),
    // "Site" is a website in French and Portuguese.
    ...(words.only('property') ? [{ field: 'website' as const, needs: ['url' as const] }] : []),
    { field: addressField(place, 'fullAddress'), place: word ?? '', needs: ['address'] },
    { field: addressField(place, 'address'), place: word ?? '', needs: ['street'] },
  ]
}

/** "Main", "Direct Line" */
function unqualifiedLine(words: HeaderWords): Reading[] | null {
  const number = words.channelNumber()
  if (words.only('other')) return kinds('phoneOther', 'emailOther', number)
  if (words.has('main') && words.only('main', 'line')) return kinds('phoneMain', 'email', number)
  return words.has('direct') && words.only('direct', 'line') ? kinds('phoneWork', 'emailWork', number) : null
}

function kinds(phoneField: CsvField, emailField: CsvField, number: number): Reading[] {
  return [
    { field: phoneField, needs: ['phone'], number, rank: PHONE_RANKS[phoneField] ?? 50 },
    { field: emailField, needs: ['email'], number },
  ]
}
