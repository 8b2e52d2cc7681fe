import type { IsoDate } from '../enrichment/person-record.ts'
import type { RegistryDate } from '../enrichment/public-record.ts'

/** One change of owner, from a sale or a deed. Names as written; an empty list is unknown. */
export type Transfer = {
  date: RegistryDate | null
  documentType: string | null
  documentId: string | null
  /** Whole dollars; null where no price is known or the paper states a token one. */
  price: number | null
  from: string[]
  to: string[]
  sources: string[]
  /** False where the home was given, inherited or settled. */
  sale: boolean
}

/** A time for which the papers do not say how the home came from one owner to another. */
export type TitleGap = {
  after: RegistryDate
  /** Null: until today, and `next` are the names on the title now. */
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
  /** Change of the price in per cent; null where a price is unknown. */
  change: number | null
}

const NOTABLE_CHANGE = 20

/** Whether a change of price within a year, in per cent, is worth a word. */
export function isNotable(change: number): boolean {
  return Math.abs(change) >= NOTABLE_CHANGE
}

export type OwnershipHistory = {
  /** `not_run`: no sale or deed of the home is known. */
  status: 'not_run' | 'known'
  /** The home that the papers are about. */
  home: string | null
  /** Newest first. */
  deeds: Transfer[]
  /** From the oldest of them to the day of the check. */
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

/** One comparison of what is on file with what the sources say. */
export type FraudCheck = {
  check: FraudCheckName
  result: 'passed' | 'review' | 'not_run'
  /** A difference that is common among people with nothing to hide: shown, but no reason to raise a flag. */
  weak: boolean
  why: string
  /** Where the other side of the comparison came from. */
  sources: string[]
}

/** A name on the list that is like the contact's. It says that two names are alike, not that they are one person. */
export type SanctionsMatch = {
  entityNumber: string
  name: string
  kind: 'primary' | 'aka' | 'fka' | 'nka'
  program: string | null
  /** 0..1 */
  similarity: number
  /** Null where the list or the contact has no year of birth. */
  birthYearFits: boolean | null
  strength: 'potential' | 'weak'
}

export type SanctionsScreening = {
  status: 'not_run' | 'no_match' | 'possible_match'
  /** Why it was not run. */
  why: 'no_list' | 'failed' | null
  /** The day of the list that was searched. */
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
  /** `not_run`: no source of county documents could be asked. */
  status: 'not_run' | 'none_found' | 'records'
  /** Newest first. */
  records: ForeclosureRecord[]
}

/** What to look at before a deal; stored as `contacts.risk_data` of everyone who was enriched. */
export type RiskData = {
  /** How many findings ask for a look; weak ones do not count. */
  review: number
  checkedAt: string
  /** Something in it comes from the sample provider. */
  sample: boolean
  sources: string[]
  ownership: OwnershipHistory
  fraud: FraudCheck[]
  sanctions: SanctionsScreening
  foreclosure: ForeclosureHistory
}
