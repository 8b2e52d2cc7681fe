import type { PhoneKind, PointKind } from '../identity/contact-details.ts'
import { isUsualPhone, nationalPhone } from '../identity/phone.ts'
import type { ContactParts } from './contact-parts.ts'
import { readEmailCell } from './email-cell.ts'
import { readPhoneCell } from './phone-cell.ts'

type Phone = { phone: string; kind: PhoneKind | null }
type Email = { email: string; kind: PointKind | null }

/** Numbers of an unknown kind come before work: a column "Phone" is mostly a person's own. */
const PHONE_RANK: Readonly<Record<PhoneKind, number>> = {
  ...{ mobile: 0, home: 2, work: 4, main: 5, other: 6, fax: 10, pager: 11 },
}
const UNKNOWN_RANK = 3
const PREFERRED_RANK = -1
const OTHER_RANK = 6
const FAX_RANK = 10

/**
 * The numbers of a record, none of them twice, with the remarks that stand beside them: the best first, or as
 * in the file where it says which one is the first; fax and pager last.
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
    const [first] = cell.phones
    if (cell.note) notes.push(first ? `${first.phone}: ${cell.note}` : `Phone: ${cell.note}`)
    for (const each of cell.phones) {
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

/** The e-mail addresses of a record, preferred ones first, none of them twice. */
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
