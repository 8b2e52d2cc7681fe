import { parseFullName } from '../identity/person-name.ts'
import type { ContactParts } from './contact-parts.ts'
import { partnerOfRelation } from './relations.ts'
import { PARTNER_PROPERTY } from './vcard.ts'
import type { CardProperty } from './vcard-lines.ts'
import { splitStructured, unescapeValue } from './vcard-values.ts'

/** Finds labeled dates and relations other than the spouse: "Anniversary", "Daughter". */
export function findLabeledValues(
  properties: readonly CardProperty[],
  typesOf: (property: CardProperty) => Set<string>,
): [string, string][] {
  return properties.flatMap((property): [string, string][] => {
    const text = unescapeValue(property.value).trim()
    if (text === '' || /^(?:urn:|https?:|data:)/i.test(text) || spouseName(property, typesOf) !== '')
      return []
    if (property.name.endsWith('ANNIVERSARY')) return [['Anniversary', text]]
    if (property.name === 'X-ANDROID-CUSTOM') return parseAndroidValue(property.value)
    if (!LABELED_PROPERTIES.has(property.name)) return []
    const label = [...typesOf(property)].filter((type) => !GENERIC_TYPES.has(type)).join(' ')
    return [[label || (property.name === 'X-ABDATE' ? 'Date' : 'Relation'), text]]
  })
}

const LABELED_PROPERTIES: ReadonlySet<string> = new Set(['X-ABDATE', 'X-ABRELATEDNAMES', 'RELATED'])
const GENERIC_TYPES: ReadonlySet<string> = new Set(['', 'pref', 'text'])

/** Parses Android's dates, nicknames and relations by the last part of their type and their number. */
function parseAndroidValue(value: string): [string, string][] {
  const [type = '', text = '', number = '', label = ''] = splitStructured(value)
  const kind = type.split('/').at(-1)
  if (text.trim() === '') return []
  if (kind === 'nickname') return [['Nickname', text]]
  if (kind === 'contact_event') return [[ANDROID_EVENTS[number] ?? (label || 'Date'), text]]
  if (kind === 'relation') return [[ANDROID_RELATIONS[Number(number)] ?? (label || 'Relation'), text]]
  return []
}

const ANDROID_EVENTS: Readonly<Record<string, string>> = { 1: 'Anniversary', 3: 'Birthday' }
const ANDROID_RELATIONS =
  ',Assistant,Brother,Child,Domestic partner,Father,Friend,Manager,Mother,Parent,Partner,Referred by,Relative,Sister,Spouse'
    .split(',')
    .map((label) => label || undefined)

/** Android's numbers for domestic partner, partner and spouse. */
const ANDROID_PARTNERS: ReadonlySet<string> = new Set(['4', '10', '14'])

export function partnerOf(
  properties: readonly CardProperty[],
  typesOf: (property: CardProperty) => Set<string>,
  lastName: string,
): ContactParts['partner'] {
  const ownProperty = properties.find(({ name }) => name === PARTNER_PROPERTY)
  if (ownProperty) {
    const [partnerLastName = '', firstName = ''] = splitStructured(ownProperty.value)
    return { firstName, lastName: partnerLastName }
  }
  for (const property of properties) {
    const name = spouseName(property, typesOf)
    if (name === '') continue
    const partner = parseFullName(name)
    return { firstName: partner.firstName, lastName: partner.lastName || lastName }
  }
  return null
}

function spouseName(property: CardProperty, typesOf: (property: CardProperty) => Set<string>): string {
  const { name, value } = property
  const text = unescapeValue(value).trim()
  if (/^X-.*SPOUSE/.test(name)) return text
  if (name === 'X-ANDROID-CUSTOM') {
    const [type = '', person = '', relation = ''] = splitStructured(value)
    return /relation$/.test(type) && ANDROID_PARTNERS.has(relation) ? person.trim() : ''
  }
  if (name !== 'X-ABRELATEDNAMES' && name !== 'RELATED') return ''
  const isSpouse = [...typesOf(property)].some((type) => partnerOfRelation(type, 'a'))
  return isSpouse && !/^(?:urn:|https?:|data:)/i.test(text) ? text : ''
}
