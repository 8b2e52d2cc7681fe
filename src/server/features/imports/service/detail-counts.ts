import type { StoredCounts } from '#contract/imports.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'

/** Number of details beyond the eight contact fields. */
export function countDetails(details: ContactDetails): StoredCounts {
  const { emails, phones, addresses, notes, labels, partner } = details
  return {
    emails: emails.length,
    phones: phones.length,
    addresses: addresses.length,
    notes: notes ? 1 : 0,
    labels: labels.length > 0 ? 1 : 0,
    partners: partner ? 1 : 0,
  }
}

export function addCounts(one: StoredCounts | null | undefined, other: StoredCounts): StoredCounts {
  if (!one) return other
  return {
    emails: one.emails + other.emails,
    phones: one.phones + other.phones,
    addresses: one.addresses + other.addresses,
    notes: one.notes + other.notes,
    labels: one.labels + other.labels,
    partners: one.partners + other.partners,
  }
}
