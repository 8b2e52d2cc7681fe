import {
  type ContactDetails,
  DETAILS_LIMITS,
  FILE_LIMITS,
  historyOf,
  type LabelsAndNotes,
  NO_DETAILS,
} from '../identity/contact-details.ts'
import { ADDRESS_FIELDS, MAX_CONTACT_FIELD_LENGTH } from '../identity/contact-draft.ts'
import { isEmailAddress } from '../identity/email.ts'
import { fold, storableLine } from '../identity/name.ts'
import { hasDetails, normalizeMultilineText } from '../identity/normalize-details.ts'
import type { AssembledAddress } from './assemble-address.ts'
import type { AssembledName } from './assemble-name.ts'
import type { assembleEmails, assemblePhones } from './assemble-points.ts'
import type { ContactParts } from './contact-parts.ts'
import { parseFileDate } from './file-date.ts'

/** The name and contact points read from the parts of a record, primary ones first. */
export type AssembledPoints = {
  name: AssembledName
  emails: ReturnType<typeof assembleEmails>
  phones: ReturnType<typeof assemblePhones>['phones']
  phoneNotes: readonly string[]
  addresses: readonly AssembledAddress[]
}

const MAX_PARTNER_NAME_LENGTH = MAX_CONTACT_FIELD_LENGTH.firstName

/** Collects labels and details within their limits; null if there are none. Other values go into the notes. */
export function assembleDetails(
  parts: ContactParts,
  points: AssembledPoints,
): LabelsAndNotes & { details: ContactDetails | null; warnings: string[] } {
  const lines = new Set<string>()
  const addNote = (label: string, text: string): void => {
    const line = storableLines(label + text)
    if (line !== '') lines.add(line)
  }
  const shorten = (text: string | undefined, max: number): string | null => {
    const fullLine = storableLine(text ?? '')
    if (fullLine.length > max) addNote('', fullLine)
    return cutTo(fullLine, max)
  }
  for (const text of parts.notes) addNote('', withoutMarkup(text))
  const birthday = parts.birthday ? parseBirthday(parts.birthday) : null
  if (parts.birthday && !birthday) addNote('Birthday: ', parts.birthday)
  const texts = {
    company: shorten(parts.company, DETAILS_LIMITS.companyLength),
    jobTitle: shorten(parts.jobTitle, DETAILS_LIMITS.jobTitleLength),
    website: shorten(parts.website, DETAILS_LIMITS.websiteLength),
  }
  const labels = labelsOf(parts.labels, (label) => addNote('Label: ', label))
  const { title, suffix, partner, note: nameNote } = points.name
  if (nameNote) addNote('Name: ', nameNote)
  for (const text of points.phoneNotes) addNote('', text)
  const details: ContactDetails = {
    ...{ ...NO_DETAILS, ...texts, birthday },
    phoneKind: points.phones[0]?.kind ?? null,
    emails: emailsOf(points, addNote),
    phones: phonesOf(points, addNote),
    addresses: addressesOf(points, addNote),
    title: cutTo(storableLine(title ?? ''), DETAILS_LIMITS.titleLength),
    suffix: cutTo(storableLine(suffix ?? ''), DETAILS_LIMITS.titleLength),
    partner: partnerOf(partner),
    history: parts.history
      ? historyOf((key) => cutTo(storableLine(parts.history?.[key] ?? ''), DETAILS_LIMITS.historyLength))
      : null,
  }
  const notes = [...lines].join('\n')
  const isCut = notes.length > FILE_LIMITS.notesLength
  const warning = `The notes were cut to ${FILE_LIMITS.notesLength.toLocaleString('en-US')} characters`
  return {
    labels,
    notes: cutTo(notes, FILE_LIMITS.notesLength),
    details: hasDetails(details) ? details : null,
    warnings: isCut ? [warning] : [],
  }
}

/** Placeholder years such as Apple's 1604, 0000 and 1900 mean that the year is unknown. */
function parseBirthday(text: string): string | null {
  return parseFileDate(text.trim().replace(/^(?:0\d{3}|1[0-8]\d\d|1900)(?=-?\d\d-?\d\d)-?/, '--'), false)
}

