import { type DayNumber, formatDay, parseDay } from '#domain/score/day.ts'
import { buildingOf } from './building.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR, yearOf } from './calendar.ts'
import { fullName } from './family.ts'
import { chance, digits, numberBetween, pick } from './hash.ts'
import { inventName } from './names.ts'
import type { Persona } from './persona.ts'
import { boughtOn, lifeEvent, sampleStreet } from './persona.ts'
import { LENDERS } from './work.ts'

const FIRST_PRICE_YEAR = 1985

/** Simulates ATTOM's response for a sample person's home, in ATTOM's format. */
export function propertyResponse(persona: Persona) {
  return { status: { code: 0, msg: 'SuccessWithResult', total: 1 }, property: [profileOf(persona)] }
}

function profileOf(persona: Persona) {
  const { key, home } = persona
  const { town } = home
  const building = buildingOf(persona)
  const bought = boughtOn(persona)
  const value =
    Math.round((building.squareFeet * town.price * (0.85 + chance(key, 'value') * 0.4)) / 1000) * 1000
  const sale = saleOf(key, bought, value, 'sale')
  return {
    identifier: { attomId: numberBetween(key, 'attom', 1e8, 9e8), apn: `${digits(key, 'apn')}`, fips: '' },
    address: {
      line1: home.street,
      oneLine: `${home.street}, ${town.city}, ${town.state} ${town.zipCode}`,
      locality: town.city,
      countrySubd: town.state,
      postal1: town.zipCode,
    },
    // ATTOM sends coordinates as text.
    location: { latitude: String(home.latitude), longitude: String(home.longitude), accuracy: 'Rooftop' },
    ...building.sections,
    summary: { ...building.summary, ...quitclaimOf(persona) },
    area: {
      countrySecSubd: town.county,
      munName: town.city,
      subdName: pick(
        ['Brookdale', 'Oak Hollow', 'Meadow Glens', 'Riverbend', 'Timber Ridge'],
        key,
        'subdivision',
      ),
      censusTractIdent: String(numberBetween(key, 'tract', 840000, 849999)),
    },
    sale,
    saleHistory: [...resaleBefore(key, bought, value), ...earlierSales(key, bought, value)],
    assessment: assessmentOf(persona, value, sale, bought),
  }
}

/** Adds a quitclaim deed to the profile. */
function quitclaimOf(persona: Persona) {
  const quitclaim = lifeEvent(persona, 'quitclaim')
  return quitclaim
    ? { quitClaimFlag: 'True', dateOfLastQuitClaim: formatDay(quitclaim.day) }
    : { quitClaimFlag: 'False', REOflag: 'False' }
}

function saleOf(key: string, day: DayNumber, value: number, question: string) {
  return {
    saleTransDate: formatDay(day),
    sellerName: fullName(inventName(key, `${question} seller`)).toUpperCase(),
    amount: {
      // Prices arrive as numbers or text, depending on the county.
      saleAmt: chance(key, `${question} text`) < 0.3 ? String(priceAt(value, day)) : priceAt(value, day),
      saleRecDate: formatDay(day + numberBetween(key, `${question} recorded`, 5, 30)),
      saleDisclosureType: numberBetween(key, `${question} disclosure`, 0, 2),
      saleDocType: pick(['WARRANTY DEED', 'GRANT DEED', 'SPECIAL WARRANTY DEED'], key, question),
      saleTransType: 'Resale',
    },
  }
}

/** Adds an earlier, cheaper sale for homes that were flipped. */
function resaleBefore(key: string, bought: DayNumber, value: number) {
  if (chance(key, 'resale') >= 0.04) return []
  const day = bought - numberBetween(key, 'resale days', 90, 300)
  return [saleOf(key, day, Math.round(value * (0.55 + chance(key, 'resale price') * 0.2)), 'resale')]
}

function earlierSales(key: string, bought: DayNumber, value: number) {
  return Array.from({ length: numberBetween(key, 'earlier sales', 0, 2) }, (_, i) => {
    const day = Math.floor(bought - (i + 0.5 + chance(key, `sale ${i}`)) * 6 * DAYS_PER_YEAR)
    return { day, sale: saleOf(key, day, value, `sale ${i}`) }
  })
    .filter(({ day }) => yearOf(day) >= FIRST_PRICE_YEAR)
    .map(({ sale }) => sale)
}

/** Price on an earlier day, assuming growth of 4% a year. */
function priceAt(value: number, day: DayNumber): number {
  const years = Math.max(0, (parseDay('2026-01-01') - day) / DAYS_PER_YEAR)
  return Math.max(38_000, Math.round((value * 1.04 ** -years) / 500) * 500)
}

