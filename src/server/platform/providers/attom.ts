import type { IsoDate } from '#domain/enrichment/person-record.ts'
import type { Mortgage, PropertyRecord, Sale } from '#domain/enrichment/property-record.ts'
import { factsOf, OWNERS, ownerNameAt, yearAt } from './attom-groups.ts'
import { numberAt } from './raw-fields.ts'
import { type RejectedFields, ResponseReader } from './response-reader.ts'

const MAX_PROPERTIES = 50
const MAX_SALES = 200
const MAX_SQUARE_FEET = 1e7
const MAX_MONEY = 1e10
const MAX_BEDROOMS = 100
/** Later dates of a loan are impossible. */
const MAX_LOAN_YEARS = 60

/**
 * Reads the properties of an ATTOM response; those without a street address are dropped. Never throws. `today` (a day)
 * determines the length of ownership. Impossible values are unknown and recorded in `rejected`.
 */
export function propertiesFrom(raw: unknown, today: IsoDate, rejected?: RejectedFields): PropertyRecord[] {
  return new ResponseReader(raw, today, rejected)
    .list('properties', 'property', MAX_PROPERTIES)
    .map(propertyFrom)
    .filter((property) => property !== null)
}

function propertyFrom(home: ResponseReader): PropertyRecord | null {
  const address = home.text('address.line1') ?? home.text('address.oneLine')?.split(',')[0] ?? null
  if (!address) return null
  const saleHistory = salesFrom(home)
  const newestSale = saleHistory[0] ?? null
  const lastSaleDate = newestSale && (newestSale.date ?? newestSale.recordedDate)
  const loan = (lien: string) =>
    mortgageFrom(home.of(home.value(`assessment.mortgage.${lien}`) ?? home.value(`mortgage.${lien}`)))
  const owners = OWNERS.map((owner) => ownerNameAt(home, owner)).filter((name) => name !== null)
  return {
    address,
    city: home.text('address.locality'),
    state: home.text('address.countrySubd'),
    zipCode: home.text('address.postal1'),
    propertyType: home.text('summary.propType', 'summary.propertyType', 'summary.propClass'),
    bedrooms: roundOrNull(home.number('bedrooms', 'building.rooms.beds', 0, MAX_BEDROOMS)),
    bathrooms: bathroomsOf(home),
    squareFeet:
      positive(home, 'square feet', 'building.size.livingSize', MAX_SQUARE_FEET) ??
      positive(home, 'square feet', 'building.size.universalSize', MAX_SQUARE_FEET),
    yearBuilt: roundOrNull(yearAt(home, 'year built', 'summary.yearBuilt')),
    estimatedValue:
      positive(home, 'market value', 'assessment.market.mktTtlValue') ??
      positive(home, 'assessed value', 'assessment.assessed.assdTtlValue'),
    lastSaleDate,
    lastSalePrice: newestSale?.price ?? null,
    ownershipLength: wholeYears(lastSaleDate, home.today),
    propertyData: {
      ...factsOf(home),
      saleHistory,
      mortgages: { first: loan('FirstConcurrent'), second: loan('SecondConcurrent') },
      ownerNames: [...new Set(owners)],
      // Profile endpoints have no listings; a listing comes from its public record.
      listing: null,
    },
  }
}

/** Whole number above 0; ATTOM uses 0 for unknown. */
function positive(reader: ResponseReader, field: string, path: string, max = MAX_MONEY): number | null {
  return roundOrNull(reader.number(field, path, 0, max)) || null
}

/** Lists all sales, each once, newest first. */
function salesFrom(home: ResponseReader): Sale[] {
  const byDay = new Map<string, Sale>()
  for (const entry of [
    ...home.list('sales', 'sale', MAX_SALES),
    ...home.list('sales', 'saleHistory', MAX_SALES),
  ]) {
    const sale = saleFrom(entry)
    const day = sale?.date ?? sale?.recordedDate ?? ''
    if (sale && !byDay.has(day)) byDay.set(day, sale)
  }
  return [...byDay.entries()].sort(([a], [b]) => b.localeCompare(a)).map(([, sale]) => sale)
}

/** Possible paths of a sale's field: inside `amount`, inside `saleAmountData`, or at the top. */
function salePaths(field: string): string[] {
  return [`amount.${field}`, `saleAmountData.${field}`, field]
}

function saleFrom(entry: ResponseReader): Sale | null {
  const prices = salePaths('saleAmt').map((path) => positive(entry, 'sale price', path))
  const sale: Sale = {
    date: entry.day('sale date', ['saleTransDate', 'saleSearchDate']),
    recordedDate: entry.day('date of recording', salePaths('saleRecDate')),
    // Counties that don't disclose prices report 0.
    price: prices.find((price) => price !== null) ?? null,
    disclosureType: entry.text(...salePaths('saleDisclosureType')),
    documentType: entry.text(...salePaths('saleDocType')),
    transactionType: entry.text(...salePaths('saleTransType')),
    seller: entry.text('sellerName'),
  }
  return sale.date || sale.recordedDate || sale.price !== null ? sale : null
}

function mortgageFrom(loan: ResponseReader): Mortgage | null {
  // Amount 0 means that there is no such lien.
  const amount = positive(loan, 'mortgage amount', 'amount')
  const lender = loan.text('lenderLastName', 'companyName')
  if (amount === null && (lender === null || numberAt(loan.raw, 'amount') === 0)) return null
  const loanType = loan.text('loanTypeCode', 'loanType')
  const latest = `${loan.thisYear() + MAX_LOAN_YEARS}-12-31`
  const firstResetDate = loan.day('rate change', ['firstRateChangeDate', 'firstResetDate'], latest)
  const rateType = `${loan.text('interestRateType') ?? ''} ${loanType ?? ''}`
  return {
    amount,
    lender,
    loanType,
    dueDate: loan.day('mortgage due date', 'dueDate', latest),
    recordedDate: loan.day('mortgage date', ['date', 'recordedDate']),
    interestRate: loan.number('interest rate', 'interestRate', 0, 30) || null,
    termMonths: positive(loan, 'mortgage term', 'term', 600),
    adjustable: firstResetDate !== null || /\b(adj|arm|adjustable|variable)\b/i.test(rateType),
    firstResetDate,
  }
}

/** Total bathrooms; half baths count half if only the parts are given. The column allows one decimal, up to 99.9. */
function bathroomsOf(home: ResponseReader): number | null {
  const baths = (part: string, max: number) => home.number('bathrooms', `building.rooms.${part}`, 0, max)
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

function roundOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}
