import type { PhoneKind, PointKind } from '../identity/contact-details.ts'
import { isCommonUsFormat, nationalPhone } from '../identity/phone.ts'
import type { ContactParts } from './contact-parts.ts'
import { readEmailCell } from './email-cell.ts'
import { readPhoneCell } from './phone-cell.ts'

type Phone = { phone: string; kind: PhoneKind | null }
type Email = { email: string; kind: PointKind | null }

/** Order of phone kinds. Unknown kinds precede work, because a plain "Phone" column is usually personal. */
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
  const phonesByNumber = new Map<string, Phone & { rank: number }>()
  for (const { text, kind, isPreferred = false } of parts) {
    if (text === '') continue
    const cell = readPhoneCell(withCountry(text, country), kind)
    if (cell.note) notes.push(`Phone: ${cell.note}`)
    for (const { note, ...each } of cell.phones) {
      if (note) notes.push(`${each.phone}: ${note}`)
      const existing = phonesByNumber.get(each.phone)
      const rank = rankOf(each.kind, isPreferred)
      if (!existing) phonesByNumber.set(each.phone, { ...each, rank })
      else {
        existing.kind ??= each.kind
        existing.rank = Math.min(existing.rank, rank)
      }
    }
  }
  const allPhones = [...phonesByNumber.values()]
  const hasPreferred = allPhones.some(({ rank }) => rank === PREFERRED_RANK)
  const sortRank = ({ rank }: { rank: number }) =>
    hasPreferred && rank !== PREFERRED_RANK ? Math.min(Math.max(rank, OTHER_RANK), FAX_RANK) : rank
  allPhones.sort((a, b) => sortRank(a) - sortRank(b))
  return { phones: allPhones.map(({ phone, kind }) => ({ phone, kind })), notes }
}

function withCountry(text: string, country: string | null): string {
  return country === null || isCommonUsFormat(text) ? text : (nationalPhone(text, country) ?? text)
}

function rankOf(kind: PhoneKind | null, isPreferred: boolean): number {
  const rank = kind ? PHONE_RANK[kind] : UNKNOWN_RANK
  return isPreferred && rank < FAX_RANK ? PREFERRED_RANK : rank
}

/** Unique email addresses of a record, preferred ones first. */
export function assembleEmails(parts: ContactParts['emails']): Email[] {
  const preferred: Email[] = []
  const otherEmails: Email[] = []
  for (const { text, kind, isPreferred = false } of parts) {
    if (text !== '') (isPreferred ? preferred : otherEmails).push(...readEmailCell(text, kind))
  }
  const allEmails = [...preferred, ...otherEmails]
  if (allEmails.length < 2) return allEmails
  const seen = new Set<string>()
  return allEmails.filter(({ email }) => !seen.has(email) && seen.add(email))
}
