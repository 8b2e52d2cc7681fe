import {
  type ForeclosureRecord,
  type FraudCheck,
  type FraudCheckName,
  isNotable,
  type OwnershipHistory,
  type QuickResale,
  type RiskData,
  type SanctionsMatch,
  type SanctionsScreening,
  type TitleGap,
  type Transfer,
} from '#domain/risk/risk-data.ts'
import { formatDay, formatMoney, formatPercent, formatQuantity, joinPresent } from '#web/lib/format.ts'

/** The status badge of a group; orange if something needs review. */
export interface RiskStatus {
  label: string
  tone: 'neutral' | 'orange'
}

const neutralStatus = (label: string): RiskStatus => ({ label, tone: 'neutral' })
const alertStatus = (label: string): RiskStatus => ({ label, tone: 'orange' })

/** @param toReview number of findings recent and large enough to need review */
export function ownershipStatus(
  { status, gaps, quickResales }: OwnershipHistory,
  toReview: number,
): RiskStatus {
  if (status === 'not_run') return neutralStatus('Not run')
  if (toReview > 0) return alertStatus('Review')
  return neutralStatus(
    gaps.length + quickResales.length > 0 ? 'Minor or older findings' : 'Nothing to review',
  )
}

/** Number of ownership findings to review: all findings minus those of the other groups. */
export function ownershipToReview({ review, fraud, sanctions, foreclosure }: RiskData): number {
  const otherFindings =
    fraud.filter(({ result, weak }) => result === 'review' && !weak).length +
    sanctions.matches.filter(({ strength }) => strength === 'potential').length +
    foreclosure.records.length
  return review - otherFindings
}

export function fraudStatus(checks: readonly FraudCheck[]): RiskStatus {
  const toReview = checks.filter(({ result }) => result === 'review')
  const strongCount = toReview.filter(({ weak }) => !weak).length
  if (strongCount > 0) return alertStatus(`${strongCount} to review`)
  if (toReview.length > 0)
    return neutralStatus(formatQuantity(toReview.length, 'minor difference', 'minor differences'))
  return neutralStatus(checks.some(({ result }) => result === 'passed') ? 'Nothing to review' : 'Not run')
}

export function sanctionsStatus({ status, matches }: SanctionsScreening): RiskStatus {
  if (status === 'not_run') return neutralStatus('Not run')
  if (status === 'no_match') return neutralStatus('No match')
  const isLikely = matches.some(({ strength }) => strength === 'potential')
  return isLikely ? alertStatus('Possible match, review') : neutralStatus('Weak match')
}

export function foreclosureStatus({ status, records }: RiskData['foreclosure']): RiskStatus {
  if (status === 'not_run') return neutralStatus('Not run')
  if (status === 'none_found') return neutralStatus('None found')
  return alertStatus(formatQuantity(records.length, 'record', 'records'))
}

/** The screening result in one sentence, without claiming that it is the same person. */
export function sanctionsText({ status, why, listDate, matches }: SanctionsScreening): string {
  const list = listDate ? `the list of ${formatDay(listDate)}` : 'the list'
  if (status === 'not_run') {
    return why === 'failed'
      ? "Not run: we couldn't search the list. The next enrichment tries again."
      : 'Not run: no sanctions list is connected.'
  }
  if (status === 'no_match') return `No match on ${list}.`
  return matches.some(({ strength }) => strength === 'potential')
    ? `A name on ${list} is similar and the birth year matches. It may not be the same person: compare both before you continue.`
    : `A name on ${list} is similar, but name and birth year don't both match. This is common and isn't a finding about this person.`
}

const NAME_KIND_LABELS: Record<SanctionsMatch['kind'], string> = {
  primary: 'Main name',
  aka: 'Also known as',
  fka: 'Formerly known as',
  nka: 'Now known as',
}

export function matchText({ kind, similarity, birthYearFits, program }: SanctionsMatch): string {
  const birthYearText =
    birthYearFits === null ? 'birth year unknown' : `birth year ${birthYearFits ? 'matches' : 'differs'}`
  return joinPresent(
    [
      NAME_KIND_LABELS[kind],
      `${formatPercent(similarity)} similar`,
      birthYearText,
      program && `program ${program}`,
    ],
    ' · ',
  )
}

export const CHECK_LABELS: Record<FraudCheckName, string> = {
  phone_owner: 'Name and phone owner',
  phone_surnames: 'Other names on the phone',
  phone_line: 'Phone line type',
  phone_location: 'Area code and address',
  email_service: 'Email service',
  email_name: 'Name in the email address',
  title_owner: 'Name and property title',
  owner_mailing_address: 'Home and owner’s mailing address',
}

export function checkResultLabel({ result, weak }: FraudCheck): string {
  if (result === 'not_run') return 'Not run'
  if (result === 'passed') return 'Passed'
  return weak ? 'Minor difference' : 'Review'
}

/** How many sales and deeds are known, and over how many years. */
export function ownershipText({ status, home, deeds, yearsCovered }: OwnershipHistory): string {
  if (status === 'not_run') return `Not run: no sale or deed found for ${home ?? 'the home'}.`
  const years = yearsCovered ? `, over ${formatQuantity(yearsCovered, 'year', 'years')}` : ''
  return `${formatQuantity(deeds.length, 'sale or deed', 'sales and deeds')} for ${home}${years}.`
}

export function gapText({ after, before, owner, next }: TitleGap): string {
  return before
    ? `${owner} received the home on ${formatDay(after)}, but ${next} transferred it on ${formatDay(before)}. We found no record between the two.`
    : `${owner} received the home on ${formatDay(after)}; the title now names ${next}. We found no record since then.`
}

export function resaleText({ boughtOn, soldOn, months, boughtFor, soldFor, change }: QuickResale): string {
  const dates = `Bought on ${formatDay(boughtOn)} and resold on ${formatDay(soldOn)}, ${months < 1 ? 'within a month' : `after ${formatQuantity(months, 'month', 'months')}`}`
  if (change === null || boughtFor === null || soldFor === null) return `${dates}; price unknown.`
  const prices = `for ${formatMoney(boughtFor)} and ${formatMoney(soldFor)}`
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return `${dates}, ${prices} (${sign}${Math.abs(change)}%)${isNotable(change) ? '' : ', a small change'}.`
}

/** `Warranty Deed · $410,000 · from Robert Hale to Ana Nunez` */
export function transferText({ documentType, price, from, to, sale }: Transfer): string {
  const parties = joinPresent(
    [from.length > 0 ? `from ${from.join(', ')}` : null, to.length > 0 ? `to ${to.join(', ')}` : null],
    ' ',
  )
  const value = price === null ? (sale ? 'price unknown' : 'not a sale') : formatMoney(price)
  return joinPresent([documentType, value, parties], ' · ')
}

const FORECLOSURE_KINDS = {
  notice_of_default: 'Notice of default',
  auction: 'Auction',
  tax_lien: 'Tax lien',
} as const

export function foreclosureTitle({ kind, documentType }: ForeclosureRecord): string {
  return documentType ?? FORECLOSURE_KINDS[kind]
}

export function foreclosureText({ filedOn, auctionOn, amount, documentId }: ForeclosureRecord): string {
  return joinPresent(
    [
      filedOn ? `Filed ${formatDay(filedOn)}` : 'Filing date unknown',
      auctionOn && `auction ${formatDay(auctionOn)}`,
      amount === null ? null : formatMoney(amount),
      `document ${documentId}`,
    ],
    ' · ',
  )
}
