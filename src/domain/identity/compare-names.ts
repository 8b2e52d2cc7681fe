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
  differsByTypo: boolean
  /** True if both have a middle name or initial and they differ. */
  middleDiffers: boolean
}

type Pair = Omit<NameComparison, 'middleDiffers'>

/** Points are the log2 of the odds of one person against two: each point doubles the odds. */
const FIRST_POINTS = {
  ...{ same: 6, spelling: 5, reordered: 5, nickname: 5, part: 5, similar: 4, garbled: 1, initial: 2.5 },
  ...{ different: -5, opposed: -9 },
}
type Likeness = keyof typeof FIRST_POINTS
const LAST_POINTS: Record<Likeness, number> = {
  ...{ same: 9, spelling: 5.5, reordered: 6.5, nickname: 5.5, part: 6, similar: 5.5, garbled: 2, initial: 1 },
  ...{ different: -3, opposed: -3 },
}
/** Points for agreement in a common name, which is weaker evidence. */
const COMMON_NAME_POINTS = { first: -1, last: -2.5 } as const
const SWAPPED_POINTS = -1.5
const MIDDLE_NAME_POINTS = -8

const MIN_FIRST_SIMILARITY = 0.88
const MIN_LAST_SIMILARITY = 0.9

export function compareNames(a: ComparableContact, b: ComparableContact): NameComparison {
  const directPair = pairOf(a, b)
  const crossedPair = swappedPair(a, b)
  const best = crossedPair && crossedPair.points > directPair.points ? crossedPair : directPair
  const middleDiffers = hasOtherMiddle(a, b)
  return { ...best, middleDiffers, points: best.points + (middleDiffers ? MIDDLE_NAME_POINTS : 0) }
}

export function suffixDiffers(a: ComparableContact, b: ComparableContact): boolean {
  return a.suffix !== null && b.suffix !== null && a.suffix !== b.suffix
}

function pairOf(a: ComparableContact, b: ComparableContact): Pair {
  const first = compareFirst(a, b)
  const last = compareLast(a.surname, b.surname)
  let points = FIRST_POINTS[first] + LAST_POINTS[last]
  if (SAME_NAME_LIKENESSES.has(first) && (isCommonFirstName(a.given) || isCommonFirstName(b.given)))
    points += COMMON_NAME_POINTS.first
  if (last === 'same' && isCommonLastName(a.surname.join(' '))) points += COMMON_NAME_POINTS.last
  return {
    relation: relationOf(first, last),
    points,
    differsByTypo: TYPO_LIKENESSES.has(first) && TYPO_LIKENESSES.has(last),
  }
}

function relationOf(first: Likeness, last: Likeness): NameRelation {
  if (first === 'opposed') return 'opposed'
  if (first === 'different') return 'first differs'
  if (last === 'different') return 'last differs'
  if (first === 'same' && last === 'same') return 'same'
  return first === 'nickname' && last === 'same' ? 'nickname' : 'similar'
}

const SAME_NAME_LIKENESSES: ReadonlySet<Likeness> = new Set(['same', 'spelling', 'nickname', 'part'])
const TYPO_LIKENESSES: ReadonlySet<Likeness> = new Set(['same', 'reordered', 'similar', 'garbled'])
const FITTING_LIKENESSES: ReadonlySet<Likeness> = new Set([...TYPO_LIKENESSES, 'part'])

/** Compares first with last names, for swapped fields. */
function swappedPair(a: ComparableContact, b: ComparableContact): Pair | null {
  const likenessA = compareLast([a.given, ...a.middle], b.surname)
  const likenessB = compareLast([b.given, ...b.middle], a.surname)
  const isExact = likenessA === 'same' || likenessB === 'same'
  // If one is exact, the other may be any name.
  const fits = (likeness: Likeness) => isExact || (FITTING_LIKENESSES.has(likeness) && likeness !== 'garbled')
  if (!fits(likenessA) || !fits(likenessB)) return null
  const points = LAST_POINTS[likenessA] + LAST_POINTS[likenessB] - 3 + SWAPPED_POINTS
  return {
    relation: 'swapped',
    points,
    differsByTypo: FITTING_LIKENESSES.has(likenessA) && FITTING_LIKENESSES.has(likenessB),
  }
}

function compareFirst(a: ComparableContact, b: ComparableContact): Likeness {
  const likeness = compareGiven(a.given, b.given)
  if (likeness === 'same' || likeness === 'nickname' || likeness === 'spelling') return likeness
  const [joinedA, joinedB] = [a, b].map(({ given, middle }) => [given, ...middle].join(''))
  if (joinedA === joinedB) return 'same'
  // `J. Robert Smith` may be listed as Robert.
  if (a.middle.includes(b.given) || b.middle.includes(a.given)) return 'part'
  return likeness === 'different' ? compareSpelling(joinedA ?? '', joinedB ?? '') : likeness
}

function compareGiven(a: string, b: string): Likeness {
  if (a === '' || b === '') return 'initial'
  if (a === b) return 'same'
  if (isNickname(a, b)) return jaroWinkler(a, b) >= MIN_FIRST_SIMILARITY ? 'spelling' : 'nickname'
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 'initial' : 'opposed'
  if (areBothNumbered(a, b)) return 'opposed'
  // Paul and Paula, Daniel and Danielle, John and Joan are different names, not typos.
  if (isFirstName(a) && isFirstName(b)) return 'opposed'
  return compareSpelling(a, b)
}

function compareSpelling(a: string, b: string): Likeness {
  if (isReordered(a, b)) return 'reordered'
  if (isTypo(a, b) || jaroWinkler(a, b) >= MIN_FIRST_SIMILARITY) return 'similar'
  if (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a))) return 'similar'
  return isGarbled(a, b) ? 'garbled' : 'different'
}

/** True if both names have numbers, which programs add: `Test 12` is not `Test 21`. */
function areBothNumbered(a: string, b: string): boolean {
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
  if (areBothNumbered(joinedA, joinedB)) return 'different'
  // Double surnames are shortened to either part.
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (shorter.length < longer.length && shorter.every((word) => word.length > 2 && longer.includes(word))) {
    return 'part'
  }
  if (isReordered(joinedA, joinedB)) return 'reordered'
  if (isTypo(joinedA, joinedB) || jaroWinkler(joinedA, joinedB) >= MIN_LAST_SIMILARITY) return 'similar'
  return isGarbled(joinedA, joinedB) ? 'garbled' : 'different'
}

/** True for the same letters in another order, which different names rarely have. */
function isReordered(a: string, b: string): boolean {
  return a.length >= 4 && hasSameLetters(a, b)
}

function hasOtherMiddle(a: ComparableContact, b: ComparableContact): boolean {
  const [middleA, middleB] = [a.middle[0], b.middle[0]]
  if (middleA === undefined || middleB === undefined) return false
  const isInitial = middleA.length === 1 || middleB.length === 1
  return isInitial
    ? middleA[0] !== middleB[0]
    : middleA !== middleB && !isTypo(middleA, middleB) && !isNickname(middleA, middleB)
}
