import type { IsoDate } from '../enrichment/person-record.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'
import type { ContactDraft } from '../identity/contact-draft.ts'

/** The contact as maintained by the user, whose corrections take precedence over providers. */
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
  /** With `excludeFamilial`, detection infers nothing about children or household size. */
  policy?: { excludeFamilial: boolean }
}
