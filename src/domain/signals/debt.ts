import type { Mortgage } from '../enrichment/property-record.ts'
import type { PublicRecord } from '../enrichment/public-record.ts'
import { addMonths, parseDay } from '../score/day.ts'
import type { DetectedSignal } from './detected-signal.ts'
import {
  createSignal,
  type Evidence,
  placeOfProperty,
  providerOf,
  type RecordRule,
  signalsFromRecords,
} from './evidence.ts'
import { homeKey } from './place-match.ts'
import { resolveRegistryDate } from './registry-date.ts'
import { LIMITS, MATCH_QUALITY } from './rules.ts'
import { ownProperties } from './title.ts'

const AUCTION_WORDING = /trustee'?s?'? sale|auction|sheriff'?s? sale/i
const DEFAULT_WORDING = /lis pendens|notice of default/i

const FILING_DESCRIPTION = 'Public filing on this property'

const AUCTION_RULE: RecordRule = {
  ruleId: 'DB1',
  subtype: 'debt.auction',
  description: FILING_DESCRIPTION,
  dates: ['auction', 'event', 'filed', 'recorded'],
  monthsAhead: LIMITS.upcoming.auction,
}
const DEFAULT_RULE: RecordRule = {
  ruleId: 'DB1',
  subtype: 'debt.nod',
  description: FILING_DESCRIPTION,
  dates: ['filed', 'recorded', 'event'],
}
const TAX_LIEN_RULE: RecordRule = {
  ruleId: 'DB2',
  subtype: 'debt.taxlien',
  description: FILING_DESCRIPTION,
  dates: ['event', 'filed', 'recorded'],
}
const BANKRUPTCY_RULE: RecordRule = {
  ruleId: 'DB3',
  subtype: 'debt.bankruptcy',
  description: 'Public filing on record',
  dates: ['filed', 'event', 'recorded'],
}

function ruleFor({ kind, details }: PublicRecord): RecordRule | null {
  const wording = details.documentType ?? ''
  if (kind === 'tax_lien') return TAX_LIEN_RULE
  if (kind === 'bankruptcy') return BANKRUPTCY_RULE
  if (kind === 'auction' || (kind === 'notice_of_default' && AUCTION_WORDING.test(wording)))
    return AUCTION_RULE
  const isDefault = kind === 'notice_of_default' || (kind === 'deed' && DEFAULT_WORDING.test(wording))
  return isDefault ? DEFAULT_RULE : null
}

/** Overdue taxes according to the assessor, used when there is no lien record. */
function detectOverdueTaxes(evidence: Evidence): (DetectedSignal | null)[] {
  return ownProperties(evidence).map(({ property, match }) => {
    const year = property.propertyData.tax.delinquentYear
    const date = resolveRegistryDate(typeof year === 'number' ? String(year) : null, evidence.todayDay)
    if (date === null || typeof year !== 'number') return null
    return createSignal({
      ruleId: 'DB2',
      subtype: 'debt.taxlien',
      factor: MATCH_QUALITY[match] * date.factor,
      eventDay: date.day,
      source: providerOf(evidence, 'property'),
      documentId: `tax:${homeKey(placeOfProperty(property))}:${year}`,
      description: FILING_DESCRIPTION,
      inputs: { delinquentYear: year, match, datePrecision: date.precision },
    })
  })
}

/** Upcoming first resets of adjustable loans on the contact's own properties. */
function detectRateResets(evidence: Evidence): (DetectedSignal | null)[] {
  const isNear = (loan: Mortgage | null): loan is Mortgage => {
    if (!loan?.adjustable) return false
    const day = parseDay(loan.firstResetDate)
    const [from, to] = [-LIMITS.rateReset, LIMITS.rateReset].map((months) =>
      addMonths(evidence.todayDay, months),
    )
    return from !== undefined && to !== undefined && day >= from && day <= to
  }
  return ownProperties(evidence).flatMap(({ property, match }) => {
    const { first, second } = property.propertyData.mortgages
    return [first, second].filter(isNear).map((loan) =>
      createSignal({
        ruleId: 'DB4',
        subtype: 'debt.armreset',
        factor: MATCH_QUALITY[match],
        eventDay: parseDay(loan.firstResetDate),
        source: providerOf(evidence, 'property'),
        documentId: `reset:${homeKey(placeOfProperty(property))}:${loan.firstResetDate}`,
        description: 'Loan on record for this property',
        inputs: { adjustable: true, firstResetDate: loan.firstResetDate, match },
      }),
    )
  })
}

/** DB1: default or auction. DB2: overdue property tax. DB3: bankruptcy. DB4: an adjustable loan resets. */
export function detectDebt(evidence: Evidence): (DetectedSignal | null)[] {
  const recordSignals = signalsFromRecords(evidence, ruleFor)
  const taxes = recordSignals.some((signal) => signal?.ruleId === 'DB2') ? [] : detectOverdueTaxes(evidence)
  return [...recordSignals, ...taxes, ...detectRateResets(evidence)]
}
