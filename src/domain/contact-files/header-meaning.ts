import { fold } from '../identity/name.ts'
import type { CellShape } from './cell-shapes.ts'
import { type AddressPart, type AddressPlace, addressField, type CsvField } from './csv-fields.ts'
import { type Concept, type HeaderTerm, readHeaderTerms } from './header-words.ts'

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

type Reading = Partial<HeaderMeaning> & { field: CsvField }

/**
 * The readings of a header, best first; which one holds is for the cells to say. An empty list: the header names what is
 * nothing of the contact; null: it says nothing that is known.
 */
export function readHeader(header: string): HeaderMeaning[] | null {
  const { terms, unknown } = readHeaderTerms(fold, header)
  if (terms.length === 0) return null
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
      // A column that says more than was understood stands back.
      rank: (reading.rank ?? 50) + (unknown.length > 0 ? 20 : 0),
    }))
  }
  return null
}

class HeaderWords {
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
        number === 2 || (this.has('second') && !this.has('email', 'phone', 'mobile', 'address'))
      if (isSecond) return 'partner'
      if (number > 2) return 'other'
      if (concept === 'agent') return 'other'
      return concept
    }
    return this.#nameNumber()
  }

  /** "First Name 2" is of the second person of a couple. */
  #nameNumber(): HeaderPerson {
    if (!this.has('first', 'lastName', 'last', 'fullName', 'name') || this.has('email', 'phone', 'address'))
      return 'self'
    const number = this.has('second') ? 2 : this.number('name', 'first', 'lastName', 'last', 'fullName')
    if (number > 2) return 'other'
    return number === 2 && this.has('first', 'lastName', 'last', 'fullName', 'second') ? 'partner' : 'self'
  }
}

