import type { ContactDetail } from '#contract/contacts.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'

const FAILED = 'Enrichment failed'
const NO_DATA =
  "We couldn't find additional data for this contact. Try again later or verify the contact information is correct."

/** True while the contact's latest enrichment is queued or running. */
export function isEnriching({ latestEnrichment: latest }: Pick<ContactDetail, 'latestEnrichment'>): boolean {
  return latest?.status === 'queued' || latest?.status === 'running'
}

/** The outcome of the contact's latest enrichment, with a message if it found no match; null until it ends. */
export function enrichmentOutcome({
  latestEnrichment: latest,
}: Pick<ContactDetail, 'latestEnrichment'>):
  | { hasMatch: true }
  | { hasMatch: false; message: string }
  | null {
  switch (latest?.status) {
    case 'matched':
      return { hasMatch: true }
    case 'no_match':
      return { hasMatch: false, message: NO_DATA }
    case 'failed':
      return { hasMatch: false, message: latest.message ?? FAILED }
    default:
      return null
  }
}

/** The error text of a rejected enrichment request. */
export function enrichmentErrorText(error: unknown): string {
  const hasNoMatch = error instanceof ApiError && error.body?.code === 'no_enrichment_data'
  return hasNoMatch ? NO_DATA : messageOf(error, FAILED)
}
