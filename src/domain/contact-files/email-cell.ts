import type { PointKind } from '../identity/contact-details.ts'
import { isEmailAddress, normalizeEmail } from '../identity/email.ts'
import { firstByWord } from '../word-lists.ts'

export type EmailInCell = { email: string; kind: PointKind | null }

const MAX_LENGTH = 5000
const EMPTY_VALUE_PATTERN = /^(?:n\/?a|none|null|nil|no|no e-?mail|unknown|unk|tbd|-+|\.+|x+|\?+)$/i
const KIND_BY_LABEL = firstByWord(
  'home home h personal private; work work w office business; other other',
) as ReadonlyMap<string, PointKind>

/**
 * Reads email addresses from a cell: `Anna <a@b.com>`, `mailto:`, several with separators or labels. Without a
 * well-formed address the text stays unchanged, so that verification can report it. Linear in the length.
 */
export function readEmailCell(text: string, kind: PointKind | null): EmailInCell[] {
  const normalized = normalizeEmail(text)
  if (normalized === '' || isEmailAddress(normalized))
    return normalized === '' ? [] : [{ email: normalized, kind }]
  const cell = normalized.slice(0, MAX_LENGTH).replace(/^[='"]+|["']+$/g, '')
  if (EMPTY_VALUE_PATTERN.test(cell)) return []
  const foundEmails: EmailInCell[] = []
  let label: PointKind | null = null
  for (const part of cell.split(/[\s,;|<>()[\]"]+|:::/)) {
    const addresses = parseEmails(part)
    foundEmails.push(...addresses.map((each) => ({ email: each.email, kind: each.kind ?? label ?? kind })))
    if (addresses.length > 0) label = null
    else label = KIND_BY_LABEL.get(part.replace(/:$/, '')) ?? label
  }
  if (foundEmails.length > 0) return foundEmails
  const withoutSpaces = cell.replace(/ ?@ ?/, '@')
  return [{ email: isEmailAddress(withoutSpaces) ? withoutSpaces : cell, kind }]
}

function parseEmails(part: string): EmailInCell[] {
  if (!part.includes('@')) return []
  const trimmed = part
    .replace(/^mailto:/, '')
    .replace(/\?subject=.*$/, '')
    .replace(/^['.]+/, '')
    .replace(/[.'!?:]+$/, '')
  const colon = trimmed.lastIndexOf(':', trimmed.indexOf('@'))
  const address = trimmed.slice(colon + 1)
  const kind = colon === -1 ? null : (KIND_BY_LABEL.get(trimmed.slice(0, colon)) ?? null)
  const emails = isEmailAddress(address) ? [address] : address.split('/').filter(isEmailAddress)
  return emails.map((email) => ({ email, kind }))
}
