import type { Property } from '#contract/contacts.ts'
import type { Mortgage, PropertyData, Sale } from '#domain/enrichment/property-record.ts'
import { formatCount, formatDay, formatFactName, formatMoney } from '#web/lib/format.ts'
import { type Fact, presentFacts } from './fact-list.tsx'

type FactGroup = Exclude<keyof PropertyData, 'saleHistory' | 'mortgages' | 'ownerNames' | 'listing'>

/** The twelve sections of plain facts, in order; sale history and mortgages follow. */
export const FACT_SECTIONS: readonly { group: FactGroup; title: string }[] = [
  { group: 'buildingSize', title: 'Building size' },
  { group: 'rooms', title: 'Rooms' },
  { group: 'construction', title: 'Construction' },
  { group: 'parking', title: 'Parking' },
  { group: 'summary', title: 'Summary' },
  { group: 'interior', title: 'Interior' },
  { group: 'utilities', title: 'Utilities' },
  { group: 'lot', title: 'Lot' },
  { group: 'assessment', title: 'Assessment and market value' },
  { group: 'tax', title: 'Tax' },
  { group: 'owner', title: 'Owner' },
  { group: 'area', title: 'Area' },
]

/** Main facts above the sections; unknown ones are left out. */
export function mainFacts(property: Property): Fact[] {
  const { bedrooms, bathrooms, squareFeet, yearBuilt, estimatedValue, ownershipLength } = property
  return presentFacts([
    ['Type', typeName(property.propertyType)],
    ['Bedrooms', bedrooms],
    ['Bathrooms', bathrooms],
    ['Square feet', squareFeet === null ? null : formatCount(squareFeet)],
    ['Year built', yearBuilt],
    ['Estimated value', estimatedValue === null ? null : formatMoney(estimatedValue)],
    ['City', property.city],
    ['State', property.state],
    ['Zip code', property.zipCode],
    ['Last sold', property.lastSaleDate && formatDay(property.lastSaleDate)],
    ['Last sale price', property.lastSalePrice === null ? null : formatMoney(property.lastSalePrice)],
    [
      'Owned for',
      ownershipLength === null ? null : `${formatCount(Math.round(ownershipLength * 10) / 10)} years`,
    ],
  ])
}

/** True if no fact that describes a home is known, as for tax-exempt and special use properties. */
export function isSparse(property: Property): boolean {
  const { bedrooms, bathrooms, squareFeet, yearBuilt, estimatedValue } = property
  return [bedrooms, bathrooms, squareFeet, yearBuilt, estimatedValue].every(
    (fact) => fact === null || fact === 0,
  )
}

/** The known facts of one section as text. */
export function sectionFacts(group: FactGroup, facts: PropertyData[FactGroup]): Fact[] {
  return presentFacts(
    Object.entries(facts).map(([key, value]) => [
      formatFactName(key),
      value === null ? null : factText(group, key, value),
    ]),
  )
}

/** `1` reads Full, `2` Partial, anything else None. */
export function disclosureLabel(type: string | null): string {
  if (type === '1') return 'Full'
  return type === '2' ? 'Partial' : 'None'
}

/** `O` reads Owner Occupied; other statuses are shown unchanged. */
export function absenteeLabel(status: string): string {
  return status === 'O' ? 'Owner Occupied' : status
}

export function saleFacts(sale: Sale): Fact[] {
  return presentFacts([
    ['Recorded', sale.recordedDate && formatDay(sale.recordedDate)],
    ['Price', sale.price === null ? null : formatMoney(sale.price)],
    ['Disclosure type', disclosureLabel(sale.disclosureType)],
    ['Document', sale.documentType],
    ['Transaction', sale.transactionType],
    ['Seller', sale.seller],
  ])
}

export function mortgageFacts(mortgage: Mortgage): Fact[] {
  return presentFacts([
    ['Amount', mortgage.amount === null ? null : formatMoney(mortgage.amount)],
    ['Lender', mortgage.lender],
    ['Loan type', mortgage.loanType],
    ['Due date', mortgage.dueDate && formatDay(mortgage.dueDate)],
    ['Recorded date', mortgage.recordedDate && formatDay(mortgage.recordedDate)],
    ['Interest rate', mortgage.interestRate === null ? null : `${mortgage.interestRate}%`],
    ['Term', mortgage.termMonths === null ? null : `${formatCount(mortgage.termMonths)} months`],
    ['Adjustable rate', mortgage.adjustable ? 'Yes' : null],
    ['First reset', mortgage.firstResetDate && formatDay(mortgage.firstResetDate)],
  ])
}

/** Keys of numbers that identify something, formatted without commas. */
const ID_KEY_PATTERN = /year|number|tract|parcel|fips|id$|lat|long/i

function factText(group: FactGroup, key: string, value: string | number | boolean): string {
  if (key === 'absenteeStatus') return absenteeLabel(String(value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value
  if (group === 'assessment' || (group === 'tax' && key === 'amount')) return formatMoney(value)
  if (key === 'perSquareFoot') return `$${value.toFixed(2)}`
  return ID_KEY_PATTERN.test(key) ? String(value) : formatCount(value)
}

/** Labels for assessors' codes; other types are shown unchanged. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  SFR: 'Single family',
  CONDOMINIUM: 'Condominium',
  APARTMENT: 'Apartment',
  TOWNHOUSE: 'Townhouse',
  DUPLEX: 'Duplex',
  'MOBILE HOME': 'Mobile home',
}

function typeName(type: string | null): string | null {
  return type && (TYPE_NAMES[type.toUpperCase()] ?? type)
}
