import { parseFullName } from '../identity/person-name.ts'
import type { ContactParts } from './contact-parts.ts'
import { partnerOfRelation } from './relations.ts'
import { PARTNER_PROPERTY } from './vcard.ts'
import type { CardProperty } from './vcard-lines.ts'
import { splitStructured, unescapeValue } from './vcard-values.ts'

/** Labeled dates and relations other than the spouse: "Anniversary", "Daughter". */
export function labeledValues(
  properties: readonly CardProperty[],
  typesOf: (property: CardProperty) => Set<string>,
): [string, string][] {
  return properties.flatMap((each): [string, string][] => {
    const text = unescapeValue(each.value).trim()
    if (text === '' || /^(?:urn:|https?:|data:)/i.test(text) || spouseName(each, typesOf) !== '') return []
    if (each.name.endsWith('ANNIVERSARY')) return [['Anniversary', text]]
    if (each.name === 'X-ANDROID-CUSTOM') return androidValue(each.value)
    if (!LABELED.has(each.name)) return []
    const label = [...typesOf(each)].filter((type) => !UNLABELED.has(type)).join(' ')
    return [[label || (each.name === 'X-ABDATE' ? 'Date' : 'Relation'), text]]
  })
}

const LABELED: ReadonlySet<string> = new Set(['X-ABDATE', 'X-ABRELATEDNAMES', 'RELATED'])
const UNLABELED: ReadonlySet<string> = new Set(['', 'pref', 'text'])

/** Android's dates, nicknames and relations, by the last part of their type and their number. */
function androidValue(value: string): [string, string][] {
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
  const own = properties.find(({ name }) => name === PARTNER_PROPERTY)
  if (own) {
    const [partnerLastName = '', firstName = ''] = splitStructured(own.value)
    return { firstName, lastName: partnerLastName }
  }
  for (const each of properties) {
    const name = spouseName(each, typesOf)
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
