import type { ComparableContact } from './comparable-contact.ts'
import { compareHomes } from './compare-homes.ts'
import { compareNames, type NameComparison, type NameRelation, suffixDiffers } from './compare-names.ts'
import { type Comparison, compareBirthdays, compareEmails, comparePhones } from './compare-points.ts'

/** Reason why two contacts look like one person. */
export type DuplicateCandidate = {
  /** Plain words: `Swapped first and last name, same address`. */
  reason: string
  /** Evidence for one person, in doublings of the odds. */
  points: number
  /** Only the full names agree; many people share a name. */
  isNameOnly: boolean
  /** Two people of one household, who share a phone or email address but not a name. */
  isHousehold: boolean
}

/** Minimum points to list two contacts; `duplicate-recall.test.ts` checks recall and precision. */
const MIN_SUSPECTED_POINTS = 14

/** Minimum points of namesakes in one town; a common name in two streets isn't enough. */
const MIN_NAMESAKE_POINTS = 13

/** Compares two contacts and returns why they may be one person; null without evidence. */
export function compareContacts(a: ComparableContact, b: ComparableContact): DuplicateCandidate | null {
  const name = compareNames(a, b)
  const [email, phone] = [compareEmails(a, b), comparePhones(a, b)]
  const birthday = compareBirthdays(a, b)
  const home = adjustHomeByName(compareHomes(a, b), name)
  const points = name.points + email.points + phone.points + home.points + birthday.points
  const createCandidate = (
    reason: string,
    overrides: Partial<DuplicateCandidate> = {},
  ): DuplicateCandidate => ({ reason, points, isNameOnly: false, isHousehold: false, ...overrides })
  const facts = { email, phone, home, birthday }
  const isContradicted = Object.values(facts).some(({ level }) => level === 'different')
  // A shared town counts only if nothing else contradicts.
  const isSupported = Object.values(facts).some(agrees) || (home.level === 'city' && !isContradicted)
  const canBeOnePerson =
    !suffixDiffers(a, b) && (namesAllowOnePerson(name) || email.level === 'same' || agrees(birthday))
  if (points >= MIN_SUSPECTED_POINTS && isSupported && canBeOnePerson && name.relation !== 'opposed') {
    return createCandidate(reasonOf(name.relation, facts))
  }
  const isHousehold = name.relation === 'opposed' || name.relation === 'first differs'
  if (email.isExact) return createCandidate('Same email', { isHousehold })
  if (phone.level === 'same') return createCandidate('Same phone number', { isHousehold })
  const isNamesake = sortWords(a.fullName) === sortWords(b.fullName) && !suffixDiffers(a, b)
  if (!isNamesake || name.middleDiffers || isContradicted) return null
  const isSwapped = a.fullName !== b.fullName
  if (home.level === 'city' && points >= MIN_NAMESAKE_POINTS)
    return createCandidate(`${NAME_REASONS[isSwapped ? 'swapped' : 'same']}, same city`)
  return createCandidate(isSwapped ? NAME_REASONS.swapped : 'Same full name', { isNameOnly: true })
}

const sortWords = (name: string): string => name.split(' ').sort().join(' ')

/**
 * Adjusts the comparison of homes by the name. The same name at another number of the street is probably one person
 * with a mistyped number; on another street of the ZIP code, a person who moved or has two homes. Other names there are
 * neighbors.
 */
function adjustHomeByName(home: Comparison, name: NameComparison): Comparison {
  if (home.level !== 'neighbor' && home.level !== 'nearby') return home
  if (!name.differsByTypo) return { points: -3, level: 'different' }
  return { ...home, level: home.level === 'neighbor' ? 'similar' : 'city' }
}

type PointComparisons = {
  email: ReturnType<typeof compareEmails>
  phone: Comparison
  home: Comparison
  birthday: Comparison
}

const agrees = ({ level }: Comparison): boolean => level === 'same' || level === 'similar'

/**
 * True if the name allows for one person. People of one home share address, phone and last name, so a different first
 * name or middle initial needs stronger evidence.
 */
function namesAllowOnePerson({ relation, middleDiffers }: NameComparison): boolean {
  return relation !== 'first differs' && !middleDiffers
}

const NAME_REASONS: Record<NameRelation, string> = {
  same: 'Same name',
  swapped: 'Swapped first and last name',
  nickname: 'Nickname',
  similar: 'Similar name',
  'first differs': 'Same last name',
  'last differs': 'Same first name',
  opposed: 'Another name',
}

/** Describes the comparison of the names and the strongest agreeing fact. */
function reasonOf(relation: NameRelation, { email, phone, home, birthday }: PointComparisons): string {
  if (relation === 'same' && home.level === 'same') return 'Same name and address'
  const areNamesAlike = relation === 'same' || relation === 'nickname' || relation === 'similar'
  if (areNamesAlike && email.isExact) return 'Same email'
  if (areNamesAlike && phone.level === 'same') return 'Same phone number'
  const emailReason = email.isExact ? 'same email' : 'same email written differently'
  const factReasons: [Comparison, string, string][] = [
    [email, emailReason, 'similar email'],
    [phone, 'same phone number', 'similar phone number'],
    [home, 'same address', 'similar address'],
    [birthday, 'same birthday', 'similar birthday'],
  ]
  const [strongest] = factReasons.filter(([fact]) => agrees(fact)).sort(([a], [b]) => b.points - a.points)
  return `${NAME_REASONS[relation]}, ${strongest ? strongest[strongest[0].level === 'same' ? 1 : 2] : 'same city'}`
}
