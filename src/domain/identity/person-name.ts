import { isCompanyName } from './company-name.ts'
import { isFrequentGivenName, isGivenName } from './given-names.ts'
import { cleanText } from './name.ts'
import { withoutAsides } from './name-asides.ts'
import {
  AMBIGUOUS_TITLES,
  isAmbiguousSuffix,
  isCompoundGivenName,
  isFirstSyllable,
  isGeneration,
  isHyphenatedSuffix,
  isInitial,
  isSuffix,
  nameWord,
  TITLES,
} from './name-words.ts'
import { isLastNameFirst, leadingSurname, surnameStart } from './surname-order.ts'

export type PersonName = {
  firstName: string
  lastName: string
  /** Title and suffix as written ("Dr.", "Jr."). */
  title: string | null
  suffix: string | null
  /** The second person of a couple in one cell. */
  partner: { firstName: string; lastName: string } | null
  /** Text next to the name: a nickname, a remark in parentheses. */
  note: string | null
  /** A company, trust or estate: not a person, and `lastName` holds the whole name. */
  isCompany: boolean
}

type Person = { firstName: string; lastName: string; titles: string[]; suffixes: string[] }

/** Longer texts aren't names. */
const MAX_LENGTH = 300

/** Formulas and markup aren't names. */
const NOT_A_NAME_PATTERN = /[=<>{}]/
const EMAIL_IN_BRACKETS_PATTERN = /<[^\s<>]+@[^\s<>]+>/

const CONNECTOR_PATTERN = /^(?:&|and|und|et|or|amp)$/i

/**
 * Splits a full name; `lastName` is empty for a single word. Drops middle names and initials; keeps names of two
 * parts ("Mary Ann", "García Márquez", "van der Berg"). Reads "Last, First" only with a comma, or in capitals with a
 * final initial as in county rolls. Letters stay unchanged.
 */
export function parseFullName(text: string): PersonName {
  const line = cleanText(text.replace(/[\r\n\t\u2028\u2029]+/g, ' '))
  const emptyFields = { title: null, suffix: null, partner: null, note: null, isCompany: false }
  if (line === '' || line.length > MAX_LENGTH) return { firstName: '', lastName: line, ...emptyFields }
  if (NOT_A_NAME_PATTERN.test(line.replace(EMAIL_IN_BRACKETS_PATTERN, ''))) {
    const [firstName = '', ...otherWords] = line.split(' ')
    return { firstName, lastName: otherWords.join(' '), ...emptyFields }
  }
  const { name, notes } = withoutAsides(line)
  if (isCompanyName(name)) return { firstName: '', lastName: line, ...emptyFields, isCompany: true }
  const family = /^(?:the )?(\S+(?:[ -]\S+)?) (?:family|household)$/i.exec(name)?.[1]
  if (family) return { firstName: 'Family', lastName: family, ...emptyFields }
  const [first, second] = peopleOf(name)
  const partner =
    second && second.firstName !== '' ? { firstName: second.firstName, lastName: second.lastName } : null
  return {
    firstName: first.firstName,
    lastName: first.lastName,
    title: first.titles.join(' ') || null,
    suffix: first.suffixes.join(' ') || null,
    partner,
    note: notes.join('; ') || null,
    isCompany: false,
  }
}

function peopleOf(name: string): [Person, Person | null] {
  const words = splitPeople(name)
    .replace(/ ,/g, ',')
    .replace(/\sthe (?=[23]rd|4th)/i, ' ')
    .replace(/(?<=[\p{L}.,)])\s?(?:&amp;|[&/])\s?(?=[\p{L}(])/gu, ' & ')
    .replace(/(?<=[\p{L}.,)]) \+ (?=\p{L})/gu, ' & ')
    // County rolls write "OLSON ERIK J+MARIT".
    .replace(/(?<=\p{Lu})\+(?=\p{Lu}{2})/gu, ' & ')
    .replace(/,(?=\S)/g, ', ')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}&]/u.test(word))
  while (CONNECTOR_PATTERN.test(words.at(-1) ?? '')) words.pop()
  const couple = splitEqualNames(words)
  if (couple) return [parsePerson(couple[0]), parsePerson(couple[1])]
  const connectorIndex = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && isConnector(word, words.slice(0, index)),
  )
  if (connectorIndex === -1) return [parsePerson(words), null]
  const nextConnector = words.findIndex(
    (word, index) => index > connectorIndex && CONNECTOR_PATTERN.test(word),
  )
  return parseCouple(
    words.slice(0, connectorIndex),
    words.slice(connectorIndex + 1, nextConnector === -1 ? undefined : nextConnector),
  )
}

