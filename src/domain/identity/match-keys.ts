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
  const firstSounds = [...new Set(fullFirstNames(given).slice(0, 3).map(soundOf))]
  const lastSound = soundOf(surname.join(''))
  // All combinations, because names can be swapped and double surnames shortened to either part.
  const joinedSounds = middle.length > 0 ? [soundOf(given + middle.join(''))] : []
  const nameSounds = [
    ...new Set([...firstSounds, ...joinedSounds, lastSound, ...surname.map(soundOf)]),
  ].filter((sound) => sound !== '')
  const keys = [
    ...emails.flatMap(({ mailbox }) => emailKeys(mailbox)),
    ...phones.map((phone) => `p ${sortedLetters(phone)}`),
    ...pairNames(nameSounds).map((pair) => `n ${pair}`),
    ...homes.flatMap((home) => homeKeys(home, nameSounds)),
  ]
  if (birthday) {
    const birthdayKey = sortedLetters(birthday.year + birthday.day)
    keys.push(...nameSounds.map((name) => `b ${birthdayKey} ${name.slice(0, PREFIX_LENGTH)}`))
  }
  return [...new Set(keys)].slice(0, MAX_MATCH_KEYS)
}

/** Includes each part alone, because the other may be misspelled; frequent domains don't count. */
function emailKeys(mailbox: string): string[] {
  const atIndex = mailbox.lastIndexOf('@')
  const [name, domain] = [mailbox.slice(0, Math.max(0, atIndex)), mailbox.slice(atIndex + 1)]
  return [
    `e ${mailbox}`,
    ...(name.length < MIN_NAME_LENGTH ? [] : [`l ${name}`]),
    ...(isCommonEmailDomain(domain) ? [] : [`d ${domain}`]),
  ]
}
const MIN_NAME_LENGTH = 5

function homeKeys({ number, street, zip, city }: ComparableHome, names: readonly string[]): string[] {
  const [houseKey, areaKey] = [sortedLetters(number), sortedLetters(zip) || soundOf(city)]
  const streetSound = soundOf(street)
  return [
    ...(houseKey && streetSound ? [`h ${houseKey} ${streetSound}`] : []),
    ...(houseKey && areaKey ? [`a ${houseKey} ${areaKey}`] : []),
    ...(areaKey ? names.map((name) => `z ${areaKey} ${name}`) : []),
  ]
}

/** All pairs of names, in alphabetical order. */
function pairNames(names: readonly string[]): string[] {
  const allPairs = names.flatMap((name, index) =>
    names.slice(index + 1).map((other) => [name, other].sort().join(' ')),
  )
  return allPairs.length > 0 ? allPairs : names.map((name) => `${name} ${name}`)
}