function assessmentOf(persona: Persona, value: number, sale: ReturnType<typeof saleOf>, bought: DayNumber) {
  const { key, today } = persona
  const isOwner = persona.tenure === 'owner'
  const tax = Math.round(value * (0.017 + chance(key, 'tax') * 0.007))
  const owners = isOwner ? titleOf(persona) : [ownerEntry(inventName(key, 'landlord'))]
  return {
    market: {
      mktTtlValue: value,
      mktLandValue: Math.round(value * 0.24),
      mktImprValue: Math.round(value * 0.76),
    },
    assessed: { assdTtlValue: Math.round(value / 3), assdLandValue: Math.round(value * 0.08) },
    tax: {
      taxAmt: String(tax),
      taxYear: yearOf(today) - 1,
      exemptiontype: isOwner ? 'HOMEOWNER' : null,
    },
    owner: {
      ...Object.fromEntries(owners.map((owner, i) => [`owner${i + 1}`, owner])),
      type: 'INDIVIDUAL',
      corporateIndicator: 'N',
      absenteeOwnerStatus: isOwner ? 'O' : 'A',
      mailingAddressOneLine: mailingOf(persona),
    },
    mortgage: {
      FirstConcurrent: firstMortgage(persona, Number(sale.amount.saleAmt), bought),
      SecondConcurrent: secondMortgage(persona, value, bought),
    },
  }
}

/** Mailing address of tax bills: the home, the landlord's PO box, or for a few owners another street. */
function mailingOf({ key, home, tenure }: Persona): string {
  const { city, state, zipCode } = home.town
  if (tenure === 'renter') return `PO BOX ${numberBetween(key, 'box', 100, 9999)}, ${city}, ${state}`
  const street = chance(key, 'mail elsewhere') < 0.03 ? sampleStreet(key, 'mail') : home.street
  return `${street}, ${city}, ${state} ${zipCode}`
}

/** Current title holders; a partner holds title until a quitclaim or death. */
function titleOf(persona: Persona): Record<string, string>[] {
  const { family } = persona
  const contact = ownerEntry(persona)
  const divorcing = family.bond === 'former' && !lifeEvent(persona, 'quitclaim')
  const shares = family.bond === 'spouse' && !lifeEvent(persona, 'marriage')
  return divorcing || shares ? [contact, ownerEntry(family.partner)] : [contact]
}

function ownerEntry({ first, last }: { first: string; last: string }): Record<string, string> {
  return { fullName: `${last} ${first}`.toUpperCase(), lastName: last, firstNameAndMi: first }
}

/** Average 30-year mortgage rates in percent, by first year. */
const RATES: readonly [from: number, rate: number][] = [
  [2026, 6.25],
  [2025, 6.6],
  [2023, 6.8],
  [2022, 5.3],
  [2020, 3.05],
  [2018, 4.2],
  [2012, 3.9],
  [2009, 4.9],
  [2002, 6.1],
  [1995, 7.6],
  [0, 9.5],
]

/** Creates the purchase loan, or the adjustable loan that replaced it five years before the first reset. */
function firstMortgage(persona: Persona, price: number, bought: DayNumber) {
  const { key, today } = persona
  const months = chance(key, 'term') < 0.8 ? 360 : 180
  const reset = lifeEvent(persona, 'rateReset')
  const day = reset ? Math.max(bought, reset.day - Math.round(60 * DAYS_PER_MONTH)) : bought
  const dueDay = day + Math.round(months * DAYS_PER_MONTH)
  if (!reset && (dueDay < today || chance(key, 'paid') < 0.12)) return { amount: 0 }
  const rate = RATES.find(([from]) => yearOf(day) >= from)?.[1] ?? 7
  return {
    amount: Math.round((price * (0.7 + chance(key, 'loan') * 0.22)) / 100) * 100,
    lenderLastName: pick(LENDERS, key, 'lender'),
    loanTypeCode: pick(['CNV', 'CNV', 'FHA', 'VA'], key, 'loan type'),
    date: formatDay(day),
    dueDate: formatDay(dueDay),
    term: String(months),
    interestRate: (rate + (chance(key, 'rate') - 0.5) * 0.6 - (reset ? 0.8 : 0)).toFixed(3),
    interestRateType: reset ? 'ADJUSTABLE' : 'FIXED',
    firstRateChangeDate: reset ? formatDay(reset.day) : null,
  }
}

function secondMortgage(persona: Persona, value: number, bought: DayNumber) {
  const { key } = persona
  if (persona.tenure === 'renter' || chance(key, 'second') > 0.1) return { amount: 0 }
  const day = bought + Math.round(10 * DAYS_PER_MONTH)
  return {
    amount: Math.round((value * 0.06) / 1000) * 1000,
    lenderLastName: pick(LENDERS, key, 'second lender'),
    loanTypeCode: 'HEL',
    date: formatDay(day),
    dueDate: formatDay(day + Math.round(180 * DAYS_PER_MONTH)),
    term: '180',
  }
}