/** "Jane Doe; John Roe" are two people; "Smith; John" is one. */
function splitPeople(name: string): string {
  const [firstPerson = '', secondPerson = '', thirdPerson] = name.split('; ')
  return thirdPerson === undefined && firstPerson.includes(' ') && secondPerson.includes(' ')
    ? `${firstPerson} & ${secondPerson}`
    : name
}

/** Splits two full names at a comma: "John Smith, Jane Smith", "John Smith, Jane Roe". */
function splitEqualNames(words: readonly string[]): [string[], string[]] | null {
  const [first, second, third] = partsOf(words)
  if (!first || !second || third || first.length < 2 || second.length < 2) return null
  const areFullNames = [first, second].every(
    ([given = '', surname = '', ...otherNames]) =>
      otherNames.length === 0 &&
      isFrequentGivenName(given) &&
      !isFrequentGivenName(surname) &&
      !isSuffix(surname),
  )
  return areFullNames || nameWord(first.at(-1) ?? '') === nameWord(second.at(-1) ?? '')
    ? [first, second]
    : null
}

/** True for a word between two people: "José y María Pérez", but not "José Ortega y Gasset". */
function isConnector(word: string, previousWords: readonly string[]): boolean {
  return CONNECTOR_PATTERN.test(word) || (/^[ye]$/.test(word) && isOnlyGivenName(previousWords))
}

function parseCouple(firstWords: string[], secondWords: string[]): [Person, Person | null] {
  const titles = firstWords.filter((word) => TITLES.has(nameWord(word)))
  if (titles.length === firstWords.length) {
    // "Mr. and Mrs. John Smith"
    const person = parsePerson(secondWords)
    const title = [...titles, 'and', ...person.titles].join(' ')
    const firstName = isTitle(person.firstName) ? title : person.firstName
    return [{ ...person, firstName, titles: [title] }, null]
  }
  const [surname = '', given = '', ...more] = namesOf(firstWords)
  // "Boone Thad & Erica"
  const isSurnameFirst =
    more.length === 0 && isGivenName(given) && !isGivenName(surname) && isOnlyGivenName(secondWords)
  const [first, second] = [
    parsePerson(isSurnameFirst ? [`${surname},`, given] : firstWords),
    parsePerson(secondWords),
  ]
  if (isOnlyGivenName(firstWords))
    return [{ ...first, firstName: givenOf(namesOf(firstWords)), lastName: second.lastName }, second]
  if (isOnlyGivenName(secondWords))
    return [first, { ...second, firstName: givenOf(namesOf(secondWords)), lastName: first.lastName }]
  return [first, second]
}

/** "James T." or "Mary Ann": given names without a surname. */
function isOnlyGivenName(words: readonly string[]): boolean {
  const [first = '', ...otherNames] = namesOf(words)
  if (words.some((word) => word.endsWith(',') && !isSuffix(word))) return false
  return (
    otherNames.every(isInitial) ||
    (otherNames.length === 1 && isCompoundGivenName(first, otherNames[0] ?? ''))
  )
}

/** Words without titles and suffixes. */
function namesOf(words: readonly string[]): string[] {
  return words.filter((word) => !isTitle(word) && !isSuffix(word)).map(withoutComma)
}

function isTitle(word: string): boolean {
  return TITLES.has(nameWord(word))
}

function withoutComma(word: string): string {
  return word.replace(/[,;]+$/, '')
}

function parsePerson(words: readonly string[]): Person {
  const titles: string[] = []
  const suffixes: string[] = []
  const parts = withoutCredentials(partsOf(words), suffixes)
    .map((part) => withoutTitles(part, titles))
    .map((part, index, all) =>
      withoutSuffixes(part, suffixes, {
        followsComma: index > 0,
        isOnlyPart: all.length === 1,
        // The only name after the comma is a given name: "LOR, MAI".
        isSurnameFirst: index > 0 && all[0]?.length === 1,
      }),
    )
    .filter((part) => part.length > 0)
  const names = nameOf(parts)
  // "Mr. Smith" has only a title for a first name.
  const [title] = titles
  if (title && names.lastName === '' && names.firstName !== '') {
    return { firstName: title, lastName: names.firstName, titles, suffixes }
  }
  return { ...names, titles, suffixes }
}

