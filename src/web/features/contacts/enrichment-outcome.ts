import type { ContactDetail } from '#contract/contacts.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'

const FAILED = 'Enrichment failed'
const NO_DATA =
  "We couldn't find additional data for this contact. Try again later or verify the contact information is correct."

/** Whether the contact's newest look-up is under way: a second one would be refused. */
export function isEnriching({ lookUp }: Pick<ContactDetail, 'lookUp'>): boolean {
  return lookUp?.status === 'queued' || lookUp?.status === 'running'
}

/** How the contact's newest look-up ended: it found the person, or why not; null while it has not ended. */
export function enrichmentOutcome({
  lookUp,
}: Pick<ContactDetail, 'lookUp'>): { found: true } | { found: false; message: string } | null {
  switch (lookUp?.status) {
    case 'matched':
      return { found: true }
    case 'no_match':
      return { found: false, message: NO_DATA }
    case 'failed':
      return { found: false, message: lookUp.message ?? FAILED }
    default:
      return null
  }
}

/** What a refused look-up is told with. */
export function enrichmentErrorText(error: unknown): string {
  const hasNoMatch = error instanceof ApiError && error.body?.code === 'no_enrichment_data'
  return hasNoMatch ? NO_DATA : messageOf(error, FAILED)
}
