import type { Mortgage } from '../enrichment/property-record.ts'
import type { PublicRecord } from '../enrichment/public-record.ts'
import { addMonths, parseDay } from '../score/day.ts'
import type { DetectedSignal } from './detected-signal.ts'
import {
  createSignal,
  type Evidence,
  placeOfProperty,
  presentSignals,
  providerOf,
  type RecordRule,
  signalFromRecord,
} from './evidence.ts'
import { homeKey } from './place-match.ts'
import { resolveRegistryDate } from './registry-date.ts'
import { LIMITS, MATCH_QUALITY, RULES } from './rules.ts'
import { ownProperties } from './title.ts'

const AUCTION = /trustee'?s?'? sale|auction|sheriff'?s? sale/i
const DEFAULT = /lis pendens|notice of default/i

const FILING = 'Public filing on this property'

function recordSignal(evidence: Evidence, record: PublicRecord): DetectedSignal | null {
  const wording = record.details.documentType ?? ''
  const { auction, filed, recorded, event } = record.dates
  const signal = (rule: Omit<RecordRule, 'description'>, description = FILING) =>
    signalFromRecord(evidence, record, { ...rule, description })
  if (record.kind === 'tax_lien') {
    return signal({ ruleId: 'DB2', subtype: 'debt.taxlien', date: event ?? filed ?? recorded })
  }
  if (record.kind === 'bankruptcy') {
    const date = filed ?? event ?? recorded
    return signal({ ruleId: 'DB3', subtype: 'debt.bankruptcy', date }, 'Public filing on record')
  }
  if (record.kind === 'auction' || (record.kind === 'notice_of_default' && AUCTION.test(wording))) {
    const date = auction ?? event ?? filed ?? recorded
    return signal({ ruleId: 'DB1', subtype: 'debt.auction', date, monthsAhead: LIMITS.upcoming.auction })
  }
  const isDefault = record.kind === 'notice_of_default' || (record.kind === 'deed' && DEFAULT.test(wording))
  return isDefault ? signal({ ruleId: 'DB1', subtype: 'debt.nod', date: filed ?? recorded ?? event }) : null
}

/** Overdue taxes according to the assessor, used when there is no lien record. */
function overdueTaxes(evidence: Evidence): (DetectedSignal | null)[] {
  return ownProperties(evidence).map(({ property, match }) => {
    const year = property.propertyData.tax.delinquentYear
    const date = resolveRegistryDate(typeof year === 'number' ? String(year) : null, evidence.todayDay)
    if (date === null || typeof year !== 'number') return null
    return createSignal({
      ruleId: 'DB2',
      subtype: 'debt.taxlien',
      confidence: RULES.DB2.base * MATCH_QUALITY[match] * date.factor,
      eventDay: date.day,
      source: providerOf(evidence, 'property'),
      documentId: `tax:${homeKey(placeOfProperty(property))}:${year}`,
      description: FILING,
      inputs: { delinquentYear: year, match, datePrecision: date.precision },
    })
  })
}

/** Upcoming first resets of adjustable loans on the contact's own properties. */
function rateResets(evidence: Evidence): (DetectedSignal | null)[] {
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
        confidence: RULES.DB4.base * MATCH_QUALITY[match],
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
export function detectDebt(evidence: Evidence): DetectedSignal[] {
  const recorded = presentSignals(
    evidence.current.publicRecords.map((record) => recordSignal(evidence, record)),
  )
  const taxes = recorded.some(({ ruleId }) => ruleId === 'DB2') ? [] : overdueTaxes(evidence)
  return [...recorded, ...presentSignals(taxes), ...presentSignals(rateResets(evidence))]
}
