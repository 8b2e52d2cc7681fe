import type { PointKind } from '../identity/contact-details.ts'
import { isEmailAddress, normalizeEmail } from '../identity/email.ts'
import { firstByWord } from '../word-lists.ts'

export type EmailInCell = { email: string; kind: PointKind | null }

const MAX_LENGTH = 5000
const NOTHING = /^(?:n\/?a|none|null|nil|no|no e-?mail|unknown|unk|tbd|-+|\.+|x+|\?+)$/i
const KINDS = firstByWord(
  'home home h personal private; work work w office business; other other',
) as ReadonlyMap<string, PointKind>

/**
 * Reads email addresses from a cell: `Anna <a@b.com>`, `mailto:`, several with separators or labels. Without a
 * well-formed address the text stays as typed, so that verification can report it. Linear in the length.
 */
export function readEmailCell(text: string, kind: PointKind | null): EmailInCell[] {
  const whole = normalizeEmail(text)
  if (whole === '' || isEmailAddress(whole)) return whole === '' ? [] : [{ email: whole, kind }]
  const cell = whole.slice(0, MAX_LENGTH).replace(/^[='"]+|["']+$/g, '')
  if (NOTHING.test(cell)) return []
  const found: EmailInCell[] = []
  let label: PointKind | null = null
  for (const piece of cell.split(/[\s,;|<>()[\]"]+|:::/)) {
    const addresses = addressesIn(piece)
    found.push(...addresses.map((each) => ({ email: each.email, kind: each.kind ?? label ?? kind })))
    if (addresses.length > 0) label = null
    else label = KINDS.get(piece.replace(/:$/, '')) ?? label
  }
  if (found.length > 0) return found
  const joined = cell.replace(/ ?@ ?/, '@')
  return [{ email: isEmailAddress(joined) ? joined : cell, kind }]
}

function addressesIn(piece: string): EmailInCell[] {
  if (!piece.includes('@')) return []
  const bare = piece
    .replace(/^mailto:/, '')
    .replace(/\?subject=.*$/, '')
    .replace(/^['.]+/, '')
    .replace(/[.'!?:]+$/, '')
  const colon = bare.lastIndexOf(':', bare.indexOf('@'))
  const address = bare.slice(colon + 1)
  const kind = colon === -1 ? null : (KINDS.get(bare.slice(0, colon)) ?? null)
  const all = isEmailAddress(address) ? [address] : address.split('/').filter(isEmailAddress)
  return all.map((email) => ({ email, kind }))
}
