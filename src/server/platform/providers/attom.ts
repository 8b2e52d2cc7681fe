import type { IsoDate } from '#domain/enrichment/person-record.ts'
import type { Mortgage, PropertyRecord, Sale } from '#domain/enrichment/property-record.ts'
import { factsOf, ownerNameAt } from './attom-groups.ts'
import { listAt, numberAt, textAt, valueAt } from './raw-fields.ts'
import {
  createRejectedFields,
  plausibleDate,
  plausibleList,
  plausibleNumber,
  type Reading,
  type RejectedFields,
} from './rejected-fields.ts'

type RawNumber = number | string | null

export type AttomMortgage = {
  amount?: RawNumber
  lenderLastName?: string | null
  loanTypeCode?: string | null
  date?: string | null
  dueDate?: string | null
  /** Months, often as a string. */
  term?: RawNumber
  interestRate?: RawNumber
  interestRateType?: string | null
  firstRateChangeDate?: string | null
}

export type AttomSale = {
  saleTransDate?: string | null
  sellerName?: string | null
  amount?: {
    saleAmt?: RawNumber
    saleRecDate?: string | null
    saleDisclosureType?: RawNumber
    saleDocType?: string | null
    saleTransType?: string | null
  } | null
}

type AttomSection = Record<string, unknown>

/** Fields we read of a property of `GET /property/expandedprofile`; key case differs by endpoint. */
export type AttomProperty = {
  identifier?: AttomSection
  address?: { line1?: string; oneLine?: string; locality?: string; countrySubd?: string; postal1?: string }
  location?: { latitude?: RawNumber; longitude?: RawNumber; accuracy?: string }
  summary?: AttomSection
  building?: Record<'size' | 'rooms' | 'construction' | 'parking' | 'interior' | 'summary', AttomSection>
  utilities?: AttomSection
  lot?: AttomSection
  area?: AttomSection
  sale?: AttomSale
  saleHistory?: AttomSale[]
  assessment?: {
    market?: AttomSection
    assessed?: AttomSection
    tax?: AttomSection
    owner?: AttomSection
    mortgage?: { FirstConcurrent?: AttomMortgage; SecondConcurrent?: AttomMortgage }
  }
}

/** `SuccessWithoutResult`, also with HTTP 400, and an empty list both mean no match. */
export type AttomResponse = {
  status: { code: number; msg: string; total: number }
  property: AttomProperty[]
}

const MAX_PROPERTIES = 50
const MAX_SALES = 200
const MAX_SQUARE_FEET = 1e7
const MAX_MONEY = 1e10
const MAX_BEDROOMS = 100

/**
 * Reads the properties of an ATTOM response; those without a street address are dropped. Never throws. `today` (a day)
 * determines the length of ownership. Impossible values are unknown and recorded in `refusals`.
 */
export function propertiesFrom(
  raw: unknown,
  today: IsoDate,
  refusals: RejectedFields = createRejectedFields(),
): PropertyRecord[] {
  return plausibleList(refusals, 'properties', raw, 'property', MAX_PROPERTIES)
    .map((property) => propertyFrom(property, { today, refusals }))
    .filter((property) => property !== null)
}

function propertyFrom(raw: unknown, reading: Reading): PropertyRecord | null {
  const address = textAt(raw, 'address.line1') ?? textAt(raw, 'address.oneLine')?.split(',')[0] ?? null
  if (!address) return null
  const { today } = reading
  const saleHistory = salesFrom(raw, reading)
  const newest = saleHistory[0] ?? null
  return {
    address,
    city: textAt(raw, 'address.locality'),
    state: textAt(raw, 'address.countrySubd'),
    zipCode: textAt(raw, 'address.postal1'),
    propertyType: textAt(raw, 'summary.propType', 'summary.propertyType', 'summary.propClass'),
    bedrooms: whole(
      plausibleNumber(reading.refusals, 'bedrooms', raw, 'building.rooms.beds', [0, MAX_BEDROOMS]),
    ),
    bathrooms: bathroomsOf(raw, reading),
    squareFeet:
      positive(reading, 'square feet', raw, 'building.size.livingSize', MAX_SQUARE_FEET) ??
      positive(reading, 'square feet', raw, 'building.size.universalSize', MAX_SQUARE_FEET),
    yearBuilt: yearBuiltOf(raw, reading),
    estimatedValue:
      positive(reading, 'market value', raw, 'assessment.market.mktTtlValue') ??
      positive(reading, 'assessed value', raw, 'assessment.assessed.assdTtlValue'),
    lastSaleDate: newest ? (newest.date ?? newest.recordedDate) : null,
    lastSalePrice: newest?.price ?? null,
    ownershipLength: newest ? wholeYears(newest.date ?? newest.recordedDate, today) : null,
    propertyData: {
      ...factsOf(raw, reading),
      saleHistory,
      mortgages: {
        first: mortgageFrom(concurrentLoanAt(raw, 'FirstConcurrent'), reading),
        second: mortgageFrom(concurrentLoanAt(raw, 'SecondConcurrent'), reading),
      },
      ownerNames: ownerNamesOf(raw),
      // Profile endpoints have no listings; a listing comes from its public record.
      listing: null,
    },
  }
}

/** Whole number above 0; ATTOM uses 0 for unknown. */
function positive(
  { refusals }: Reading,
  field: string,
  raw: unknown,
  path: string,
  max = MAX_MONEY,
): number | null {
  return whole(plausibleNumber(refusals, field, raw, path, [0, max])) || null
}

