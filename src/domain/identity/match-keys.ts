import type { ComparableContact, ComparableHome } from './comparable-contact.ts'
import { isCommonEmailDomain } from './email-suggestion.ts'
import { fullFirstNames } from './nicknames.ts'
import { sortedLetters } from './similarity.ts'
import { soundOf } from './sound.ts'

/** Maximum keys per contact. */
export const MAX_MATCH_KEYS = 40

const PREFIX_LENGTH = 2

/**
 * Blocking keys for duplicate search: contacts without a common key are never compared. Each key joins two facts, so
 * that few contacts share it, in a form that survives typos: name sounds, sorted digits.
 */
export function matchKeys(contact: ComparableContact): string[] {
  const { given, middle, surname, homes, birthday, emails, phones } = contact
  const firsts = [...new Set(fullFirstNames(given).slice(0, 3).map(soundOf))]
  const last = soundOf(surname.join(''))
  // All combinations, because names get swapped and double surnames lose either part.
  const joined = middle.length > 0 ? [soundOf(given + middle.join(''))] : []
  const names = [...new Set([...firsts, ...joined, last, ...surname.map(soundOf)])].filter(
    (sound) => sound !== '',
  )
  const keys = [
    ...emails.flatMap(({ mailbox }) => emailKeys(mailbox)),
    ...phones.map((phone) => `p ${sortedLetters(phone)}`),
    ...pairs(names).map((pair) => `n ${pair}`),
    ...homes.flatMap((home) => homeKeys(home, names)),
  ]
  if (birthday) {
    const born = sortedLetters(birthday.year + birthday.day)
    keys.push(...names.map((name) => `b ${born} ${name.slice(0, PREFIX_LENGTH)}`))
  }
  return [...new Set(keys)].slice(0, MAX_MATCH_KEYS)
}

/** Includes the two parts alone, because either is misspelled; frequent domains say nothing. */
function emailKeys(mailbox: string): string[] {
  const at = mailbox.lastIndexOf('@')
  const [name, domain] = [mailbox.slice(0, Math.max(0, at)), mailbox.slice(at + 1)]
  return [
    `e ${mailbox}`,
    ...(name.length < MIN_NAME_LENGTH ? [] : [`l ${name}`]),
    ...(isCommonEmailDomain(domain) ? [] : [`d ${domain}`]),
  ]
}
const MIN_NAME_LENGTH = 5

function homeKeys({ number, street, zip, city }: ComparableHome, names: readonly string[]): string[] {
  const [house, area] = [sortedLetters(number), sortedLetters(zip) || soundOf(city)]
  const way = soundOf(street)
  return [
    ...(house && way ? [`h ${house} ${way}`] : []),
    ...(house && area ? [`a ${house} ${area}`] : []),
    ...(area ? names.map((name) => `z ${area} ${name}`) : []),
  ]
}

/** All pairs of names, in alphabetical order. */
function pairs(names: readonly string[]): string[] {
  const found = names.flatMap((name, i) => names.slice(i + 1).map((other) => [name, other].sort().join(' ')))
  return found.length > 0 ? found : names.map((name) => `${name} ${name}`)
}