function nameOf(parts: string[][]): { firstName: string; lastName: string } {
  const [first = [], ...otherParts] = parts
  if (otherParts.length > 0) {
    const [given = '', second = '', ...more] = otherParts.flat()
    // "Hoover, J. Edgar"
    const isPair = isInitial(given) && second.length > 2 && more.length === 0
    const firstName = isPair ? `${given} ${second}` : givenOf([given, second, ...more])
    return { firstName, lastName: first.join(' ') }
  }
  if (isLastNameFirst(first)) {
    const end = leadingSurname(first)
    return { firstName: givenOf(first.slice(end)), lastName: first.slice(0, end).join(' ') }
  }
  const given = givenOf(first)
  const surnameWords = first.slice(given.split(' ').length)
  if (given === '' || surnameWords.length === 0)
    return { firstName: first[0] ?? '', lastName: first.slice(1).join(' ') }
  return { firstName: given, lastName: surnameWords.slice(surnameStart(surnameWords)).join(' ') }
}

/** Words of each part between commas. */
function partsOf(words: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const word of words) {
    parts.at(-1)?.push(withoutComma(word))
    if (/[,;]$/.test(word)) parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}

/** Removes credentials in capitals after a mixed-case name: "Ana Ruiz, FNP-BC", "Ana Ruiz, NMLS 12345". */
function withoutCredentials(parts: string[][], suffixes: string[]): string[][] {
  const [first = [], ...others] = parts
  if (first.length < 2 || first.every((word) => word === word.toUpperCase())) return parts
  const isCredential = (part: string[]) =>
    part.every((word) => /^[A-Z0-9][A-Z0-9.-]+$/.test(word)) && !part.every(isSuffix)
  suffixes.push(...others.filter(isCredential).flat())
  return [first, ...others.filter((part) => !isCredential(part))]
}

function withoutTitles(part: string[], titles: string[]): string[] {
  let start = 0
  while (start < part.length - 1) {
    const key = nameWord(part[start] ?? '')
    const isAmbiguousTitle = AMBIGUOUS_TITLES.has(key) && part.length - start > 2
    if (!TITLES.has(key) && !isAmbiguousTitle) break
    if (key !== 'the') titles.push(part[start] ?? '')
    start += 1
  }
  const end =
    part.length - start > 1 && /^(?:mr|mrs|ms|miss|dr)$/.test(nameWord(part.at(-1) ?? '')) ? -1 : undefined
  return part.slice(start, end)
}

function withoutSuffixes(
  part: string[],
  suffixes: string[],
  {
    followsComma,
    isOnlyPart,
    isSurnameFirst,
  }: { followsComma: boolean; isOnlyPart: boolean; isSurnameFirst: boolean },
): string[] {
  const isAllCaps = part.every((word) => word === word.toUpperCase())
  let end = part.length
  const minWords = followsComma ? 0 : 1
  while (end > minWords) {
    const word = part[end - 1] ?? ''
    const isSuffixInCapitals = word.length > 1 && word === word.toUpperCase() && !isAllCaps && end > 2
    const isCertain =
      isSuffix(word) ||
      isHyphenatedSuffix(word) ||
      (isAmbiguousSuffix(word) &&
        ((followsComma && end === 1 && !isSurnameFirst) || /\..*\./.test(word) || isSuffixInCapitals))
    const isRomanFive = isOnlyPart && end > 2 && /^V$/.test(word)
    const isAttorneyAtLaw = /^law$/i.test(word) && /^at$/i.test(part[end - 2] ?? '')
    if (!isCertain && !isRomanFive && !isAttorneyAtLaw) break
    end -= isAttorneyAtLaw ? 2 : 1
  }
  suffixes.push(...part.slice(end))
  // "Hill III David"
  const names = part.slice(0, end)
  const generationIndex = names.findIndex((word, index) => index > 0 && isGeneration(word))
  if (generationIndex === -1) return names
  suffixes.push(...names.splice(generationIndex, 1))
  return names
}

/** Given name at the start: "John", "Mary Ann", "La Shawn", "J. Edgar". */
function givenOf(words: readonly string[]): string {
  const [first = '', second = '', third = ''] = words
  const isPair =
    isCompoundGivenName(first, second) ||
    (third !== '' && isFirstSyllable(first) && !isInitial(second)) ||
    (isInitial(first) && third !== '')
  return isPair && second !== '' ? `${first} ${second}` : first
}