const PEOPLE = ['contact', 'owner', 'client', 'buyer', 'seller', 'tenant', 'agent'] as const
const SELF_WORDS = [
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

function isPerson(concept: Concept): boolean {
  return concept === 'spouse' || PEOPLE.some((person) => person === concept)
}

type Rule = (words: HeaderWords) => Reading[] | null

const NOTHING: Reading[] = []

/** The first rule that knows the header decides. */
const RULES: readonly Rule[] = [
  optOut,
  nothingOfThePerson,
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
  nameOfOther,
  partOfName,
  titleOrJob,
  wholeName,
  bareName,
  detail,
  bareKind,
]

function optOut(words: HeaderWords): Reading[] | null {
  const isOut = words.has('donot', 'optout', 'dnc', 'stop')
  const isIn = words.has('optin', 'subscription')
  const isStatus =
    words.has('status') && words.has('email', 'text', 'call', 'phone', 'mobile') && !words.has('date')
  if (!isOut && !isIn && !isStatus) return null
  if (isIn && !isOut && words.has('source')) return null
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
  // "SMS unsubscribed" speaks of texts alone.
  const named = channels.filter(([field, holds]) => holds && !(field === 'optOutEmail' && has('text')))
  const [only] = named
  if (only) return [{ field: named.length === 1 ? only[0] : 'optOutAll', person: 'self', isWeak: false }]
  if (has('donot') && !has('contact')) return NOTHING
  // "Subscribed" speaks of e-mail.
  const isMail = has('subscription')
  return [{ field: isMail ? 'optOutEmail' : 'optOutAll', person: 'self', isWeak: false }]
}

/** IP addresses, campaigns, who changed it: nothing of the person, whatever else the header says. */
function nothingOfThePerson(words: HeaderWords): Reading[] | null {
  if (words.has('reason', 'by')) return NOTHING
  return words.has('display') && words.has('email', 'phone') ? NOTHING : null
}

function kindOfValue(words: HeaderWords): Reading[] | null {
  if (!words.has('type', 'label')) return null
  const number = words.channelNumber()
  if (words.has('email')) return [{ field: 'emailType', number }]
  if (words.has('phone', 'mobile') || words.all('type', 'line')) return [{ field: 'phoneType', number }]
  if (words.has('address', 'street') && !words.has('name')) return [{ field: 'addressType', number }]
  if (words.has('web')) return NOTHING
  if (words.has('type')) return words.only('type') ? [{ field: 'labels', needs: ['clientType'] }] : NOTHING
  return null
}

function assignedAgent(words: HeaderWords): Reading[] | null {
  if (!words.has('assigned')) return null
  return words.has('date') ? NOTHING : [{ field: 'assignedTo', rank: 10, person: 'self' }]
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
  if (!has('created')) return null
  if (has('deal', 'closing')) return NOTHING
  return [{ field: 'createdOn', needs: ['date'], person: 'self', rank: has('date') ? 40 : 50 }]
}

function birthday(words: HeaderWords): Reading[] | null {
  if (!words.has('birthday')) return null
  if (words.number('birthday') > 1 || words.has('otherPerson', 'name', 'city')) return NOTHING
  // "Birth Year" and "Birth Month", but not "Birthplace".
  return words.unknownCount > 0 ? [{ field: 'birthday', needs: ['date', 'digits'] }] : [{ field: 'birthday' }]
}

function email(words: HeaderWords): Reading[] | null {
  const { has } = words
  const isMailAddress = words.all('mail', 'address') && words.only('mail', 'address')
  const isMail = has('email') || isMailAddress || (has('mail') && words.only('mail', 'number'))
  if (!isMail) return null
  if (has('name', 'status', 'source', 'date', 'note', 'web')) return NOTHING
  if (has('label', 'list')) return [{ field: 'labels', rank: 60 }]
  const kind = has('work', 'company') ? 'emailWork' : has('home') ? 'emailHome' : null
  const field = kind ?? (has('other', 'second') ? 'emailOther' : 'email')
  const needs = words.unknownCount > 0 || words.has('mail') ? { needs: ['email'] as const } : {}
  const reading: Reading = {
    field,
    rank: has('primary', 'main') ? 10 : has('other', 'second') ? 80 : 50,
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
  if (has('name', 'status', 'source', 'date', 'note', 'address', 'city', 'country')) return NOTHING
  const field = phoneFieldOf(words)
  const needs =
    words.unknownCount > 0 || (isNumber && !has('phone', 'mobile')) ? { needs: ['phone'] as const } : {}
  const rank = has('primary') ? 10 : (PHONE_RANKS[field] ?? 50)
  return [{ field, rank, ...needs }]
}

function phoneFieldOf(words: HeaderWords): CsvField {
  const { has } = words
  if (has('fax')) return 'phoneFax'
  if (has('pager')) return 'phonePager'
  if (has('mobile')) return 'phoneMobile'
  if (has('home')) return 'phoneHome'
  if (has('work', 'company', 'direct')) return 'phoneWork'
  if (has('main')) return 'phoneMain'
  return has('other', 'second') ? 'phoneOther' : 'phone'
}

const PLACE_WORDS: readonly (readonly [Concept, AddressPlace])[] = [
  ['billing', 'mailing'],
  ['shipping', 'other'],
  ['tax', 'mailing'],
  ['mailing', 'mailing'],
  ['mail', 'mailing'],
  ['property', 'property'],
  ['work', 'work'],
  ['company', 'work'],
  ['account', 'work'],
  ['home', 'home'],
  ['other', 'other'],
  ['second', 'other'],
]

function address(words: HeaderWords): Reading[] | null {
  const { has } = words
  const part = addressPart(words)
  if (!part) return null
  if (has('date', 'status', 'note', 'source', 'web', 'sale')) return NOTHING
  const [word, place] = PLACE_WORDS.find(([concept]) => has(concept)) ?? []
  const person = words.person()
  const placed: AddressPlace = place ?? (person === 'owner' ? 'mailing' : 'plain')
  const streetPart =
    part === 'address' || part === 'address2' || part === 'houseNumber' || part === 'streetName'
  const { group, line } = addressNumbers(words, streetPart)
  const needs: Pick<Reading, 'needs'> =
    words.unknownCount > 0 ? { needs: [SHAPE_OF_PART[part] ?? 'words'] } : {}
  const reading = {
    place: `${word ?? (person === 'owner' ? 'owner' : '')}`,
    person: person === 'owner' || person === 'partner' || person === 'other' ? person : ('self' as const),
    number: group,
    ...needs,
  }
  const field = addressField(placed, part === 'address' && line > 1 ? 'address2' : part)
  const isNumberedAddress =
    words.terms.some(({ concept, number }) => concept === 'address' && number > 0) && line > 0
  const rank = part === 'address2' ? 50 + line : 50
  return [{ field, ...reading, rank, isNumberedAddress }]
}

const SHAPE_OF_PART: Partial<Record<AddressPart, CellShape>> = {
  address: 'street',
  zipCode: 'zip',
  state: 'state',
  fullAddress: 'address',
}

type PartRule = readonly [AddressPart, (words: HeaderWords) => boolean]

/** Which part of an address a header names; the first that holds. */
const PART_RULES: readonly PartRule[] = [
  ['address2', ({ has }) => has('box')],
  ['fullAddress', (words) => isPlaceLine(words) && words.has('street', 'address') && words.has('zip')],
  ['cityStateZip', isPlaceLine],
  ['zip4', (words) => words.has('zip4') || words.number('zip') === 4],
  ['zipCode', ({ has }) => has('zip')],
  ['country', ({ has }) => has('country')],
  [
    'houseNumber',
    ({ has }) => has('street', 'region') && has('name', 'suffix', 'type', 'direction') && has('number'),
  ],
  ['streetName', ({ has }) => has('street', 'region') && has('name', 'suffix', 'type', 'direction')],
  ['houseNumber', ({ has }) => has('region') && has('number')],
  ['city', ({ has }) => has('city')],
  ['state', ({ has }) => has('state', 'region') && !has('sale', 'deal')],
  ['address2', ({ has }) => has('unit') && !(has('owner') && has('number') && !has('address'))],
  ['houseNumber', ({ has }) => has('street', 'address') && has('number')],
  ['houseNumber', (words) => words.all('property', 'number') && words.onlyKnown('property', 'number')],
  [
    'streetName',
    (words) =>
      words.has('direction') && words.onlyKnown('direction', 'property', 'mail', 'mailing', 'address'),
  ],
  [
    'streetName',
    ({ has }) => has('suffix') && has('property', 'mailing') && !has('name', 'first', 'lastName'),
  ],
  ['fullAddress', ({ has }) => has('address') && has('full')],
  ['address', ({ has }) => has('address', 'street') && !(has('address') && has('name'))],
  ['address', ({ has }) => has('line') && has('mailing', 'mail', 'property', 'home', 'work')],
]

function addressPart(words: HeaderWords): AddressPart | null {
  if (words.has('email', 'phone', 'web')) return null
  return PART_RULES.find(([, holds]) => holds(words))?.[0] ?? null
}

/** "City, State, Zip"; "State/Region" is one part. */
function isPlaceLine(words: HeaderWords): boolean {
  const named = [words.has('city'), words.has('state', 'region'), words.has('zip')].filter(Boolean).length
  return named >= 2 && !words.all('state', 'region')
}

/** "Address 2 City" and "Address 2 - Street" are of the second address, "Address 2" and "Street 2" its second line. */
function addressNumbers(words: HeaderWords, isStreet: boolean): { group: number; line: number } {
  let group = 0
  let line = 0
  const lastIndex = words.terms.length - 1
  words.terms.forEach(({ concept, number }, index) => {
    if (number === 0 || isPerson(concept) || concept === 'zip') return
    const goesOn = index < lastIndex
    if (!isStreet || (concept !== 'line' && goesOn && group === 0)) group = group || number
    else line = number
  })
  // "Home Address 2": the number stands at the end.
  return { group, line }
}

const NAME_WORDS = [...SELF_WORDS, 'display', 'name', 'initial', 'full', 'main', 'otherPerson'] as const
const COMPANY_WORDS = ['company', 'account', 'name', 'work', 'contact', 'primary', 'main', 'client'] as const

function company(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('company', 'account') && !words.all('work', 'name')) return null
  if (has('owner', 'agent')) return words.only('owner', 'account', 'name', 'agent') ? assigned(10) : NOTHING
  if (has('job', 'title')) return [{ field: 'jobTitle', person: 'self', rank: 45 }]
  if (!words.onlyKnown(...COMPANY_WORDS)) return null
  if (words.unknownCount > 0 && !has('company')) return NOTHING
  return [{ field: 'company', person: 'self', rank: has('company') ? 40 : 60, needs: ['words'] }]
}

/** Names of deals, lists and properties, and whose lead it is. */
function nameOfOther(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (words.all('contact', 'owner') && words.onlyKnown('contact', 'owner', 'name')) return assigned(20)
  if (has('agent') && has('property', 'buyer', 'seller')) return NOTHING
  return has('name') && has('deal', 'property') ? NOTHING : null
}

function partOfName(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('first', 'lastName', 'last', 'middle', 'fullName', 'nick')) return null
  const person = words.person()
  const isPlain = words.onlyKnown('first', 'lastName', 'last', 'middle', 'fullName', 'nick', ...NAME_WORDS)
  if (!isPlain || (words.unknownCount > 0 && !has('name', 'lastName'))) return NOTHING
  const needs: Pick<Reading, 'needs'> = words.unknownCount > 0 ? { needs: ['words'] } : {}
  if (has('nick')) return person === 'partner' ? NOTHING : [{ field: 'nickname', person, ...needs }]
  if (has('fullName') || (has('first') && has('last', 'lastName'))) return named('fullName', person, needs)
  if (has('middle')) return named('middleName', person, needs)
  return named(has('first') ? 'firstName' : 'lastName', person, needs)
}

