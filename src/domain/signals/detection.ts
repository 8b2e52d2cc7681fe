import type { IsoDate } from '../enrichment/person-record.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'

/** The contact as the user keeps it; corrections of the user are here and win over providers. */
export type DetectionContact = {
  firstName: string
  lastName: string
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  birthYear: number | null
  age: number | null
}

export type DetectionInput = {
  today: IsoDate
  contact: DetectionContact
  current: EnrichmentResult
  /** The enrichment before, for what changed in between. */
  previous: EnrichmentResult | null
  previousFetchedAt: IsoDate | null
  /** With `excludeFamilial` nothing is inferred about children or the size of the household. */
  policy?: { excludeFamilial: boolean }
}