function yearBuiltOf(raw: unknown, { today, refusals }: Reading): number | null {
  // 0 and 1 mean an unknown year.
  if ((numberAt(raw, 'summary.yearBuilt') ?? 0) <= 1) return null
  const latest = Number(today.slice(0, 4)) + 5
  return whole(plausibleNumber(refusals, 'year built', raw, 'summary.yearBuilt', [1600, latest]))
}

function concurrentLoanAt(raw: unknown, lien: string): unknown {
  return valueAt(raw, `assessment.mortgage.${lien}`) ?? valueAt(raw, `mortgage.${lien}`)
}

/** Lists all sales, each once, newest first. */
function salesFrom(raw: unknown, reading: Reading): Sale[] {
  const sales = [
    ...listAt(raw, 'sale'),
    ...plausibleList(reading.refusals, 'sales', raw, 'saleHistory', MAX_SALES),
  ]
    .map((sale) => saleFrom(sale, reading))
    .filter((sale) => sale !== null)
  const byDay = new Map<string, Sale>()
  for (const sale of sales) {
    const day = sale.date ?? sale.recordedDate ?? ''
    if (!byDay.has(day)) byDay.set(day, sale)
  }
  return [...byDay.entries()].sort(([a], [b]) => b.localeCompare(a)).map(([, sale]) => sale)
}

/** First past day of the paths. */
function pastDay(
  { refusals, today }: Reading,
  field: string,
  raw: unknown,
  ...paths: string[]
): IsoDate | null {
  for (const path of paths) {
    const date = plausibleDate(refusals, field, raw, path, today)
    if (date) return date.day
  }
  return null
}

/** Possible paths of a sale's field: inside `amount`, inside `saleAmountData`, or at the top. */
function salePaths(field: string): string[] {
  return [`amount.${field}`, `saleAmountData.${field}`, field]
}

function saleFrom(raw: unknown, reading: Reading): Sale | null {
  const sale: Sale = {
    date: pastDay(reading, 'sale date', raw, 'saleTransDate', 'saleSearchDate'),
    recordedDate: pastDay(reading, 'date of recording', raw, ...salePaths('saleRecDate')),
    // Counties that don't disclose prices report 0.
    price: salePriceOf(raw, reading),
    disclosureType: textAt(raw, ...salePaths('saleDisclosureType')),
    documentType: textAt(raw, ...salePaths('saleDocType')),
    transactionType: textAt(raw, ...salePaths('saleTransType')),
    seller: textAt(raw, 'sellerName'),
  }
  return sale.date || sale.recordedDate || sale.price !== null ? sale : null
}

function salePriceOf(raw: unknown, reading: Reading): number | null {
  for (const path of salePaths('saleAmt')) {
    const price = positive(reading, 'sale price', raw, path)
    if (price !== null) return price
  }
  return null
}

/** Later dates of a loan are impossible. */
const MAX_LOAN_YEARS = 60

function mortgageFrom(raw: unknown, reading: Reading): Mortgage | null {
  const { refusals, today } = reading
  // Amount 0 means that there is no such lien.
  const amount = positive(reading, 'mortgage amount', raw, 'amount')
  const lender = textAt(raw, 'lenderLastName', 'companyName')
  if (amount === null && (lender === null || numberAt(raw, 'amount') === 0)) return null
  const loanType = textAt(raw, 'loanTypeCode', 'loanType')
  const latest = `${Number(today.slice(0, 4)) + MAX_LOAN_YEARS}-12-31`
  const ahead = (field: string, path: string) =>
    plausibleDate(refusals, field, raw, path, latest)?.day ?? null
  const firstResetDate = ahead('rate change', 'firstRateChangeDate') ?? ahead('rate change', 'firstResetDate')
  const rateType = `${textAt(raw, 'interestRateType') ?? ''} ${loanType ?? ''}`
  return {
    amount,
    lender,
    loanType,
    dueDate: ahead('mortgage due date', 'dueDate'),
    recordedDate: pastDay(reading, 'mortgage date', raw, 'date', 'recordedDate'),
    interestRate: plausibleNumber(refusals, 'interest rate', raw, 'interestRate', [0, 30]) || null,
    termMonths: positive(reading, 'mortgage term', raw, 'term', 600),
    adjustable: firstResetDate !== null || /\b(adj|arm|adjustable|variable)\b/i.test(rateType),
    firstResetDate,
  }
}

function ownerNamesOf(raw: unknown): string[] {
  const names = ['owner1', 'owner2', 'owner3', 'owner4'].map((owner) => ownerNameAt(raw, owner))
  return [...new Set(names.filter((name) => name !== null))]
}

/** Total bathrooms; half baths count half if only the parts are given. The column allows one decimal, up to 99.9. */
function bathroomsOf(raw: unknown, { refusals }: Reading): number | null {
  const baths = (part: string, max: number) =>
    plausibleNumber(refusals, 'bathrooms', raw, `building.rooms.${part}`, [0, max])
  const total = baths('bathsTotal', 99)
  if (total !== null) return Math.round(total * 10) / 10
  const full = baths('bathsFull', 90)
  return full === null ? null : full + (baths('bathsHalf', 16) ?? 0) / 2
}

function wholeYears(from: IsoDate | null, today: IsoDate): number | null {
  if (from === null || from > today) return null
  const years = Number(today.slice(0, 4)) - Number(from.slice(0, 4))
  return today.slice(5) < from.slice(5) ? years - 1 : years
}

function whole(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}
