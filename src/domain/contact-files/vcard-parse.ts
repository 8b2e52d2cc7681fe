import { HISTORY_DATES, historyOf, type PhoneKind, type PointKind } from '../identity/contact-details.ts'
import { isUnitWord } from '../identity/street-words.ts'
import type { AddressParts, ContactParts } from './contact-parts.ts'
import { phoneKindOf, pointKindOf } from './csv-kinds.ts'
import { parseFileDate } from './file-date.ts'
import { labeledNote } from './relations.ts'
import { HISTORY_PROPERTIES } from './vcard.ts'
import { CardLines, type CardProperty } from './vcard-lines.ts'
import { findLabeledValues, partnerOf } from './vcard-relations.ts'
import { splitStructured, splitUnescaped, unescapeValue } from './vcard-values.ts'

/** Content of a card; `isCut` if it exceeds the limits. */
export type ParsedCard = ContactParts & { isCut: boolean }

/** Reads all complete cards of a text; a card without END is ignored. */
export function parseVCards(text: string): ParsedCard[] {
  const reader = new VCardReader()
  return [...reader.push(text), ...reader.end()]
}

/** Reads cards while their text arrives in chunks. */
export class VCardReader {
  readonly #lines = new CardLines()
  #properties: CardProperty[] | null = null
  #isCut = false

  push(chunk: string): Generator<ParsedCard> {
    return this.#read(this.#lines.push(chunk))
  }

  end(): Generator<ParsedCard> {
    return this.#read(this.#lines.end())
  }

