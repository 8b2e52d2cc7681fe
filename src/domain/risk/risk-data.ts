import type { IsoDate } from '../enrichment/person-record.ts'
import type { RegistryDate } from '../enrichment/public-record.ts'

/** A change of owner, from a sale or a deed. Names as written; an empty list means unknown. */
export type Transfer = {
  date: RegistryDate | null
  documentType: string | null
  documentId: string | null
  /** Whole dollars; null for an unknown or token price. */
  price: number | null
  from: string[]
  to: string[]
  sources: string[]
  /** False for a gift, inheritance or settlement. */
  sale: boolean
}

/** A period without a document that explains the change from `owner` to `next`. */
export type TitleGap = {
  after: RegistryDate
  /** Null if the gap lasts until today; `next` then has the names on the current title. */
  before: RegistryDate | null
  owner: string
  next: string
}

export type QuickResale = {
  boughtOn: IsoDate
  soldOn: IsoDate
  months: number
  boughtFor: number | null
  soldFor: number | null
  /** Price change in percent; null if a price is unknown. */
  change: number | null
}

const NOTABLE_CHANGE = 20

/** Tells if a price change within a year, in percent, is worth mentioning. */
export function isNotable(change: number): boolean {
  return Math.abs(change) >= NOTABLE_CHANGE
}

export type OwnershipHistory = {
  /** `not_run` without any sale or deed of the home. */
  status: 'not_run' | 'known'
  /** Address of the home. */
  home: string | null
  /** Newest first. */
  deeds: Transfer[]
  /** Years from the oldest deed to the check. */
  yearsCovered: number | null
  gaps: TitleGap[]
  quickResales: QuickResale[]
}

export const FRAUD_CHECKS = [
  'phone_owner',
  'phone_surnames',
  'phone_line',
  'phone_location',
  'email_service',
  'email_name',
  'title_owner',
  'owner_mailing_address',
] as const

export type FraudCheckName = (typeof FRAUD_CHECKS)[number]

/** A comparison of the contact's data with the sources. */
export type FraudCheck = {
  check: FraudCheckName
  result: 'passed' | 'review' | 'not_run'
  /** Marks a difference that is common among honest people: shown, but not counted for review. */
  weak: boolean
  why: string
  /** Sources that the contact was compared with. */
  sources: string[]
}

/** A name on the list that resembles the contact's. It need not be the same person. */
export type SanctionsMatch = {
  entityNumber: string
  name: string
  kind: 'primary' | 'aka' | 'fka' | 'nka'
  program: string | null
  /** 0..1 */
  similarity: number
  /** Null if the list or the contact has no year of birth. */
  birthYearFits: boolean | null
  strength: 'potential' | 'weak'
}

export type SanctionsScreening = {
  status: 'not_run' | 'no_match' | 'possible_match'
  why: 'no_list' | 'failed' | null
  /** Publication date of the list. */
  listDate: IsoDate | null
  screenedAt: string | null
  matches: SanctionsMatch[]
}

export type ForeclosureRecord = {
  kind: 'notice_of_default' | 'auction' | 'tax_lien'
  documentType: string | null
  documentId: string
  filedOn: RegistryDate | null
  auctionOn: RegistryDate | null
  /** Whole dollars. */
  amount: number | null
  source: string
}

export type ForeclosureHistory = {
  /** `not_run` if no source of county documents answered. */
  status: 'not_run' | 'none_found' | 'records'
  /** Newest first. */
  records: ForeclosureRecord[]
}

/** The risk assessment of an enriched contact, stored as `contacts.risk_data`. */
export type RiskData = {
  /** Number of findings to review; weak ones don't count. */
  review: number
  checkedAt: string
  /** True if any of it comes from the sample provider. */
  sample: boolean
  sources: string[]
  ownership: OwnershipHistory
  fraud: FraudCheck[]
  sanctions: SanctionsScreening
  foreclosure: ForeclosureHistory
}
