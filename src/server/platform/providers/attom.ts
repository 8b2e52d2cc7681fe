import type { IsoDate } from '#domain/enrichment/person-record.ts'
import type { Mortgage, PropertyRecord, Sale } from '#domain/enrichment/property-record.ts'
import { factsOf } from './attom-groups.ts'
import { dayAt, listAt, numberAt, textAt, valueAt } from './raw-fields.ts'

type Figure = number | string | null

export type AttomMortgage = {
  amount?: Figure
  lenderLastName?: string | null
  loanTypeCode?: string | null
  date?: string | null
  dueDate?: string | null
  /** Months, often as a string. */
  term?: Figure
  interestRate?: Figure
  interestRateType?: string | null
  firstRateChangeDate?: string | null
}

export type AttomSale = {
  saleTransDate?: string | null
  sellerName?: string | null
  amount?: {
    saleAmt?: Figure
    saleRecDate?: string | null
    saleDisclosureType?: Figure
    saleDocType?: string | null
    saleTransType?: string | null
  } | null
}

type AttomSection = Record<string, unknown>

/** One property of `GET /property/expandedprofile`, as far as it is read here; key case differs by endpoint. */
export type AttomProperty = {
  identifier?: AttomSection
  address?: { line1?: string; oneLine?: string; locality?: string; countrySubd?: string; postal1?: string }
  location?: { latitude?: Figure; longitude?: Figure; accuracy?: string }
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

/**
 * Reads the properties of an ATTOM answer; one without a street address is dropped. Never throws. `today` (a day)
 * dates the length of ownership.
 */
export function propertiesFrom(raw: unknown, today: IsoDate): PropertyRecord[] {
  return listAt(raw, 'property')
    .map((property) => propertyFrom(property, today))
    .filter((property) => property !== null)
}

function propertyFrom(raw: unknown, today: IsoDate): PropertyRecord | null {
  const address = textAt(raw, 'address.line1') ?? textAt(raw, 'address.oneLine')?.split(',')[0] ?? null
  if (!address) return null
  const saleHistory = salesFrom(raw)
  const newest = saleHistory[0] ?? null
  return {
    address,
    city: textAt(raw, 'address.locality'),
    state: textAt(raw, 'address.countrySubd'),
    zipCode: textAt(raw, 'address.postal1'),
    propertyType: textAt(raw, 'summary.propType', 'summary.propertyType', 'summary.propClass'),
    bedrooms: whole(numberAt(raw, 'building.rooms.beds', 0, 200)),
    bathrooms: bathroomsOf(raw),
    squareFeet: whole(
      numberAt(raw, 'building.size.livingSize', 1, 1e7) ??
        numberAt(raw, 'building.size.universalSize', 1, 1e7),
    ),
    yearBuilt: whole(numberAt(raw, 'summary.yearBuilt', 1600, Number(today.slice(0, 4)) + 5)),
    estimatedValue: whole(
      numberAt(raw, 'assessment.market.mktTtlValue', 1) ??
        numberAt(raw, 'assessment.assessed.assdTtlValue', 1),
    ),
    lastSaleDate: newest ? (newest.date ?? newest.recordedDate) : null,
    lastSalePrice: newest?.price ?? null,
    ownershipLength: newest ? wholeYears(newest.date ?? newest.recordedDate, today) : null,
    propertyData: {
      ...factsOf(raw),
      saleHistory,
      mortgages: {
        first: mortgageFrom(concurrent(raw, 'FirstConcurrent')),
        second: mortgageFrom(concurrent(raw, 'SecondConcurrent')),
      },
      ownerNames: ownerNamesOf(raw),
      // The profile endpoints know nothing of listings; a listing reaches the property from its public record.
      listing: null,
    },
  }
}

function concurrent(raw: unknown, lien: string): unknown {
  return valueAt(raw, `assessment.mortgage.${lien}`) ?? valueAt(raw, `mortgage.${lien}`)
}

/** The newest sale and the earlier ones, each once, newest first. */
function salesFrom(raw: unknown): Sale[] {
  const sales = [...listAt(raw, 'sale'), ...listAt(raw, 'saleHistory')]
    .map(saleFrom)
    .filter((sale) => sale !== null)
  const byDay = new Map<string, Sale>()
  for (const sale of sales) {
    const day = sale.date ?? sale.recordedDate ?? ''
    if (!byDay.has(day)) byDay.set(day, sale)
  }
  return [...byDay.entries()].sort(([a], [b]) => b.localeCompare(a)).map(([, sale]) => sale)
}

function saleFrom(raw: unknown): Sale | null {
  const sale: Sale = {
    date: dayAt(raw, 'saleTransDate', 'saleSearchDate'),
    recordedDate: dayAt(raw, 'amount.saleRecDate', 'saleRecDate'),
    // 0 is how a county that does not disclose prices spells unknown.
    price: whole(numberAt(raw, 'amount.saleAmt', 1) ?? numberAt(raw, 'saleAmt', 1)),
    disclosureType: textAt(raw, 'amount.saleDisclosureType', 'saleDisclosureType'),
    documentType: textAt(raw, 'amount.saleDocType', 'saleDocType'),
    transactionType: textAt(raw, 'amount.saleTransType', 'saleTransType'),
    seller: textAt(raw, 'sellerName'),
  }
  return sale.date || sale.recordedDate || sale.price !== null ? sale : null
}

function mortgageFrom(raw: unknown): Mortgage | null {
  // Amount 0 is how the answer says that there is no such lien.
  const amount = whole(numberAt(raw, 'amount', 1))
  const lender = textAt(raw, 'lenderLastName', 'companyName')
  if (amount === null && (lender === null || numberAt(raw, 'amount') === 0)) return null
  const loanType = textAt(raw, 'loanTypeCode', 'loanType')
  const firstResetDate = dayAt(raw, 'firstRateChangeDate', 'firstResetDate')
  const rateType = `${textAt(raw, 'interestRateType') ?? ''} ${loanType ?? ''}`
  return {
    amount,
    lender,
    loanType,
    dueDate: dayAt(raw, 'dueDate'),
    recordedDate: dayAt(raw, 'date', 'recordedDate'),
    interestRate: numberAt(raw, 'interestRate', 0.01, 30),
    termMonths: whole(numberAt(raw, 'term', 1, 600)),
    adjustable: firstResetDate !== null || /\b(adj|arm|adjustable|variable)\b/i.test(rateType),
    firstResetDate,
  }
}

function ownerNamesOf(raw: unknown): string[] {
  const names = ['owner1', 'owner2', 'owner3', 'owner4'].map((owner) => {
    const path = `assessment.owner.${owner}`
    const first = textAt(raw, `${path}.firstNameAndMi`)
    const last = textAt(raw, `${path}.lastName`)
    return first && last ? `${first} ${last}` : textAt(raw, `${path}.fullName`, `${path}.lastName`)
  })
  return [...new Set(names.filter((name) => name !== null))]
}

/** Half baths count half where only the parts are given. The column holds one decimal, up to 99.9. */
function bathroomsOf(raw: unknown): number | null {
  const total = numberAt(raw, 'building.rooms.bathsTotal', 0, 99)
  if (total !== null) return Math.round(total * 10) / 10
  const full = numberAt(raw, 'building.rooms.bathsFull', 0, 90)
  return full === null ? null : full + (numberAt(raw, 'building.rooms.bathsHalf', 0, 16) ?? 0) / 2
}

function wholeYears(from: IsoDate | null, today: IsoDate): number | null {
  if (from === null || from > today) return null
  const years = Number(today.slice(0, 4)) - Number(from.slice(0, 4))
  return today.slice(5) < from.slice(5) ? years - 1 : years
}

function whole(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}