function titleOrJob(words: HeaderWords): Reading[] | null {
  const { has } = words
  const person = words.person()
  if (has('prefix'))
    return words.onlyKnown('prefix', 'title', 'type', ...NAME_WORDS) ? named('namePrefix', person) : null
  if (has('suffix'))
    return words.onlyKnown('suffix', 'title', ...NAME_WORDS) ? named('nameSuffix', person) : null
  if (has('job')) {
    const isOwn = person === 'self' || person === 'contact'
    return isOwn ? [{ field: 'jobTitle', person: 'self', rank: 40 }] : NOTHING
  }
  if (!has('title') || !words.only('title', 'name')) return null
  return [
    { field: 'namePrefix', needs: ['title'] },
    { field: 'jobTitle', rank: 60, isWeak: true },
  ]
}

function wholeName(words: HeaderWords): Reading[] | null {
  if (words.has('initial')) return NOTHING
  if (!words.has('name') || words.has('label', 'list', 'source')) return null
  if (!words.onlyKnown(...NAME_WORDS)) return NOTHING
  const person = words.person()
  if (words.has('agent')) return words.only('agent', 'name', 'full', 'primary') ? assigned(40) : NOTHING
  if (words.unknownCount > 0) return named('fullName', person, { needs: ['name'], isWeak: true })
  return named('fullName', person, { rank: words.has('full') ? 40 : 50, isWeak: words.only('name') })
}

