import type { ComparableContact, ComparableHome } from './comparable-contact.ts'
import { editDistance, isTypo, jaroWinkler } from './similarity.ts'

/** How one kind of fact compares: in points as those of names, and whether both contacts hold it and it differs. */
export type Comparison = { points: number; level: Level }

/**
 * `neighbor` is another number in the same street, `nearby` another street of the same town and ZIP code; `none` where one
 * side holds nothing to compare.
 */
type Level = 'same' | 'similar' | 'neighbor' | 'nearby' | 'city' | 'none' | 'different'

const UNKNOWN: Comparison = { points: 0, level: 'none' }

const NEAR_MAX = 3

export function compareEmails(a: ComparableContact, b: ComparableContact): Comparison & { isExact: boolean } {
  if (a.emails.length === 0 || b.emails.length === 0) return { ...UNKNOWN, isExact: false }
  if (a.emails.some(({ email }) => b.emails.some((other) => other.email === email))) {
    return { points: 14, level: 'same', isExact: true }
  }
  const mailboxes = new Set(b.emails.map(({ mailbox }) => mailbox))
  if (a.emails.some(({ mailbox }) => mailboxes.has(mailbox)))
    return { points: 13, level: 'same', isExact: false }
  let points = -1
  for (const one of a.emails.slice(0, NEAR_MAX)) {
    for (const other of b.emails.slice(0, NEAR_MAX)) {
      points = Math.max(points, nearEmail(one.mailbox, other.mailbox))
    }
  }
  return { points, level: points > 0 ? 'similar' : 'different', isExact: false }
}

function nearEmail(a: string, b: string): number {
  const [nameA = '', hostA = ''] = a.split('@')
  const [nameB = '', hostB = ''] = b.split('@')
  const letters = Math.min(nameA.length, nameB.length)
  if (nameA === nameB && letters >= 5) return isTypo(hostA, hostB) ? 10 : 5
  const slips = letters >= 5 ? editDistance(a, b, 2) : Infinity
  if (slips <= 2) return slips === 1 ? 11 : 8
  // The same letters with other numbers or dots: `robert255`, `robert25`.
  const [lettersA, lettersB] = [nameA.replace(/[^a-z]/g, ''), nameB.replace(/[^a-z]/g, '')]
  return lettersA === lettersB && lettersA.length >= 6 && hostA === hostB ? 5 : -1
}

export function comparePhones(a: ComparableContact, b: ComparableContact): Comparison {
  if (a.phones.length === 0 || b.phones.length === 0) return UNKNOWN
  if (a.phones.some((phone) => b.phones.includes(phone))) return { points: 11, level: 'same' }
  const isNear = a.phones
    .slice(0, NEAR_MAX)
    .some((phone) => b.phones.slice(0, NEAR_MAX).some((other) => editDistance(phone, other, 1) <= 1))
  return isNear ? { points: 6, level: 'similar' } : { points: -1, level: 'different' }
}

export function compareBirthdays(
  { birthday: a }: ComparableContact,
  { birthday: b }: ComparableContact,
): Comparison {
  if (!a || !b) return UNKNOWN
  if (a.year === '' || b.year === '') {
    return a.day === b.day ? { points: 8, level: 'same' } : { points: -6, level: 'different' }
  }
  if (a.year === b.year && a.day === b.day) return { points: 12, level: 'same' }
  const isDayBeforeMonth = a.day.slice(0, 2) === b.day.slice(2) && a.day.slice(2) === b.day.slice(0, 2)
  if (a.year === b.year && isDayBeforeMonth) return { points: 9, level: 'similar' }
  const slips = editDistance(a.year + a.day, b.year + b.day, 2)
  if (slips === 1) return { points: 7, level: 'similar' }
  const same = [a.year === b.year, a.day.slice(0, 2) === b.day.slice(0, 2), a.day.slice(2) === b.day.slice(2)]
  if (slips === 2 && same.filter(Boolean).length === 2) return { points: 4, level: 'similar' }
  if (same.filter(Boolean).length === 2) return { points: 2, level: 'none' }
  return { points: -7, level: 'different' }
}