type AddNote = (label: string, text: string) => void

function labelsOf(texts: readonly string[], addNote: (label: string) => void): string[] {
  const labels = new Map<string, string>()
  for (const label of texts.map(storableLine)) {
    const key = fold(label)
    if (key === '' || labels.has(key)) continue
    const isAtLimit = labels.size >= FILE_LIMITS.labels
    if (!isAtLimit) labels.set(key, cutTo(label, FILE_LIMITS.labelLength) ?? '')
    if (isAtLimit || label.length > FILE_LIMITS.labelLength) addNote(label)
  }
  return [...labels.values()]
}

function emailsOf({ emails }: AssembledPoints, addNote: AddNote): ContactDetails['emails'] {
  const [, ...alternates] = emails
  const valid = alternates.filter(({ email }) => isEmailAddress(email)).slice(0, DETAILS_LIMITS.emails)
  for (const each of alternates) if (!valid.includes(each)) addNote('Email: ', each.email)
  return valid.map(({ email, kind }) => ({ email, kind: kind ?? 'other' }))
}

function phonesOf({ phones }: AssembledPoints, addNote: AddNote): ContactDetails['phones'] {
  const [, ...alternates] = phones
  for (const { phone } of alternates.slice(DETAILS_LIMITS.phones)) addNote('Phone: ', phone)
  return alternates
    .slice(0, DETAILS_LIMITS.phones)
    .map(({ phone, kind }) => ({ phone: storableLine(phone), kind: kind ?? 'other' }))
}

function addressesOf({ addresses }: AssembledPoints, addNote: AddNote): ContactDetails['addresses'] {
  const keptAddresses: ContactDetails['addresses'] = []
  const [home, ...alternates] = addresses
  for (const { country, kind, ...addressFields } of alternates) {
    const address = {
      address: addressFields.address && storableLine(addressFields.address),
      city: addressFields.city && storableLine(addressFields.city),
      state: addressFields.state && storableLine(addressFields.state),
      zipCode: addressFields.zipCode && storableLine(addressFields.zipCode),
    }
    const fitsLimits = ADDRESS_FIELDS.every(
      (field) => (address[field]?.length ?? 0) <= MAX_CONTACT_FIELD_LENGTH[field],
    )
    if (fitsLimits && keptAddresses.length < DETAILS_LIMITS.addresses)
      keptAddresses.push({ kind: kind ?? 'other', ...address })
    else addNote('Address: ', Object.values(address).filter(Boolean).join(', '))
    if (country) addNote('Country: ', country)
  }
  if (home?.country) addNote('Country: ', home.country)
  return keptAddresses
}

function partnerOf(partner: AssembledName['partner']): ContactDetails['partner'] {
  if (!partner || (!partner.firstName && !partner.lastName)) return null
  const name = (text: string) => cutTo(storableLine(text), MAX_PARTNER_NAME_LENGTH) ?? ''
  return { firstName: name(partner.firstName), lastName: name(partner.lastName) }
}

/** Text of a note that a program stored as HTML. */
function withoutMarkup(text: string): string {
  if (!/<\/(?:p|div|span|b|strong|i|em|u|a|ul|ol|li|font|h[1-6])>|<br ?\/?>/i.test(text)) return text
  return text
    .replace(/<(?:br ?\/?|\/(?:p|div|li|h[1-6]))>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, '')
    .replace(/&(?:nbsp|amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

const ENTITIES: Partial<Record<string, string>> = {
  ...{ '&nbsp;': ' ', '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" },
}

/** Normalizes several lines for storage. */
function storableLines(text: string): string {
  return normalizeMultilineText(text.slice(0, 2 * FILE_LIMITS.notesLength).replace(/[\u2028\u2029]/g, '\n'))
}

/** Cuts a text between characters; null if it is empty. */
function cutTo(text: string, max: number): string | null {
  const shortText =
    text.length <= max
      ? text
      : text
          .slice(0, max)
          .toWellFormed()
          .replace(/\ufffd$/, '')
  return shortText || null
}
