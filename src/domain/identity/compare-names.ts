import { isCommonFirstName, isCommonLastName } from './common-names.ts'
import type { ComparableContact } from './comparable-contact.ts'
import { isKnownFirstName, isNickname } from './nicknames.ts'
import { hasSameLetters, isGarbled, isTypo, jaroWinkler } from './similarity.ts'

/** Relation of two contacts' names; `opposed` first names can't result from a typo. */
export type NameRelation =
  | 'same'
  | 'swapped'
  | 'nickname'
  | 'similar'
  | 'first differs'
  | 'last differs'
  | 'opposed'
export type NameComparison = {
  relation: NameRelation
  points: number
  /** True if only typos separate the names: `Jon` and `John` may be brothers. */
  isTyped: boolean
  /** True if both have a middle name or initial and they differ. */
  middleDiffers: boolean
}

type Pair = Omit<NameComparison, 'middleDiffers'>

/** Points are log2 of how much more likely one person is than two: each point doubles the odds. */
const FIRST_POINTS = {
  ...{ same: 6, spelling: 5, reordered: 5, nickname: 5, part: 5, similar: 4, garbled: 1, initial: 2.5 },
  ...{ different: -5, opposed: -9 },
}
type Likeness = keyof typeof FIRST_POINTS
const LAST_POINTS: Record<Likeness, number> = {
  ...{ same: 9, spelling: 5.5, reordered: 6.5, nickname: 5.5, part: 6, similar: 5.5, garbled: 2, initial: 1 },
  ...{ different: -3, opposed: -3 },
}
/** Agreement in a common name says less. */
const COMMON = { first: -1, last: -2.5 } as const
const SWAPPED = -1.5
const MIDDLE_DIFFERS = -8

const FIRST_ALIKE = 0.88
const LAST_ALIKE = 0.9

export function compareNames(a: ComparableContact, b: ComparableContact): NameComparison {
  const straight = pairOf(a, b)
  const crossed = swappedPair(a, b)
  const best = crossed && crossed.points > straight.points ? crossed : straight
  const middleDiffers = isOtherMiddle(a, b)
  return { ...best, middleDiffers, points: best.points + (middleDiffers ? MIDDLE_DIFFERS : 0) }
}

export function suffixDiffers(a: ComparableContact, b: ComparableContact): boolean {
  return a.suffix !== null && b.suffix !== null && a.suffix !== b.suffix
}

function pairOf(a: ComparableContact, b: ComparableContact): Pair {
  const first = compareFirst(a, b)
  const last = compareLast(a.surname, b.surname)
  let points = FIRST_POINTS[first] + LAST_POINTS[last]
  if (SAME_NAMES.has(first) && (isCommonFirstName(a.given) || isCommonFirstName(b.given)))
    points += COMMON.first
  if (last === 'same' && isCommonLastName(a.surname.join(' '))) points += COMMON.last
  return { relation: relationOf(first, last), points, isTyped: SLIPS.has(first) && SLIPS.has(last) }
}

function relationOf(first: Likeness, last: Likeness): NameRelation {
  if (first === 'opposed') return 'opposed'
  if (first === 'different') return 'first differs'
  if (last === 'different') return 'last differs'
  if (first === 'same' && last === 'same') return 'same'
  return first === 'nickname' && last === 'same' ? 'nickname' : 'similar'
}

const SAME_NAMES: ReadonlySet<Likeness> = new Set(['same', 'spelling', 'nickname', 'part'])
const SLIPS: ReadonlySet<Likeness> = new Set(['same', 'reordered', 'similar', 'garbled'])
const FITS: ReadonlySet<Likeness> = new Set([...SLIPS, 'part'])

/** Compares first with last names, for swapped fields. */
function swappedPair(a: ComparableContact, b: ComparableContact): Pair | null {
  const one = compareLast([a.given, ...a.middle], b.surname)
  const other = compareLast([b.given, ...b.middle], a.surname)
  const isExact = one === 'same' || other === 'same'
  // One of the two may be any name if the other is exact.
  const fits = (likeness: Likeness) => isExact || (FITS.has(likeness) && likeness !== 'garbled')
  if (!fits(one) || !fits(other)) return null
  const points = LAST_POINTS[one] + LAST_POINTS[other] - 3 + SWAPPED
  return { relation: 'swapped', points, isTyped: FITS.has(one) && FITS.has(other) }
}

function compareFirst(a: ComparableContact, b: ComparableContact): Likeness {
  const likeness = compareGiven(a.given, b.given)
  if (likeness === 'same' || likeness === 'nickname' || likeness === 'spelling') return likeness
  const [joinedA, joinedB] = [a, b].map(({ given, middle }) => [given, ...middle].join(''))
  if (joinedA === joinedB) return 'same'
  // `J. Robert Smith` signs as Robert.
  if (a.middle.includes(b.given) || b.middle.includes(a.given)) return 'part'
  return likeness === 'different' ? compareUnknown(joinedA ?? '', joinedB ?? '') : likeness
}

function compareGiven(a: string, b: string): Likeness {
  if (a === '' || b === '') return 'initial'
  if (a === b) return 'same'
  if (isNickname(a, b)) return jaroWinkler(a, b) >= FIRST_ALIKE ? 'spelling' : 'nickname'
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 'initial' : 'opposed'
  if (areNumbered(a, b)) return 'opposed'
  // Paul and Paula, Daniel and Danielle, John and Joan are different names, not typos.
  if (isFirstName(a) && isFirstName(b)) return 'opposed'
  return compareUnknown(a, b)
}

function compareUnknown(a: string, b: string): Likeness {
  if (isReordered(a, b)) return 'reordered'
  if (isTypo(a, b) || jaroWinkler(a, b) >= FIRST_ALIKE) return 'similar'
  if (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a))) return 'similar'
  return isGarbled(a, b) ? 'garbled' : 'different'
}

/** Names with numbers come from programs that count: `Test 12` is not `Test 21`. */
function areNumbered(a: string, b: string): boolean {
  return /\d/.test(a) && /\d/.test(b)
}

function isFirstName(word: string): boolean {
  return isCommonFirstName(word) || isKnownFirstName(word)
}

function compareLast(a: readonly string[], b: readonly string[]): Likeness {
  const [joinedA, joinedB] = [a.join(''), b.join('')]
  if (joinedA === '' || joinedB === '') return 'initial'
  if (joinedA === joinedB) return 'same'
  if (joinedA.length === 1 || joinedB.length === 1) return joinedA[0] === joinedB[0] ? 'initial' : 'different'
  if (areNumbered(joinedA, joinedB)) return 'different'
  // Double surnames are shortened to either part.
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (shorter.length < longer.length && shorter.every((word) => word.length > 2 && longer.includes(word))) {
    return 'part'
  }
  if (isReordered(joinedA, joinedB)) return 'reordered'
  if (isTypo(joinedA, joinedB) || jaroWinkler(joinedA, joinedB) >= LAST_ALIKE) return 'similar'
  return isGarbled(joinedA, joinedB) ? 'garbled' : 'different'
}

/** True for letters in another order, which hardly any two names have. */
function isReordered(a: string, b: string): boolean {
  return a.length >= 4 && hasSameLetters(a, b)
}

function isOtherMiddle(a: ComparableContact, b: ComparableContact): boolean {
  const [one, other] = [a.middle[0], b.middle[0]]
  if (one === undefined || other === undefined) return false
  const isInitial = one.length === 1 || other.length === 1
  return isInitial ? one[0] !== other[0] : one !== other && !isTypo(one, other) && !isNickname(one, other)
}
