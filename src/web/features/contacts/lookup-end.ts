import type { ContactDetail } from '#contract/contacts.ts'

/** What a lookup changes without finding anybody: it verifies anew. */
const VERIFICATION = [
  'emailVerified',
  'phoneVerified',
  'emailVerificationReason',
  'phoneVerificationReason',
  'updatedAt',
] as const satisfies readonly (keyof ContactDetail)[]

/**
 * What the news of a changed contact says about a lookup under way. The event does not name its cause: an edit or a
 * ticked task (`other`) sends the same one and must not be taken for the end.
 */
export function lookupEnd(before: ContactDetail, after: ContactDetail): 'found' | 'nothing' | 'other' {
  if (after.enrichedAt !== null && after.enrichedAt !== before.enrichedAt) return 'found'
  return content(after) === content(before) ? 'nothing' : 'other'
}

function content(contact: ContactDetail): string {
  const entries = Object.entries(contact).filter(
    ([key]) => !(VERIFICATION as readonly string[]).includes(key),
  )
  return JSON.stringify(entries.sort(([a], [b]) => a.localeCompare(b)))
}
