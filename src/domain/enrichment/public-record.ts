import type { PersonRecord } from './person-record.ts'
import type { PropertyRecord } from './property-record.ts'

export const PUBLIC_RECORD_KINDS = [
  'deed',
  'notice_of_default',
  'auction',
  'tax_lien',
  'bankruptcy',
  'dissolution',
  'birth',
  'marriage',
  'probate',
  'permit',
  'listing',
  'disaster',
] as const

export type PublicRecordKind = (typeof PUBLIC_RECORD_KINDS)[number]

/** A date as printed by a registry: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export type RegistryDate = string

/**
 * One document of a public registry. `documentId` is unique within `source`, so no document counts twice. `names` are the
 * parties as written; `details` are fields that only some kinds of records have.
 */
export type PublicRecord = {
  kind: PublicRecordKind
  documentId: string
  names: string[]
  address: { street: string | null; city: string | null; state: string | null; zipCode: string | null } | null
  dates: { event?: RegistryDate; filed?: RegistryDate; recorded?: RegistryDate; auction?: RegistryDate }
  amount: number | null
  source: string
  details: {
    documentType?: string
    grantors?: string[]
    grantees?: string[]
    price?: number | null
    damage?: boolean
    county?: string
    individualAssistance?: boolean
  }
}

/** The data of one enrichment: the merged person, their properties, and documents about them. */
export type EnrichmentResult = {
  person: PersonRecord | null
  properties: PropertyRecord[]
  publicRecords: PublicRecord[]
}
