import {
  type ContactDetails,
  HISTORY_KEYS,
  type HistoryKey,
  type LabelsAndNotes,
  NO_DETAILS,
  type PhoneKind,
  type PointKind,
} from '../identity/contact-details.ts'
import type { ContactDraft } from '../identity/contact-draft.ts'
import { cleanText, fold } from '../identity/name.ts'

/** Data of an exported card. Work is known only after enrichment. */
export type CardContact = ContactDraft &
  Partial<LabelsAndNotes> & {
    organization?: string | null
    title?: string | null
    /** Details beyond the eight fields. */
    details?: ContactDetails | null
  }

const vcardType = (kind: PhoneKind | PointKind) => (kind === 'mobile' ? 'CELL' : kind.toUpperCase())

/** Last and first name of the partner, which the standard relation property joins into one text. */
export const PARTNER_PROPERTY = 'X-PARTNER-N'

const CONTROL_EXCEPT_NEWLINE_PATTERN = /[^\P{Cc}\n]/gu

/** Maximum physical line in bytes without its line end (RFC 2426, section 2.6). */
const MAX_LINE_BYTES = 75

/**
 * Writes one vCard 3.0 (RFC 2426), the version that all phones and email programs read. For any values, the
 * output has exactly one card and one line per property: controls are removed, structure characters escaped.
 */
export function toVCard(contact: CardContact): string {
  const { firstName, lastName, email, phone, address, city, state, zipCode, details = null } = contact
  const organization = contact.organization || details?.company
  const title = contact.title || details?.jobTitle
  const hasAddress = [address, city, state, zipCode].some((part) => part)
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${joinStructured(lastName, firstName, '', details?.title ?? '', details?.suffix ?? '')}`,
    `FN:${escapeValue(`${firstName} ${lastName}`)}`,
    ...(organization ? [`ORG:${joinStructured(organization)}`] : []),
    ...(title ? [`TITLE:${escapeValue(title)}`] : []),
    ...(phone ? [`TEL;TYPE=${phoneTypeParam(details)}:${escapeValue(phone)}`] : []),
    ...(details?.phones ?? []).map((each) => `TEL;TYPE=${vcardType(each.kind)}:${escapeValue(each.phone)}`),
    ...(email ? [`EMAIL;TYPE=INTERNET${preferredParam(details?.emails)}:${escapeValue(email)}`] : []),
    ...(details?.emails ?? []).map(
      (each) => `EMAIL;TYPE=INTERNET,${vcardType(each.kind)}:${escapeValue(each.email)}`,
    ),
    ...(hasAddress
      ? [
          `ADR;TYPE=HOME${preferredParam(details?.addresses)}:${joinStructured('', '', address, city, state, zipCode, '')}`,
        ]
      : []),
    ...(details?.addresses ?? []).map(
      (each) =>
        `ADR;TYPE=${vcardType(each.kind)}:${joinStructured('', '', each.address, each.city, each.state, each.zipCode, '')}`,
    ),
    ...detailLines(details ?? NO_DETAILS, contact),
    'END:VCARD',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

/** Type of the primary number; `VOICE`, the default of the standard, for an unknown kind. */
function phoneTypeParam(details: ContactDetails | null): string {
  return `${details?.phoneKind ? vcardType(details.phoneKind) : 'VOICE'}${preferredParam(details?.phones)}`
}

/** Marks the first of several values as preferred. */
function preferredParam(alternates: readonly unknown[] | undefined): string {
  return alternates && alternates.length > 0 ? ',PREF' : ''
}

/** Extension properties for which vCard has no standard; other programs ignore them. */
export const HISTORY_PROPERTIES = {
  source: 'X-LEAD-SOURCE',
  stage: 'X-STAGE',
  assignedTo: 'X-ASSIGNED-TO',
  createdOn: 'X-CREATED-ON',
  lastContactOn: 'X-LAST-CONTACT-ON',
  lastClosingOn: 'X-LAST-CLOSING-ON',
} as const satisfies Record<HistoryKey, string>

function detailLines(
  { birthday, website, partner, history }: ContactDetails,
  { labels = [], notes }: Partial<LabelsAndNotes>,
): string[] {
  const spouse = partner ? `${partner.firstName} ${partner.lastName}`.trim() : ''
  return [
    ...(birthday ? [birthdayLine(birthday)] : []),
    ...(website ? [`URL:${escapeValue(website)}`] : []),
    ...(labels.length > 0 ? [`CATEGORIES:${labels.map(escapeValue).join(',')}`] : []),
    ...(spouse ? [`item1.X-ABRELATEDNAMES:${escapeValue(spouse)}`, 'item1.X-ABLabel:_$!<Spouse>!$_'] : []),
    ...(partner ? [`${PARTNER_PROPERTY}:${joinStructured(partner.lastName, partner.firstName)}`] : []),
    ...HISTORY_KEYS.flatMap((key) =>
      history?.[key] ? [`${HISTORY_PROPERTIES[key]}:${escapeValue(history[key])}`] : [],
    ),
    ...(notes ? [`NOTE:${escapeValue(notes.replaceAll('\t', ' '))}`] : []),
  ]
}

/** Version 3.0 has no date without a year, so this uses Apple's form, which phones read. */
function birthdayLine(birthday: string): string {
  return birthday.startsWith('--')
    ? `BDAY;X-APPLE-OMIT-YEAR=1604:1604-${birthday.slice(2)}`
    : `BDAY:${escapeValue(birthday)}`
}

/**
 * File name of a contact's card, `First_Last.vcf`: `ascii` for old readers of Content-Disposition, `utf8` with the
 * original letters. Neither can contain a quote, separator, control character or leading dot.
 */
export function vcardFileName(firstName: string, lastName: string): { ascii: string; utf8: string } {
  const utf8 = fileStem([firstName, lastName].map((name) => name.replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, '_')))
  const ascii = fileStem([firstName, lastName].map(asciiLetters))
  return { ascii: `${ascii}.vcf`, utf8: `${utf8}.vcf` }
}

function fileStem(names: string[]): string {
  const stem = names
    .map((name) => cleanText(name.toWellFormed()).replace(/^_+|_+$/g, ''))
    .filter(Boolean)
    .join('_')
  return [...stem].slice(0, 100).join('') || 'contact'
}

// Folding handles ligatures and strokes but loses case, so it is applied to non-ASCII letters only.
function asciiLetters(name: string): string {
  const letters = name.normalize('NFC').replace(/[^\0-\x7f]/gu, (letter) => {
    const foldedLetter = fold(letter)
    return letter === letter.toLowerCase() ? foldedLetter : foldedLetter.toUpperCase()
  })
  return letters.replace(/[^A-Za-z0-9'-]+/g, '_')
}

function joinStructured(...components: (string | null)[]): string {
  return components.map((component) => escapeValue(component ?? '')).join(';')
}

function escapeValue(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(CONTROL_EXCEPT_NEWLINE_PATTERN, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')
}

/** Folds a long line after at most 75 bytes, between characters; continuations begin with a space. */
function foldLine(line: string): string {
  const encoder = new TextEncoder()
  if (encoder.encode(line).length <= MAX_LINE_BYTES) return line
  let foldedLine = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > MAX_LINE_BYTES) {
      foldedLine += '\r\n '
      bytes = 1
    }
    foldedLine += character
    bytes += size
  }
  return foldedLine
}
