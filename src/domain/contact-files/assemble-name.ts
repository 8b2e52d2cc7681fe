import type { ContactDetails } from '../identity/contact-details.ts'
import { cleanText } from '../identity/name.ts'
import { isGeneration, isSuffix, nameWord, TITLES } from '../identity/name-words.ts'
import { type PersonName, parseFullName } from '../identity/person-name.ts'
import type { ContactParts } from './contact-parts.ts'

export type AssembledName = {
  firstName: string
  lastName: string
  title: string | null
  suffix: string | null
  partner: ContactDetails['partner']
  note: string | null
  isCompany: boolean
}

const MAX_LENGTH = 500

/** Single words that need no parsing. */
const SINGLE_WORD_PATTERN = /^[\p{L}’'-]+$/u
const COUPLE_SEPARATOR_PATTERN = /[&+/]|\s(?:and|or|und|et|y|e)\s/i
const REMARK_PATTERN = /["“”()]|\b(?:dnc|do not)\b/i

/** First and last name of a record, plus other content of those cells or of a full-name cell. */
export function assembleName(parts: ContactParts): AssembledName {
  const { firstName, lastName, title = '', suffix = '', partner = null } = parts
  const affixes = { title: cleanOrNull(title), suffix: cleanOrNull(suffix), partner: partner ?? null }
  if (SINGLE_WORD_PATTERN.test(firstName) && SINGLE_WORD_PATTERN.test(lastName)) {
    return { firstName, lastName, ...affixes, note: null, isCompany: false }
  }
  const [first, last] = [onOneLine(firstName), onOneLine(lastName)]
  // Longer names are rejected.
  if (first.length + last.length > MAX_LENGTH) {
    return { firstName: first, lastName: last, ...affixes, note: null, isCompany: false }
  }
  if (first === '' || last === '') {
    const parsedName = wholeName(first, last, onOneLine(parts.fullName ?? ''))
    return withAffixes(parsedName, affixes)
  }
  if (COUPLE_SEPARATOR_PATTERN.test(first)) {
    const couple = parseFullName(`${first} ${last}`)
    if (couple.partner) return withAffixes(couple, affixes)
  }
  return withAffixes(readParts(first, last), affixes)
}

/** Uses the full name if a part is missing; otherwise the single part may itself be a full name. */
function wholeName(first: string, last: string, fullName: string): PersonName {
  const name = parseFullName(fullName || first || last)
  if (name.firstName !== '' && name.lastName !== '') return name
  if (name.isCompany && fullName !== '') return name
  return {
    ...name,
    firstName: first || (last === '' ? name.firstName : ''),
    lastName: last || (first === '' ? name.lastName : ''),
  }
}

/** Separates titles before the first name and suffixes after the last name. */
function readParts(first: string, last: string): PersonName {
  const notes: string[] = []
  const [firstName, lastName] = [first, last].map((name) => {
    if (!REMARK_PATTERN.test(name)) return name
    const parsed = parseFullName(name)
    if (parsed.note === null || parsed.isCompany) return name
    notes.push(parsed.note)
    return cleanText(name.replace(/\(([^()]*)\)|["“”]([^"“”]*)["“”]|\s+[-–—] .+$/g, ' ')) || name
  })
  const titles: string[] = []
  const givenWords = (firstName ?? '').split(' ')
  while (givenWords.length > 1 && TITLES.has(nameWord(givenWords[0] ?? '')))
    titles.push(givenWords.shift() ?? '')
  const suffixes: string[] = []
  const words = (lastName ?? '').split(' ')
  while (words.length > 1 && isSuffixOf(words)) suffixes.unshift(words.pop() ?? '')
  const surname = words.join(' ').replace(/,$/, '')
  return {
    firstName: givenWords.join(' '),
    lastName: surname,
    title: titles.join(' ') || null,
    suffix: suffixes.join(' ') || null,
    partner: null,
    note: notes.join('; ') || null,
    isCompany: false,
  }
}

function isSuffixOf(words: readonly string[]): boolean {
  const [previousWord = '', last = ''] = words.slice(-2)
  const isWord = /^[\p{L}’'-]+,?$/u.test(previousWord)
  return isWord && (isGeneration(last) || (isSuffix(last) && previousWord.endsWith(',')))
}

function withAffixes(
  name: PersonName,
  affixes: Pick<AssembledName, 'title' | 'suffix' | 'partner'>,
): AssembledName {
  return {
    ...name,
    title: affixes.title ?? name.title,
    suffix: affixes.suffix ?? name.suffix,
    partner: affixes.partner ?? name.partner,
  }
}

function cleanOrNull(text: string): string | null {
  return cleanText(text) || null
}

function onOneLine(text: string): string {
  return cleanText(/[\r\n\t\u2028\u2029]/.test(text) ? text.replace(/[\r\n\t\u2028\u2029]+/g, ' ') : text)
}
