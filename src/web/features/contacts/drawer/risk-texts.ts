import {
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

/** A word for how a group stands, and whether it asks for a look. */
export interface RiskStatus {
  word: string
  tone: 'neutral' | 'orange'
}

const neutralStatus = (word: string): RiskStatus => ({ word, tone: 'neutral' })
const alertStatus = (word: string): RiskStatus => ({ word, tone: 'orange' })

/** `toReview` of its findings are young and large enough to ask for a look. */
export function ownershipStatus(
  { status, gaps, quickResales }: OwnershipHistory,
  toReview: number,
): RiskStatus {
  if (status === 'not_run') return neutralStatus('Not run')
  if (toReview > 0) return alertStatus('Review')
  return neutralStatus(gaps.length + quickResales.length > 0 ? 'Old or small findings' : 'Nothing to review')
}

/** How many of the findings to review are about the ownership: those that no other group has. */
export function ownershipToReview({ review, fraud, sanctions, foreclosure }: RiskData): number {
  const others =
    fraud.filter(({ result, weak }) => result === 'review' && !weak).length +
    sanctions.matches.filter(({ strength }) => strength === 'potential').length +
    foreclosure.records.length
  return review - others
}

export function fraudStatus(checks: readonly FraudCheck[]): RiskStatus {
  const found = checks.filter(({ result }) => result === 'review')
  const plain = found.filter(({ weak }) => !weak).length
  if (plain > 0) return alertStatus(`${plain} to review`)
  if (found.length > 0)
    return neutralStatus(formatQuantity(found.length, 'weak difference', 'weak differences'))
  return neutralStatus(checks.some(({ result }) => result === 'passed') ? 'Nothing to review' : 'Not run')
}

export function sanctionsStatus({ status, matches }: SanctionsScreening): RiskStatus {
  if (status === 'not_run') return neutralStatus('Not run')
  if (status === 'no_match') return neutralStatus('No match')
  const isSure = matches.some(({ strength }) => strength === 'potential')
  return isSure ? alertStatus('Possible match, review') : neutralStatus('Weak likeness')
}

export function foreclosureStatus({ status, records }: RiskData['foreclosure']): RiskStatus {
  if (status === 'not_run') return neutralStatus('Not run')
  if (status === 'none_found') return neutralStatus('None found')
  return alertStatus(formatQuantity(records.length, 'record', 'records'))
}

/** What the screening found, in a sentence that says no more than it knows. */
export function sanctionsText({ status, why, listDate, matches }: SanctionsScreening): string {
  const list = listDate ? `the list of ${formatDay(listDate)}` : 'the list'
  if (status === 'not_run') {
    return why === 'failed'
      ? 'Sanctions screening: not run. The list could not be searched; the next look-up tries again.'
      : 'Sanctions screening: not run. No list is loaded on this instance.'
  }
  if (status === 'no_match') return `No match on ${list}.`
  return matches.some(({ strength }) => strength === 'potential')
    ? `A name on ${list} is like this one, and the year of birth fits. That does not make them the same person: compare both before you go on.`
    : `A name on ${list} looks like this one, but name and year of birth don't both fit. That is common and not a finding about this person.`
}

const NAME_KIND_LABELS: Record<SanctionsMatch['kind'], string> = {
  primary: 'Main name',
  aka: 'Also known as',
  fka: 'Formerly known as',
  nka: 'Now known as',
}

export function matchText({ kind, similarity, birthYearFits, program }: SanctionsMatch): string {
  const born =
    birthYearFits === null ? 'year of birth not known' : `year of birth ${birthYearFits ? 'fits' : 'differs'}`
  return joinPresent(
    [NAME_KIND_LABELS[kind], `${formatPercent(similarity)} alike`, born, program && `program ${program}`],
    ' · ',
  )
}

export const CHECK_LABELS: Record<FraudCheckName, string> = {
  phone_owner: 'Name and owner of the phone',
  phone_surnames: 'Others on the phone',
  phone_line: 'Kind of phone line',
  phone_location: 'Area code and address',
  email_service: 'Mail service',
  email_name: 'Name in the e-mail address',
  title_owner: 'Name and title of the home',
  owner_mailing_address: 'Home and the owner’s mailing address',
}

/** The word for an outcome; a check that found nothing proves nothing. */
export function checkResultLabel({ result, weak }: FraudCheck): string {
  if (result === 'not_run') return 'Not run'
  if (result === 'passed') return 'Nothing to review'
  return weak ? 'Weak difference' : 'Review'
}

export function gapText({ after, before, owner, next }: TitleGap): string {
  return before
    ? `${owner} received the home on ${formatDay(after)}; on ${formatDay(before)} it came from ${next}. No paper between the two is known.`
    : `${owner} received the home on ${formatDay(after)}; the title now names ${next}. No paper since then is known.`
}

export function resaleText({ boughtOn, soldOn, months, boughtFor, soldFor, change }: QuickResale): string {
  const times = `Bought on ${formatDay(boughtOn)} and sold again on ${formatDay(soldOn)}, ${months < 1 ? 'within a month' : `after ${formatQuantity(months, 'month', 'months')}`}`
  if (change === null || boughtFor === null || soldFor === null) return `${times}; a price is not known.`
  const prices = `for ${formatMoney(boughtFor)} and ${formatMoney(soldFor)}`
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return `${times}, ${prices} (${sign}${Math.abs(change)} %)${isNotable(change) ? '' : ', a small change'}.`
}

/** `Warranty Deed · $410,000 · from Robert Hale to Ana Nunez` */
export function transferText({ documentType, price, from, to, sale }: Transfer): string {
  const parties = joinPresent(
    [from.length > 0 ? `from ${from.join(', ')}` : null, to.length > 0 ? `to ${to.join(', ')}` : null],
    ' ',
  )
  const value = price === null ? (sale ? 'price not known' : 'no sale') : formatMoney(price)
  return joinPresent([documentType, value, parties], ' · ')
}

const FORECLOSURE_KINDS = {
  notice_of_default: 'Notice of default',
  auction: 'Auction',
  tax_lien: 'Tax lien',
} as const

export function foreclosureTitle({ kind, documentType }: RiskData['foreclosure']['records'][number]): string {
  return documentType ?? FORECLOSURE_KINDS[kind]
}

export function foreclosureText({
  filedOn,
  auctionOn,
  amount,
  documentId,
}: RiskData['foreclosure']['records'][number]): string {
  return joinPresent(
    [
      filedOn ? `Filed ${formatDay(filedOn)}` : 'Day of filing not known',
      auctionOn && `auction ${formatDay(auctionOn)}`,
      amount === null ? null : formatMoney(amount),
      `document ${documentId}`,
    ],
    ' · ',
  )
}