/** "Contact", "Owner 2", "Spouse" without more. */
function bareName(words: HeaderWords): Reading[] | null {
  if (!words.only(...SELF_WORDS) || words.only('primary', 'second')) return null
  if (words.has('agent')) return assigned(40)
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

function detail(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (has('otherPerson')) return NOTHING
  const self = { person: 'self' as const }
  if (has('referrer')) return [{ field: 'source', rank: 80, ...self }]
  if (has('note')) return [{ field: 'notes', ...self, rank: words.only('note') ? 40 : 60 }]
  const reading = plainDetail(words)
  if (!reading) return null
  // With a word beside it that is not known it is something else: "Photo URL", "Source Drill-Down".
  return words.unknownCount === 0 ? [{ ...reading, ...self }] : NOTHING
}

function plainDetail(words: HeaderWords): Reading | null {
  const { has } = words
  if (has('web')) return { field: 'website', needs: ['url', 'words'] }
  if (has('label', 'list')) return { field: 'labels' }
  if (has('source')) return { field: 'source', rank: has('contact') ? 40 : 50 }
  if (!has('stage', 'status') || has('property', 'date', 'phone')) return null
  return { field: 'stage', rank: (has('stage') ? 40 : 50) + (has('deal') ? 15 : 0) }
}

/** "Home", "Work", "Mailing" without more: the cells say of what. */
function bareKind(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (words.unknownCount > 0) return null
  const number = words.channelNumber()
  if (words.onlyKnown('call', 'text', 'number', 'primary')) {
    return has('call', 'text')
      ? [{ field: 'phone', needs: ['phone'], rank: 40 }]
      : kinds('phone', 'email', number)
  }
  if (words.only('home'))
    return [...kinds('phoneHome', 'emailHome', number), { field: 'home.fullAddress', needs: ['address'] }]
  if (words.only('work'))
    return [...kinds('phoneWork', 'emailWork', number), { field: 'work.fullAddress', needs: ['address'] }]
  if (words.only('main')) return kinds('phoneMain', 'email', number)
  if (words.only('direct')) return kinds('phoneWork', 'emailWork', number)
  if (words.only('other')) return kinds('phoneOther', 'emailOther', number)
  if (words.only('property', 'mailing', 'mail', 'billing', 'shipping')) {
    const [word, place = 'plain'] = PLACE_WORDS.find(([concept]) => has(concept)) ?? []
    return [
      { field: addressField(place, 'fullAddress'), place: word ?? '', needs: ['address'] },
      { field: addressField(place, 'address'), place: word ?? '', needs: ['street'] },
    ]
  }
  return has('number') && words.only('contact', 'number') ? [{ field: 'phone', needs: ['phone'] }] : null
}

function kinds(phoneField: CsvField, emailField: CsvField, number: number): Reading[] {
  return [
    { field: phoneField, needs: ['phone'], number, rank: PHONE_RANKS[phoneField] ?? 50 },
    { field: emailField, needs: ['email'], number },
  ]
}