  *#read(events: ReturnType<CardLines['push']>): Generator<ParsedCard> {
    for (const event of events) {
      if (event.kind === 'begin') {
        this.#properties = []
        this.#isCut = false
      } else if (event.kind === 'cut') this.#isCut = true
      else if (event.kind === 'property') this.#properties?.push(event)
      else if (this.#properties) {
        yield { ...toParts(this.#properties), isCut: this.#isCut }
        this.#properties = null
      }
    }
  }
}

function toParts(properties: readonly CardProperty[]): ContactParts {
  const labels = new Map(
    properties.flatMap(({ name, group, value }) =>
      name === 'X-ABLABEL' && group ? [[group, unescapeValue(value).replace(/^_\$!<|>!\$_$/g, '')]] : [],
    ),
  )
  const propertiesNamed = (name: string): CardProperty[] => properties.filter((each) => each.name === name)
  const textsOf = (name: string): string[] =>
    propertiesNamed(name)
      .map(({ value }) => unescapeValue(value).trim())
      .filter(Boolean)
  const firstTextOf = (name: string): string => textsOf(name)[0] ?? ''
  const typesOf = (property: CardProperty): Set<string> => typeWords(property, labels.get(property.group))
  const [lastName = '', firstName = '', middleName = '', title = '', suffix = ''] = splitStructured(
    propertiesNamed('N')[0]?.value ?? '',
  )
  const [company = '', ...departments] = splitStructured(propertiesNamed('ORG')[0]?.value ?? '')
  const [website, ...otherSites] = textsOf('URL')
  const notes = textsOf('NOTE')
  const addNote = (label: string, value: string): void => {
    if (value) notes.push(`${label}: ${value}`)
  }
  addNote('Nickname', textsOf('NICKNAME').join(', '))
  addNote('Department', departments.filter(Boolean).join(', '))
  for (const site of otherSites) if (site !== website) addNote('Website', site)
  for (const [label, value] of findLabeledValues(properties, typesOf)) notes.push(labeledNote(label, value))
  if (firstTextOf('TITLE'))
    addNote('Role', firstTextOf('ROLE') === firstTextOf('TITLE') ? '' : firstTextOf('ROLE'))
  return {
    ...{
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      middleName,
      // Several titles share one part, separated by commas.
      title: title.replace(/,(?=\S)/g, ' '),
      suffix: suffix.replace(/,(?=\S)/g, ', '),
      fullName: firstTextOf('FN'),
    },
    partner: partnerOf(properties, typesOf, lastName.trim()),
    emails: propertiesNamed('EMAIL').map((each) => emailOf(each, typesOf(each))),
    phones: [...propertiesNamed('TEL'), ...propertiesNamed('X-MS-TEL')].map((each) =>
      phoneOf(each, typesOf(each)),
    ),
    addresses: addressesOf(propertiesNamed('ADR'), propertiesNamed('LABEL'), typesOf),
    birthday: firstTextOf('BDAY'),
    company,
    jobTitle: firstTextOf('TITLE') || firstTextOf('ROLE'),
    website: website ?? '',
    labels: [...propertiesNamed('CATEGORIES'), ...propertiesNamed('X-GROUP-NAME')].flatMap(({ value }) =>
      splitUnescaped(value, ',')
        .map((label) => label.trim())
        // Google exports its list of all contacts as a group.
        .filter((label) => label !== '' && label !== 'myContacts'),
    ),
    notes,
    optOuts: [],
    // CRM history from our own exports.
    history: historyOf((key) => {
      const text = firstTextOf(HISTORY_PROPERTIES[key])
      return text && HISTORY_DATES.some((date) => date === key) ? parseFileDate(text, false) : text
    }),
  }
}

/** Words of TYPE and of Apple's label, and `pref`. */
function typeWords({ params }: CardProperty, label = ''): Set<string> {
  const words = [...(params.get('TYPE') ?? []), ...label.split(/[\s_]+/)].map((word) =>
    word.trim().toLowerCase(),
  )
  const isPreferred = params.get('PREF')?.[0] === '1'
  return new Set(isPreferred ? [...words, 'pref'] : words)
}

/** Phone types, the more specific first, because a home fax is a fax. */
const PHONE_TYPES: Readonly<Record<string, PhoneKind>> = {
  ...{ fax: 'fax', pager: 'pager', cell: 'mobile', mobile: 'mobile', iphone: 'mobile' },
  ...{ work: 'work', home: 'home', main: 'main', company: 'main', other: 'other', car: 'other' },
  ...{ assistantphone: 'other', assistant: 'other' },
}
const POINT_TYPES: Readonly<Record<string, PointKind>> = {
  ...{ mailing: 'mailing', property: 'property', home: 'home', work: 'work', other: 'other' },
}

/** Kind of an email or address, by types or label words: "Billing", "Vacation home", "Büro". */
function pointKindOfTypes(types: ReadonlySet<string>): PointKind | null {
  const words = [...types].filter((type) => type !== 'internet' && type !== 'email')
  const kindByLabel =
    words.length > 1 ? pointKindOf(words.filter((word) => !(word in POINT_TYPES)).join(' ')) : null
  return (
    (kindByLabel === 'property' ? kindByLabel : firstKind(types, POINT_TYPES)) ?? pointKindOf(words.join(' '))
  )
}

/** Types that describe the use of a number, not its kind. */
const USAGE_TYPES = new Set(['', ...'pref voice text msg video internet'.split(' ')])

function firstKind<Kind>(types: ReadonlySet<string>, kinds: Readonly<Record<string, Kind>>): Kind | null {
  const type = Object.keys(kinds).find((each) => types.has(each))
  return type === undefined ? null : (kinds[type] ?? null)
}

function phoneOf({ value }: CardProperty, types: Set<string>): ContactParts['phones'][number] {
  const valueText = unescapeValue(value).trim()
  const isUri = /^tel:/i.test(valueText)
  const text = isUri
    ? valueText
        .slice(4)
        .replace(/;ext=(\d+)/i, ' x$1')
        .replace(/;[a-z-]+=[^;]*/gi, '')
    : valueText
  const kind =
    firstKind(types, PHONE_TYPES) ??
    phoneKindOf([...types].filter((type) => !USAGE_TYPES.has(type)).join(' '))
  return { text, kind, isPreferred: types.has('pref') }
}

function emailOf({ value }: CardProperty, types: Set<string>): ContactParts['emails'][number] {
  const text = unescapeValue(value).replace(/^mailto:/i, '')
  return { text: text.trim(), kind: pointKindOfTypes(types), isPreferred: types.has('pref') }
}

function addressesOf(
  addresses: readonly CardProperty[],
  labels: readonly CardProperty[],
  typesOf: (property: CardProperty) => Set<string>,
): AddressParts[] {
  const parsedAddresses = addresses.map(
    (each): AddressParts => ({
      ...addressOf(each, pointKindOfTypes(typesOf(each))),
      ...(typesOf(each).has('pref') && { isPreferred: true }),
    }),
  )
  const filledAddresses = parsedAddresses.filter(hasAddress)
  // Some programs write the full address as a label, with an empty or missing address.
  const whole = labels.map(
    (each): AddressParts => ({ kind: pointKindOfTypes(typesOf(each)), whole: unescapeValue(each.value) }),
  )
  const missingKinds = whole.filter(({ kind }) => !filledAddresses.some((each) => each.kind === kind))
  const sortedAddresses = filledAddresses.toSorted(
    (a, b) => Number(b.isPreferred ?? false) - Number(a.isPreferred ?? false),
  )
  return [...sortedAddresses, ...(filledAddresses.length === 0 ? whole : missingKinds)]
}

function addressOf({ value, params }: CardProperty, kind: PointKind | null): AddressParts {
  const [poBox = '', extendedAddress = '', street = '', city = '', state = '', zipCode = '', country = ''] =
    splitStructured(value)
  const label = params.get('LABEL')?.join(',') ?? ''
  const parts = [poBox, extendedAddress, street, city, state, zipCode]
  if (parts.every((part) => part.trim() === '')) return { kind, whole: unescapeValue(label), country }
  // Some programs swap the two address lines: "222 Broadway;Suite 100".
  const isSwapped = /^\d/.test(extendedAddress.trim()) && isUnitWord(street.trim().split(/\s/)[0] ?? '')
  const [line1, line2] =
    isSwapped || street.trim() === '' ? [extendedAddress, street] : [street, extendedAddress]
  const boxLine = /^\d+[A-Za-z]?$/.test(poBox.trim()) ? `PO Box ${poBox.trim()}` : poBox
  return {
    kind,
    street: line1,
    street2: [line2, boxLine].filter((part) => part.trim()).join(', '),
    city,
    state,
    zipCode,
    country,
  }
}

function hasAddress({ street, street2, city, state, zipCode, whole }: AddressParts): boolean {
  return [street, street2, city, state, zipCode, whole].some((part) => part?.trim())
}
