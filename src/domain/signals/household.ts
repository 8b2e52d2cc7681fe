import type { IsoDate, KnownAddress } from '../enrichment/person-record.ts'
import type { Mortgage, PropertyRecord } from '../enrichment/property-record.ts'
import type { EnrichmentResult } from '../enrichment/public-record.ts'
import { addMonths, type DayNumber, formatDay, monthsBetween, parseDay, parseToday } from '../score/day.ts'
import { MARKET, MOVE_HISTORY } from '../score/parameters.ts'
import type { MoveHistory, ScoreHousehold } from '../score/score-input.ts'
import type { DetectionContact } from './detection.ts'
import { yearsOwned } from './downsizing.ts'
import { ageOf, firstDate, homeOf, residenceOf } from './evidence.ts'
import { isSameCity, isSameHome, type PostalPlace } from './place-match.ts'
import { resolveRegistryDate } from './registry-date.ts'
import { LIMITS } from './rules.ts'
import { isOwnerOccupied, titleHasSurname } from './title.ts'

function tenureOf(home: PropertyRecord | null, lastName: string): ScoreHousehold['tenure'] {
  if (home === null) return null
  const isOwnerAtHome = isOwnerOccupied(home)
  if (isOwnerAtHome === true || titleHasSurname(home, lastName)) return 'owner'
  return isOwnerAtHome === false && home.propertyData.ownerNames.length > 0 ? 'renter' : null
}

/** Remaining loan balance in dollars, by its schedule; null if rate, term or start is unknown. */
function remainingAmount(loan: Mortgage, today: DayNumber): number | null {
  const { amount, interestRate, termMonths } = loan
  const start = parseDay(loan.recordedDate)
  if (amount === null || interestRate === null || termMonths === null || Number.isNaN(start)) return null
  if (!(amount > 0 && interestRate > 0 && termMonths > 0 && start <= today)) return null
  const paidMonths = Math.min(termMonths, Math.floor(monthsBetween(start, today)))
  const monthlyGrowth = 1 + interestRate / 1200
  return (
    (amount * (monthlyGrowth ** termMonths - monthlyGrowth ** paidMonths)) / (monthlyGrowth ** termMonths - 1)
  )
}

function loanToValueOf(home: PropertyRecord, today: DayNumber): number | null {
  const { first, second } = home.propertyData.mortgages
  const value = home.estimatedValue
  if (first === null || value === null || !(value > 0)) return null
  const loans = [first, second].filter((loan) => loan !== null && loan.amount !== 0)
  let sum = 0
  for (const loan of loans) {
    const remainingLoan = loan && remainingAmount(loan, today)
    if (remainingLoan === null) return null
    sum += remainingLoan
  }
  return sum / value
}

/** Average rate of fixed loans in the year in which one was recorded; null if unknown. */
function usualRateOf({ adjustable, recordedDate, amount }: Mortgage): number | null {
  if (adjustable || amount === 0 || recordedDate === null) return null
  const year = Number(recordedDate.slice(0, 4))
  return MARKET.yearlyRates[year - MARKET.firstYear] ?? null
}

function rateGapOf(home: PropertyRecord): number | null {
  const loan = home.propertyData.mortgages.first
  if (loan === null) return null
  const rate = loan.interestRate ?? usualRateOf(loan)
  // A rate of 0 or 30 percent is a misread field.
  return rate !== null && rate > 0.5 && rate < 25 ? Math.max(0, MARKET.mortgageRate - rate) : null
}

/** Moves by the move-in days of the known addresses; the first day on record starts it and is no move. */
function moveHistoryOf(addresses: readonly KnownAddress[], today: DayNumber): MoveHistory | null {
  const daysAsc = addresses
    .map(({ moveInDate }) => parseDay(moveInDate))
    .filter((day) => day <= today)
    .sort((a, b) => a - b)
  const [firstDay] = daysAsc
  if (firstDay === undefined) return null
  const from = Math.max(firstDay, addMonths(today, -12 * MOVE_HISTORY.years))
  let moves = 0
  let lastDay = firstDay
  for (const day of daysAsc) {
    if (monthsBetween(lastDay, day) < MOVE_HISTORY.minMonthsBetween) continue
    lastDay = day
    if (day > from) moves++
  }
  const yearsSince = (day: DayNumber) => monthsBetween(day, today) / 12
  return { years: yearsSince(from), moves, yearsSinceMove: yearsSince(Math.max(from, lastDay)) }
}

