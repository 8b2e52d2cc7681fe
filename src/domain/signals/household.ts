import type { IsoDate, KnownAddress } from '../enrichment/person-record.ts'
import type { Mortgage, PropertyRecord } from '../enrichment/property-record.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'
import { addMonths, type DayNumber, formatDay, monthsBetween, parseDay, parseToday } from '../score/day.ts'
import { MARKET } from '../score/parameters.ts'
import type { ScoreHousehold } from '../score/score-input.ts'
import type { DetectionContact } from './detection.ts'
import { yearsOwned } from './downsizing.ts'
import { ageOf, firstDate, homeOf, residenceOf } from './evidence.ts'
import { isSameCity, isSameHome, type PostalPlace } from './place-match.ts'
import { resolveRegistryDate } from './registry-date.ts'
import { LIMITS } from './rules.ts'
import { isOwnerOccupied, titleHasSurname } from './title.ts'

function tenureOf(home: PropertyRecord | null, lastName: string): ScoreHousehold['tenure'] {
  if (home === null) return null
  const occupied = isOwnerOccupied(home)
  if (occupied === true || titleHasSurname(home, lastName)) return 'owner'
  return occupied === false && home.propertyData.ownerNames.length > 0 ? 'renter' : null
}

/** Remaining loan balance in dollars, by its schedule; null if rate, term or start is unknown. */
function remainingAmount(loan: Mortgage, today: DayNumber): number | null {
  const { amount, interestRate, termMonths } = loan
  const start = parseDay(loan.recordedDate)
  if (amount === null || interestRate === null || termMonths === null || Number.isNaN(start)) return null
  if (!(amount > 0 && interestRate > 0 && termMonths > 0 && start <= today)) return null
  const paid = Math.min(termMonths, Math.floor(monthsBetween(start, today)))
  const growth = 1 + interestRate / 1200
  return (amount * (growth ** termMonths - growth ** paid)) / (growth ** termMonths - 1)
}

function loanToValueOf(home: PropertyRecord, today: DayNumber): number | null {
  const { first, second } = home.propertyData.mortgages
  const value = home.estimatedValue
  if (first === null || value === null || !(value > 0)) return null
  const loans = [first, second].filter((loan) => loan !== null && loan.amount !== 0)
  let sum = 0
  for (const loan of loans) {
    const remaining = loan && remainingAmount(loan, today)
    if (remaining === null) return null
    sum += remaining
  }
  return sum / value
}

function rateGapOf(home: PropertyRecord): number | null {
  const rate = home.propertyData.mortgages.first?.interestRate ?? null
  // A rate of 0 or 30 percent is a misread field.
  return rate !== null && rate > 0.5 && rate < 25 ? Math.max(0, MARKET.mortgageRate - rate) : null
}

function isListed(
  home: PropertyRecord | null,
  current: EnrichmentResult,
  residence: PostalPlace,
  today: DayNumber,
): boolean {
  const sold = parseDay(home?.lastSaleDate)
  const isOpen = (day: DayNumber) =>
    day <= today && day >= addMonths(today, -LIMITS.listing) && !(sold >= day)
  // A listing stored with the home goes stale, so its date decides.
  if (isOpen(parseDay(home?.propertyData.listing?.listedOn))) return true
  return current.publicRecords.some((record) => {
    if (record.kind !== 'listing' || !record.address || !isSameHome(record.address, residence)) return false
    const date = resolveRegistryDate(firstDate(record, ['event', 'filed', 'recorded']), today)
    return date !== null && isOpen(date.day)
  })
}

function hasSchoolAgeChild(current: EnrichmentResult, today: DayNumber): boolean {
  const year = Number(formatDay(today).slice(0, 4))
  const [least, most] = LIMITS.schoolAge
  return (current.person?.demographics.household ?? []).some(({ relation, birthYear }) => {
    const age = birthYear === null ? -1 : year - birthYear
    return relation === 'child' && age >= least && age <= most
  })
}

