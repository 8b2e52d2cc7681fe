import { z } from 'zod'

const text = z.string().nullable()
const number = z.number().nullable()
const texts = z.array(z.string())

/** A change of owner, from a sale or a deed. Names as written; an empty list means unknown. */
const transfer = z.object({
  /** A registry date. */
  date: text,
  documentType: text,
  documentId: text,
  /** Whole dollars; null for an unknown or token price. */
  price: number,
  from: texts,
  to: texts,
  sources: texts,
  /** False for a gift, inheritance or settlement. */
  sale: z.boolean(),
})
export type Transfer = z.infer<typeof transfer>

/** A period without a document that explains the change from `owner` to `next`. */
const titleGap = z.object({
  after: z.string(),
  /** Null if the gap lasts until today; `next` then has the names on the current title. */
  before: text,
  owner: z.string(),
  next: z.string(),
})
export type TitleGap = z.infer<typeof titleGap>

const quickResale = z.object({
  boughtOn: z.string(),
  soldOn: z.string(),
  months: z.number(),
  boughtFor: number,
  soldFor: number,
  /** Price change in percent; null if a price is unknown. */
  change: number,
})
export type QuickResale = z.infer<typeof quickResale>

const MIN_NOTABLE_CHANGE = 20

/** True if a price change within a year, in percent, is worth mentioning. */
export function isNotable(change: number): boolean {
  return Math.abs(change) >= MIN_NOTABLE_CHANGE
}

const ownershipHistory = z.object({
  /** `not_run` without any sale or deed of the home. */
  status: z.enum(['not_run', 'known']),
  /** Address of the home. */
  home: text,
  /** Newest first. */
  deeds: z.array(transfer),
  /** Years from the oldest deed to the check. */
  yearsCovered: number,
  gaps: z.array(titleGap),
  quickResales: z.array(quickResale),
})
export type OwnershipHistory = z.infer<typeof ownershipHistory>

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
const fraudCheck = z.object({
  check: z.enum(FRAUD_CHECKS),
  result: z.enum(['passed', 'review', 'not_run']),
  /** Marks a difference that is common among honest people: displayed, but not counted for review. */
  weak: z.boolean(),
  why: z.string(),
  /** Sources that the contact was compared with. */
  sources: texts,
})
export type FraudCheck = z.infer<typeof fraudCheck>

/** A name on the list that resembles the contact's, possibly of another person. */
const sanctionsMatch = z.object({
  entityNumber: z.string(),
  name: z.string(),
  kind: z.enum(['primary', 'aka', 'fka', 'nka']),
  program: text,
  /** 0..1 */
  similarity: z.number(),
  /** Null if the list or the contact has no year of birth. */
  birthYearFits: z.boolean().nullable(),
  strength: z.enum(['potential', 'weak']),
})
export type SanctionsMatch = z.infer<typeof sanctionsMatch>

const sanctionsScreening = z.object({
  status: z.enum(['not_run', 'no_match', 'possible_match']),
  why: z.enum(['no_list', 'failed']).nullable(),
  /** Publication date of the list. */
  listDate: text,
  screenedAt: text,
  matches: z.array(sanctionsMatch),
})
export type SanctionsScreening = z.infer<typeof sanctionsScreening>

const foreclosureRecord = z.object({
  kind: z.enum(['notice_of_default', 'auction', 'tax_lien']),
  documentType: text,
  documentId: z.string(),
  filedOn: text,
  auctionOn: text,
  /** Whole dollars. */
  amount: number,
  source: z.string(),
})
export type ForeclosureRecord = z.infer<typeof foreclosureRecord>

const foreclosureHistory = z.object({
  /** `not_run` if no source of county documents answered. */
  status: z.enum(['not_run', 'none_found', 'records']),
  /** Newest first. */
  records: z.array(foreclosureRecord),
})
export type ForeclosureHistory = z.infer<typeof foreclosureHistory>

/** The risk assessment of an enriched contact, stored as `contacts.risk_data`. */
export const riskData = z.object({
  /** Number of findings to review; weak ones don't count. */
  review: z.number().int(),
  checkedAt: z.string(),
  /** True if any of it comes from the sample provider. */
  sample: z.boolean(),
  sources: texts,
  ownership: ownershipHistory,
  fraud: z.array(fraudCheck),
  sanctions: sanctionsScreening,
  foreclosure: foreclosureHistory,
})
export type RiskData = z.infer<typeof riskData>
