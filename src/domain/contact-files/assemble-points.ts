import type { PhoneKind, PointKind } from '../identity/contact-details.ts'
import { isUsualPhone, nationalPhone } from '../identity/phone.ts'
import type { ContactParts } from './contact-parts.ts'
import { readEmailCell } from './email-cell.ts'
import { readPhoneCell } from './phone-cell.ts'

type Phone = { phone: string; kind: PhoneKind | null }
type Email = { email: string; kind: PointKind | null }

/** Numbers of unknown kind precede work: a plain "Phone" column is usually personal. */
const PHONE_RANK: Readonly<Record<PhoneKind, number>> = {
  ...{ mobile: 0, home: 2, work: 4, main: 5, other: 6, fax: 10, pager: 11 },
}
const UNKNOWN_RANK = 3
const PREFERRED_RANK = -1
const OTHER_RANK = 6
const FAX_RANK = 10

/**
 * Unique phone numbers of a record with their remarks: best first, or in file order if the file marks a preferred
 * one; fax and pager last.
 */
export function assemblePhones(
  parts: ContactParts['phones'],
  country: string | null = null,
): { phones: Phone[]; notes: string[] } {
  const notes: string[] = []
  const known = new Map<string, Phone & { rank: number }>()
  for (const { text, kind, isPreferred = false } of parts) {
    if (text === '') continue
    const cell = readPhoneCell(withCountry(text, country), kind)
    if (cell.note) notes.push(`Phone: ${cell.note}`)
    for (const { note, ...each } of cell.phones) {
      if (note) notes.push(`${each.phone}: ${note}`)
      const same = known.get(each.phone)
      const rank = rankOf(each.kind, isPreferred)
      if (!same) known.set(each.phone, { ...each, rank })
      else {
        same.kind ??= each.kind
        same.rank = Math.min(same.rank, rank)
      }
    }
  }
  const all = [...known.values()]
  const isOrdered = all.some(({ rank }) => rank === PREFERRED_RANK)
  const order = ({ rank }: { rank: number }) =>
    isOrdered && rank !== PREFERRED_RANK ? Math.min(Math.max(rank, OTHER_RANK), FAX_RANK) : rank
  all.sort((a, b) => order(a) - order(b))
  return { phones: all.map(({ phone, kind }) => ({ phone, kind })), notes }
}

function withCountry(text: string, country: string | null): string {
  return country === null || isUsualPhone(text) ? text : (nationalPhone(text, country) ?? text)
}

function rankOf(kind: PhoneKind | null, isPreferred: boolean): number {
  const rank = kind ? PHONE_RANK[kind] : UNKNOWN_RANK
  return isPreferred && rank < FAX_RANK ? PREFERRED_RANK : rank
}

/** Unique email addresses of a record, preferred ones first. */
export function assembleEmails(parts: ContactParts['emails']): Email[] {
  const first: Email[] = []
  const others: Email[] = []
  for (const { text, kind, isPreferred = false } of parts) {
    if (text !== '') (isPreferred ? first : others).push(...readEmailCell(text, kind))
  }
  const all = [...first, ...others]
  if (all.length < 2) return all
  const seen = new Set<string>()
  return all.filter(({ email }) => !seen.has(email) && seen.add(email))
}
