import type { IsoDate } from '../enrichment/person-record.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'
import { type DayNumber, parseDay, parseToday } from '../score/day.ts'
import type { ScoredSignalInput } from '../score/score-input.ts'
import type { DetectionContact } from '../signals/detection.ts'
import { ageOf, homeOf, residenceOf } from '../signals/evidence.ts'
import { householdOf } from '../signals/household.ts'
import { isOwnerOccupied } from '../signals/title.ts'
import { RULE_LIMITS } from './limits.ts'
import { NEUTRAL_CATEGORIES } from './variables.ts'

type Values = Readonly<Record<string, string | bigint | number | boolean | Date>>

/** Values that a rule sees of one contact. An unknown value is absent, which is not false. */
export type RuleFacts = {
  contact: Values
  household: Values
  property: Values
  relationship: Values
  /** In lower case. */
  tags: readonly string[]
  records: readonly Values[]
  lifeRecords: readonly Values[]
}

export type RuleContact = DetectionContact & {
  email: string | null
  phone: string | null
  source: string | null
  createdOn: IsoDate | null
  enrichedOn: IsoDate | null
  relationship: string | null
  lastConversationOn: IsoDate | null
  lastClosingOn: IsoDate | null
  tags: readonly string[]
  /** Signals of detection rules, not of own rules. */
  signals: readonly Pick<ScoredSignalInput, 'category' | 'subtype' | 'confidence' | 'eventDate'>[]
}

/** Collects the values that rules can use of a contact. */
export function ruleFactsOf(
  contact: RuleContact,
  result: EnrichmentResult | null,
  today: IsoDate,
): RuleFacts {
  const day = parseToday(today)
  const person = result?.person ?? null
  const household = householdOf(contact, result, null, today)
  const residence = residenceOf(contact, person?.addresses ?? [])
  const properties = result?.properties ?? []
  const home = homeOf(residence, properties)
  const first = home?.propertyData.mortgages.first ?? null
  const loans = home ? [first, home.propertyData.mortgages.second].filter((loan) => loan !== null) : []
  const adjustable = loans.find((loan) => loan.adjustable)
  const members = person?.demographics.household ?? []
  const records = contact.signals.slice(0, RULE_LIMITS.maxRecords)
  const isNeutral = ({ category }: (typeof records)[number]) => NEUTRAL_CATEGORIES.includes(category)
  const saleDay = parseDay(home?.lastSaleDate)
  return {
    contact: known({
      source: contact.source,
      createdOn: dateOf(contact.createdOn),
      enrichedOn: dateOf(contact.enrichedOn),
      hasPhone: contact.phone !== null,
      hasEmail: contact.email !== null,
      tenure: household.tenure,
      age: whole(ageOf(contact, person?.demographics ?? null, day)),
      city: residence.city,
      state: residence.state,
      zip: residence.zipCode?.slice(0, 5),
    }),
    household: known({
      size: whole(person?.demographics.householdSize),
      children:
        members.length > 0 ? whole(members.filter(({ relation }) => relation === 'child').length) : null,
      married: members.length > 0 ? members.some(({ relation }) => relation === 'spouse') : null,
    }),
    property: known({
      type: home?.propertyType,
      value: whole(home?.estimatedValue),
      bedrooms: whole(home?.bedrooms),
      bathrooms: home?.bathrooms,
      squareFeet: whole(home?.squareFeet),
      yearBuilt: whole(home?.yearBuilt),
      lastSaleOn: dateOf(home?.lastSaleDate),
      lastSalePrice: whole(home?.lastSalePrice),
      yearsOwned: saleDay <= day ? (day - saleDay) / 365.25 : home?.ownershipLength,
      ownerOccupied: home && isOwnerOccupied(home),
      listed: result && household.listedForSale,
      loanToValue: household.loanToValue,
      loanRate: first?.interestRate,
      hasAdjustableLoan: loans.length > 0 ? adjustable !== undefined : null,
      loanResetOn: dateOf(adjustable?.firstResetDate),
      count: result && whole(properties.length),
      city: home?.city,
      state: home?.state,
      zip: home?.zipCode?.slice(0, 5),
    }),
    relationship: known({
      type: contact.relationship,
      lastConversationOn: dateOf(contact.lastConversationOn),
      lastClosingOn: dateOf(contact.lastClosingOn),
    }),
    tags: contact.tags.slice(0, RULE_LIMITS.maxTags).map((tag) => tag.trim().toLowerCase()),
    records: records.filter(isNeutral).map(recordOf),
    lifeRecords: records.filter((record) => !isNeutral(record)).map(recordOf),
  }
}

function recordOf({ category, subtype, confidence, eventDate }: RuleContact['signals'][number]): Values {
  return known({ category, subtype, confidence, on: dateOf(eventDate) })
}

function known(values: Readonly<Record<string, Values[string] | null | undefined>>): Values {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Values[string]] => entry[1] != null),
  )
}

function whole(value: number | null | undefined): bigint | null {
  return value == null || !Number.isFinite(value) ? null : BigInt(Math.round(value))
}

/** A date from text; null if it is no day of a plausible year. */
function dateOf(text: IsoDate | null | undefined): Date | null {
  const day: DayNumber = parseDay(text)
  return Number.isNaN(day) ? null : new Date(day * 86_400_000)
}