export function compareHomes(a: ComparableContact, b: ComparableContact): Comparison {
  let best: Comparison | null = null
  for (const one of a.homes) {
    for (const other of b.homes) {
      const comparison = compareHome(one, other)
      if (!best || comparison.points > best.points) best = comparison
    }
  }
  return best ?? UNKNOWN
}

/** Parts of one address go together: all of it says less than its parts would apart. */
const HOME_MAX = 12
const TOWN_MAX = 2.5

function compareHome(a: ComparableHome, b: ComparableHome): Comparison {
  const area = areaPoints(a, b)
  if (a.street === '' || b.street === '') {
    const sameNumber = a.number !== '' && a.number === b.number ? 3 : 0
    const points = Math.min(TOWN_MAX, area.points) + sameNumber
    if (points < 0) return { points, level: 'different' }
    return { points, level: area.isNear && points > 0 ? 'city' : 'none' }
  }
  const number = numberPoints(a.number, b.number)
  const street = streetPoints(a, b)
  const isElsewhere = area.points < 0 && !area.isNear
  if (street < 0 && area.isSame) return { points: -3, level: 'nearby' }
  // A neighbor, the next street or a street of that name in another town: nothing in common.
  if (number < 0 || street < 0 || isElsewhere || (a.unit !== null && b.unit !== null && a.unit !== b.unit)) {
    const isNeighbor = number < 0 && street >= 4.5 && area.isNear && area.points > 0
    return { points: isElsewhere ? -4 : -3, level: isNeighbor ? 'neighbor' : 'different' }
  }
  const isSame = number === 3 && street === 6 && (area.points > 2 || area.isNear)
  const unit = (a.unit === null) === (b.unit === null) ? 0 : -1
  const points = Math.min(HOME_MAX, number + street + area.points) + unit
  return { points, level: isSame ? 'same' : 'similar' }
}

function numberPoints(a: string, b: string): number {
  if (a === '' || b === '') return 0
  if (a === b) return 3
  if (isTransposed(a, b)) return 1.5
  const isLong = Math.min(a.length, b.length) > (a.length === b.length ? 2 : 1)
  return isLong && editDistance(a, b, 1) === 1 ? 0.5 : -5
}

function isTransposed(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('')
}

const STREET_ALIKE = 0.88

function streetPoints(a: ComparableHome, b: ComparableHome): number {
  if (a.street === b.street) return a.streetType === b.streetType ? 6 : a.streetType && b.streetType ? 4 : 5.5
  // Numbered streets lie side by side: a slip there is another street.
  if (/\d/.test(a.street) || /\d/.test(b.street)) return -4
  if (isTypo(a.street, b.street)) return 5
  const [full, other] = [a.street + a.streetType, b.street + b.streetType]
  if (isTypo(full, other) || jaroWinkler(full, other) >= STREET_ALIKE) return 4.5
  const [short, long] = a.street.length < b.street.length ? [a.street, b.street] : [b.street, a.street]
  return short.length >= 5 && long.includes(short) ? 3.5 : -4
}

/** ZIP code, city and state together. */
function areaPoints(
  a: ComparableHome,
  b: ComparableHome,
): { points: number; isNear: boolean; isSame: boolean } {
  let points = 0
  // A ZIP code that lost or gained a digit is no other place.
  const zip = a.zip !== '' && a.zip.length === b.zip.length
  const zipNear = zip && (isTransposed(a.zip, b.zip) || editDistance(a.zip, b.zip, 1) <= 1)
  if (zip) points += a.zip === b.zip ? 4 : zipNear ? 2 : -2
  const city = a.city !== '' && b.city !== ''
  const cityNear = city && (a.city === b.city || isTypo(a.city, b.city))
  if (city) points += a.city === b.city ? 2.5 : cityNear ? 2 : zip && a.zip === b.zip ? 0 : -2
  if (a.state !== '' && b.state !== '' && a.state !== b.state) points -= 1
  return { points, isNear: zipNear || cityNear || (!zip && !city), isSame: points > 6 }
}
