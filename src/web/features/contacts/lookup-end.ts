import type { ContactDetail } from '#contract/contacts.ts'

const FAILED = 'Enrichment failed'

/** What the failure toast is told of a look-up that found nobody; the server says it in these words, too. */
export const NO_DATA = 'No enrichment data'

/** Whether the contact's newest look-up is under way: a second one would be refused. */
export function isBeingLookedUp({ lookUp }: Pick<ContactDetail, 'lookUp'>): boolean {
  return lookUp?.status === 'queued' || lookUp?.status === 'running'
}

/** How the contact's newest look-up ended: it found the person, or why not; null while it has not ended. */
export function lookUpEnd({
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