function newestAddress(
  addresses: readonly KnownAddress[],
  today: DayNumber,
): { address: KnownAddress; day: number } | null {
  let newest: { address: KnownAddress; day: number } | null = null
  for (const address of addresses) {
    const day = parseDay(address.moveInDate)
    if (day <= today && (newest === null || day > newest.day)) newest = { address, day }
  }
  return newest
}

/** Address newer than the one on file, and the day it was first seen. */
export type NewerAddress = { address: KnownAddress; since: IsoDate }

function findNewerAddress(
  residence: PostalPlace,
  current: EnrichmentResult,
  previous: EnrichmentResult | null,
  today: DayNumber,
): NewerAddress | null {
  const addresses = current.person?.addresses ?? []
  const isOnFile = (place: PostalPlace) =>
    residence.street ? isSameHome(place, residence) : isSameCity(place, residence)
  const isElsewhere = (place: PostalPlace) =>
    !!(residence.street ? place.street : place.city) && !isOnFile(place)
  if (!(residence.street || residence.city)) return null

  const move = newestAddress(addresses, today)
  if (move && isElsewhere(move.address)) {
    const onFile = parseDay(addresses.find(isOnFile)?.moveInDate)
    const since = Number.isNaN(onFile) ? addMonths(today, -LIMITS.newAddress) : onFile
    return move.day > since ? { address: move.address, since: formatDay(move.day) } : null
  }
  // Without dates: an address that leads the list now and was missing from the previous enrichment.
  const leading = addresses[0]
  const known = previous?.person?.addresses ?? []
  if (move || !leading || !isElsewhere(leading)) return null
  const noted = parseDay(leading.firstSeen)
  if (noted <= today) {
    return noted > addMonths(today, -LIMITS.newAddress) ? { address: leading, since: formatDay(noted) } : null
  }
  if (known.length === 0) return null
  if (
    known.some((address) => isSameHome(address, leading) || (!leading.street && isSameCity(address, leading)))
  )
    return null
  const fetched = parseDay(current.person?.sources.person?.fetchedAt.slice(0, 10))
  return { address: leading, since: formatDay(fetched <= today ? fetched : today) }
}

/**
 * Newer address in another place than the contact's home, a sign of a possible move. Null if there is none.
 * @throws RangeError when `today` is not a day.
 */
export function newerAddress(
  contact: DetectionContact,
  current: EnrichmentResult,
  previous: EnrichmentResult | null,
  today: IsoDate,
): NewerAddress | null {
  const residence = residenceOf(contact, current.person?.addresses ?? [])
  return findNewerAddress(residence, current, previous, parseToday(today))
}

/**
 * Household facts for the score, from the contact and its enrichments (null: never enriched).
 * @throws RangeError when `today` is not a day.
 */
export function householdOf(
  contact: DetectionContact,
  current: EnrichmentResult | null,
  previous: EnrichmentResult | null,
  today: IsoDate,
): ScoreHousehold {
  const day = parseToday(today)
  const known = current ?? { person: null, properties: [], publicRecords: [] }
  const residence = residenceOf(contact, known.person?.addresses ?? [])
  const home = homeOf(residence, known.properties)
  const tenure = tenureOf(home, contact.lastName)
  const owned = tenure === 'owner' ? home : null
  return {
    tenure,
    age: ageOf(contact, known.person?.demographics ?? null, day),
    ageRange: known.person?.demographics.ageRange ?? null,
    ownershipYears: owned && yearsOwned(owned, day),
    enriched: current !== null,
    rateGap: owned && rateGapOf(owned),
    loanToValue: owned && loanToValueOf(owned, day),
    schoolAgeChildren: hasSchoolAgeChild(known, day),
    newAddressSince: findNewerAddress(residence, known, previous, day)?.since ?? null,
    listedForSale: isListed(home, known, residence, day),
  }
}
