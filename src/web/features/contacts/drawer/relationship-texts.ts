import type { Agreement, AgreementSide, AgreementStatus } from '#domain/activities/relationship.ts'
import { formatDay, formatQuantity, joinPresent } from '#web/lib/format.ts'

export const SIDE_LABELS: Readonly<Record<AgreementSide, string>> = {
  seller: 'Listing agreement',
  buyer: 'Buyer agreement',
}

export const BROKER_LABELS: Readonly<Record<Agreement['broker'], string>> = {
  own: 'Our brokerage',
  other: 'Another brokerage',
}

export const STATUS_LABELS: Readonly<Record<AgreementStatus, string>> = {
  active: 'Active',
  coming_soon: 'Coming soon',
  pending: 'Pending',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  canceled: 'Canceled',
  closed: 'Closed',
}

/** `Another brokerage · Active · until Mar 1, 2027` */
export function agreementText({ broker, status, endsOn }: Agreement): string {
  return joinPresent(
    [BROKER_LABELS[broker], STATUS_LABELS[status], endsOn && `until ${formatDay(endsOn)}`],
    ' · ',
  )
}

/** The next anniversary of a closing: `5 years on Jul 15, 2027`; null if the closing is in the future or today. */
export function anniversaryText(closedOn: string, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const nextYear = today.slice(4) > closedOn.slice(4) ? year + 1 : year
  const years = nextYear - Number(closedOn.slice(0, 4))
  if (years < 1) return null
  const quantity = formatQuantity(years, 'year', 'years')
  const day = `${nextYear}${closedOn.slice(4)}`
  return day === today ? `${quantity} today` : `${quantity} on ${formatDay(day)}`
}
