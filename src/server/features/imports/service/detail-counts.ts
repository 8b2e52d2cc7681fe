import type { StoredCounts } from '#contract/imports.ts'
import { type FileContact, NO_DETAILS } from '#domain/identity/contact-details.ts'

export const NO_EXTRAS: StoredCounts = {
  ...{ emails: 0, phones: 0, addresses: 0 },
  ...{ notes: 0, labels: 0, partners: 0 },
}

/** Parts that a contact of a file has beyond the eight contact fields; null if it has nothing. */
export function countExtras({
  details,
  labels = [],
  notes = null,
}: Partial<Pick<FileContact, 'details' | 'labels' | 'notes'>>): StoredCounts | null {
  if (!details && !notes && labels.length === 0) return null
  const { emails, phones, addresses, partner } = details ?? NO_DETAILS
  return {
    emails: emails.length,
    phones: phones.length,
    addresses: addresses.length,
    notes: notes ? 1 : 0,
    labels: labels.length > 0 ? 1 : 0,
    partners: partner ? 1 : 0,
  }
}

export function addCounts<Counts extends Record<string, number>>(
  counts: Counts | null | undefined,
  added: Counts,
): Counts {
  if (!counts) return added
  return Object.fromEntries(
    Object.entries(added).map(([key, count]) => [key, count + (counts[key] ?? 0)]),
  ) as Counts
}
