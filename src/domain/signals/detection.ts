import type { IsoDate } from '../enrichment/person-record.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'
import type { ContactDraft } from '../identity/contact-draft.ts'

/** Contact as the user maintains it; the user's corrections win over providers. */
export type DetectionContact = Omit<ContactDraft, 'email' | 'phone'> & {
  birthYear: number | null
  age: number | null
}

export type DetectionInput = {
  today: IsoDate
  contact: DetectionContact
  current: EnrichmentResult
  /** Previous enrichment, to detect changes in between. */
  previous: EnrichmentResult | null
  previousFetchedAt: IsoDate | null
  /** With `excludeFamilial`, nothing is inferred about children or household size. */
  policy?: { excludeFamilial: boolean }
}