function isListed(
  home: PropertyRecord | null,
  current: EnrichmentResult,
  residence: PostalPlace,
  today: DayNumber,
): boolean {
  const saleDay = parseDay(home?.lastSaleDate)
  const isOpen = (day: DayNumber) =>
    day <= today && day >= addMonths(today, -LIMITS.listing) && !(saleDay >= day)
  // A listing stored with the home can be outdated, so its date decides.
  if (isOpen(parseDay(home?.propertyData.listing?.listedOn))) return true
  return current.publicRecords.some((record) => {
    if (record.kind !== 'listing' || !record.address || !isSameHome(record.address, residence)) return false
    const date = resolveRegistryDate(firstDate(record, ['event', 'filed', 'recorded']), today)
    return date !== null && isOpen(date.day)
  })
}

function hasSchoolAgeChild(current: EnrichmentResult, today: DayNumber): boolean {
  const year = Number(formatDay(today).slice(0, 4))
  const [minAge, maxAge] = LIMITS.schoolAge
  return (current.person?.demographics.household ?? []).some(({ relation, birthYear }) => {
    const age = birthYear === null ? -1 : year - birthYear
    return relation === 'child' && age >= minAge && age <= maxAge
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
    const homeMoveInDay = parseDay(addresses.find(isOnFile)?.moveInDate)
    const earliest = Number.isNaN(homeMoveInDay) ? addMonths(today, -LIMITS.newAddress) : homeMoveInDay
    return move.day > earliest ? { address: move.address, since: formatDay(move.day) } : null
  }
  // Without dates, an address counts if it is first now and was missing from the previous enrichment.
  const firstAddress = addresses[0]
  const previousAddresses = previous?.person?.addresses ?? []
  if (move || !firstAddress || !isElsewhere(firstAddress)) return null
  const firstSeenDay = parseDay(firstAddress.firstSeen)
  if (firstSeenDay <= today) {
    return firstSeenDay > addMonths(today, -LIMITS.newAddress)
      ? { address: firstAddress, since: formatDay(firstSeenDay) }
      : null
  }
  if (previousAddresses.length === 0) return null
  if (
    previousAddresses.some(
      (address) =>
        isSameHome(address, firstAddress) || (!firstAddress.street && isSameCity(address, firstAddress)),
    )
  )
    return null
  const fetchedDay = parseDay(current.person?.sources.person?.fetchedAt.slice(0, 10))
  return { address: firstAddress, since: formatDay(fetchedDay <= today ? fetchedDay : today) }
}

/**
 * Address that is newer than the contact's home and elsewhere, a sign of a possible move. Null if there is none.
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
  const data = current ?? { person: null, properties: [], publicRecords: [] }
  const residence = residenceOf(contact, data.person?.addresses ?? [])
  const home = homeOf(residence, data.properties)
  const tenure = tenureOf(home, contact.lastName)
  const ownedHome = tenure === 'owner' ? home : null
  return {
    tenure,
    age: ageOf(contact, data.person?.demographics ?? null, day),
    ageRange: data.person?.demographics.ageRange ?? null,
    ownershipYears: ownedHome && yearsOwned(ownedHome, day),
    moveHistory: moveHistoryOf(data.person?.addresses ?? [], day),
    enriched: current !== null,
    rateGap: ownedHome && rateGapOf(ownedHome),
    loanToValue: ownedHome && loanToValueOf(ownedHome, day),
    schoolAgeChildren: hasSchoolAgeChild(data, day),
    newAddressSince: findNewerAddress(residence, data, previous, day)?.since ?? null,
    listedForSale: isListed(home, data, residence, day),
  }
}
