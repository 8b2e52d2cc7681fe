import type { ComparableContact, ComparableHome } from './comparable-contact.ts'
import { type Comparison, NOT_COMPARABLE } from './compare-points.ts'
import { editDistance, hasSameLetters, isGarbled, isTypo, jaroWinkler, sortedLetters } from './similarity.ts'

/** Maximum points of a home, because the parts of an address aren't independent. */
const MAX_HOME_POINTS = 12
const MAX_TOWN_POINTS = 2.5
const MIN_STREET_SIMILARITY = 0.88
/** Shorter streets share letters by chance. */
const MIN_REORDERED_LENGTH = 14

/** The two homes, one per contact, that match best. */
export function compareHomes(a: ComparableContact, b: ComparableContact): Comparison {
  let best: Comparison | null = null
  for (const homeA of a.homes) {
    for (const homeB of b.homes) {
      const comparison = compareHome(homeA, homeB)
      if (!best || comparison.points > best.points) best = comparison
    }
  }
  return best ?? NOT_COMPARABLE
}

type Area = { points: number; isNear: boolean; isSame: boolean }

function compareHome(a: ComparableHome, b: ComparableHome): Comparison {
  const area = compareAreas(a, b)
  if (a.street === '' || b.street === '') return compareTowns(a, b, area)
  const [number, street] = [numberPoints(a.number, b.number), streetPoints(a, b)]
  if (street < 0 && area.isSame) return { points: Math.max(0, number), level: 'nearby' }
  if (area.points < 0 && !area.isNear) return { points: -4, level: 'different' }
  if (number < 0 && street >= 4.5 && area.isNear && area.points > 0) return { points: 4, level: 'neighbor' }
  // The next street or another apartment is another home.
  if (number < 0 || street < 0 || isOtherUnit(a, b)) return { points: -3, level: 'different' }
  const isSame = number === 3 && street === 6 && (area.points > 2 || area.isNear)
  // An address with an apartment and one without may be two homes.
  const unit = (a.unit === null) === (b.unit === null) ? 0 : -1
  const points = Math.min(MAX_HOME_POINTS, number + street + area.points) + unit
  return { points, level: isSame ? 'same' : 'similar' }
}

/** Compares areas if one side has no street. */
function compareTowns(a: ComparableHome, b: ComparableHome, area: Area): Comparison {
  const numberMatchPoints = a.number !== '' && a.number === b.number ? 3 : 0
  const points = Math.min(MAX_TOWN_POINTS, area.points) + numberMatchPoints
  if (points < 0) return { points, level: 'different' }
  return { points, level: area.isNear && points > 0 ? 'city' : 'none' }
}

function isOtherUnit(a: ComparableHome, b: ComparableHome): boolean {
  return a.unit !== null && b.unit !== null && a.unit !== b.unit
}

function numberPoints(a: string, b: string): number {
  if (a === '' || b === '') return 0
  if (a === b) return 3
  if (hasSameLetters(a, b)) return 1.5
  const isLong = Math.min(a.length, b.length) > (a.length === b.length ? 2 : 1)
  return isLong && editDistance(a, b, 1) === 1 ? 0.5 : -5
}

function streetPoints(a: ComparableHome, b: ComparableHome): number {
  if (a.street === b.street) {
    if (a.streetType === b.streetType) return 6
    return a.streetType && b.streetType ? 4 : 5.5
  }
  // Numbered streets are neighbors, so a different digit is a different street.
  if (/\d/.test(a.street) || /\d/.test(b.street)) return -4
  if (isTypo(a.street, b.street)) return 5
  const [fullA, fullB] = [a.street + a.streetType, b.street + b.streetType]
  if (isTypo(fullA, fullB) || jaroWinkler(fullA, fullB) >= MIN_STREET_SIMILARITY) return 4.5
  const [short, long] = a.street.length < b.street.length ? [a.street, b.street] : [b.street, a.street]
  if (short.length >= 5 && long.includes(short)) return 3.5
  return isReordered(fullA, fullB) ? 4.5 : -4
}

/**
 * True for almost the same letters, as when a building name is before the street in one address and after it in the
 * other.
 */
function isReordered(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_REORDERED_LENGTH) return false
  return editDistance(sortedLetters(a), sortedLetters(b), 3) <= 3
}

/** Compares ZIP code, city and state together. */
function compareAreas(a: ComparableHome, b: ComparableHome): Area {
  // A ZIP code with a missing or extra digit doesn't count as another place.
  const hasZips = a.zip !== '' && a.zip.length === b.zip.length
  const isZipNear = hasZips && (hasSameLetters(a.zip, b.zip) || editDistance(a.zip, b.zip, 1) <= 1)
  const hasCities = a.city !== '' && b.city !== ''
  const isCityNear = hasCities && isGarbled(a.city, b.city)
  const isOtherState = a.state !== '' && b.state !== '' && a.state !== b.state
  const zip = hasZips ? zipPoints(a.zip === b.zip, isZipNear) : 0
  const city = hasCities ? cityPoints(a.city === b.city, isCityNear, hasZips && a.zip === b.zip) : 0
  return {
    points: zip + city - (isOtherState ? 1 : 0),
    isNear: isZipNear || isCityNear || (!hasZips && !hasCities),
    isSame: zip + city >= 4 && !isOtherState,
  }
}

function zipPoints(isSame: boolean, isNear: boolean): number {
  if (isSame) return 4
  return isNear ? 2 : -2
}

/** One ZIP code covers towns with several names. */
function cityPoints(isSame: boolean, isNear: boolean, isSameZip: boolean): number {
  if (isSame) return 2.5
  if (isNear) return 2
  return isSameZip ? 0 : -2
}
