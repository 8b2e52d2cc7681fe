import type { ComparableContact } from './comparable-contact.ts'
import { isCommonEmailDomain } from './email-suggestion.ts'
import { editDistance, hasSameLetters, isTypo } from './similarity.ts'

/** Comparison of one kind of fact: points as for names, and the level of agreement. */
export type Comparison = { points: number; level: Level }

/**
 * `neighbor` is another number in the same street, `nearby` another street in the same town and ZIP code; `none`
 * means one side has nothing to compare.
 */
type Level = 'same' | 'similar' | 'neighbor' | 'nearby' | 'city' | 'none' | 'different'

export const NOT_COMPARABLE: Comparison = { points: 0, level: 'none' }

const MAX_NEAR_POINTS = 3

export function compareEmails(a: ComparableContact, b: ComparableContact): Comparison & { isExact: boolean } {
  if (a.emails.length === 0 || b.emails.length === 0) return { ...NOT_COMPARABLE, isExact: false }
  if (a.emails.some(({ email }) => b.emails.some((other) => other.email === email))) {
    return { points: 14, level: 'same', isExact: true }
  }
  const mailboxes = new Set(b.emails.map(({ mailbox }) => mailbox))
  if (a.emails.some(({ mailbox }) => mailboxes.has(mailbox)))
    return { points: 13, level: 'same', isExact: false }
  let points = -1
  for (const email of a.emails.slice(0, MAX_NEAR_POINTS)) {
    for (const other of b.emails.slice(0, MAX_NEAR_POINTS)) {
      points = Math.max(points, nearEmailPoints(email.mailbox, other.mailbox, a.surname))
    }
  }
  return { points, level: points > 0 ? 'similar' : 'different', isExact: false }
}

function nearEmailPoints(a: string, b: string, surname: readonly string[]): number {
  const [[nameA = '', hostA = ''], [nameB = '', hostB = '']] = [mailboxParts(a), mailboxParts(b)]
  const letters = Math.min(nameA.length, nameB.length)
  // People choose `mira.okafor2` if `mira.okafor` is taken.
  if (/\d/.test(nameA) !== /\d/.test(nameB)) return -1
  if (nameA === nameB && letters >= 5) {
    if (isTypo(hostA, hostB)) return 10
    // Namesakes also build their addresses from their name.
    return surname.some((word) => nameA.includes(word)) ? 2 : 5
  }
  const edits = letters >= 5 ? editDistance(a, b, 2) : Infinity
  if (edits <= 2) return edits === 1 ? 11 : 8
  // Equal letters with other numbers or dots: `robert255`, `robert25`.
  const [lettersA, lettersB] = [nameA.replace(/[^a-z]/g, ''), nameB.replace(/[^a-z]/g, '')]
  if (lettersA === lettersB && lettersA.length >= 6 && hostA === hostB) return 5
  if (isWithinTypos(nameA, nameB, 4) && isWithinTypos(hostA, hostB, 4)) return 5
  // A typo in a rare domain, or an address without its `@`.
  const isRare = !isCommonEmailDomain(hostA) && !isCommonEmailDomain(hostB)
  return isRare && isWithinTypos(a, b, 7) ? 5 : -1
}

/** Name without dots, and host: `mira.okafor` may be `miraokafor` elsewhere. */
function mailboxParts(mailbox: string): string[] {
  const [name = '', host] = mailbox.split('@')
  return [name.replaceAll('.', ''), host ?? '']
}

/** True for at most one typo per `letters`, up to four. */
function isWithinTypos(a: string, b: string, letters: number): boolean {
  const limit = Math.min(4, Math.floor(Math.min(a.length, b.length) / letters))
  return editDistance(a, b, limit) <= limit
}

export function comparePhones(a: ComparableContact, b: ComparableContact): Comparison {
  if (a.phones.length === 0 || b.phones.length === 0) return NOT_COMPARABLE
  if (a.phones.some((phone) => b.phones.includes(phone))) return { points: 11, level: 'same' }
  const similarPhones = a.phones
    .slice(0, MAX_NEAR_POINTS)
    .flatMap((phone) =>
      b.phones
        .slice(0, MAX_NEAR_POINTS)
        .filter((other) => editDistance(phone, other, 1) <= 1 && isDigitTypo(phone, other)),
    )
  return similarPhones.length > 0 ? { points: 6, level: 'similar' } : { points: -1, level: 'different' }
}

/**
 * Digits swapped, omitted or doubled. Numbers that differ in one digit belong to neighbors, colleagues and siblings.
 */
function isDigitTypo(a: string, b: string): boolean {
  return a.length !== b.length || hasSameLetters(a, b)
}

export function compareBirthdays(
  { birthday: a }: ComparableContact,
  { birthday: b }: ComparableContact,
): Comparison {
  if (!a || !b) return NOT_COMPARABLE
  if (a.year === '' || b.year === '') {
    return a.day === b.day ? { points: 8, level: 'same' } : { points: -6, level: 'different' }
  }
  if (a.year === b.year && a.day === b.day) return { points: 12, level: 'same' }
  const isDayBeforeMonth = a.day.slice(0, 2) === b.day.slice(2) && a.day.slice(2) === b.day.slice(0, 2)
  if (a.year === b.year && isDayBeforeMonth) return { points: 9, level: 'similar' }
  const edits = editDistance(a.year + a.day, b.year + b.day, 2)
  if (edits === 1) return { points: 7, level: 'similar' }
  const equalParts = [
    a.year === b.year,
    a.day.slice(0, 2) === b.day.slice(0, 2),
    a.day.slice(2) === b.day.slice(2),
  ]
  if (edits === 2 && equalParts.filter(Boolean).length === 2) return { points: 4, level: 'similar' }
  if (equalParts.filter(Boolean).length === 2) return { points: 2, level: 'none' }
  return { points: -7, level: 'different' }
}
