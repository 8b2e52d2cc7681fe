import { isCompanyName } from './company-name.ts'
import { isFrequentGiven, isGivenName } from './given-names.ts'
import { cleanText } from './name.ts'
import { withoutAsides } from './name-asides.ts'
import {
  AMBIGUOUS_TITLES,
  isAmbiguousSuffix,
  isCompoundGiven,
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
  /** Text beside the name: a nickname, a remark in parentheses. */
  note: string | null
  /** A company, trust or estate: not a person, and `lastName` holds the whole name. */
  isCompany: boolean
}

type Person = { firstName: string; lastName: string; titles: string[]; suffixes: string[] }

/** Longer texts aren't names. */
const MAX_LENGTH = 300

/** Formulas and markup aren't names. */
const NO_NAME = /[=<>{}]/
const MAILBOX = /<[^\s<>]+@[^\s<>]+>/

const CONNECTOR = /^(?:&|and|und|et|or|amp)$/i

/**
 * Splits a full name; `lastName` is empty for a single word. Drops middle names and initials; keeps names of two
 * parts ("Mary Ann", "García Márquez", "van der Berg"). Reads "Last, First" only with a comma, or in capitals with a
 * final initial as in county rolls. Letters stay unchanged.
 */
export function parseFullName(text: string): PersonName {
  const line = cleanText(text.replace(/[\r\n\t\u2028\u2029]+/g, ' '))
  const unknown = { title: null, suffix: null, partner: null, note: null, isCompany: false }
  if (line === '' || line.length > MAX_LENGTH) return { firstName: '', lastName: line, ...unknown }
  if (NO_NAME.test(line.replace(MAILBOX, ''))) {
    const [firstName = '', ...rest] = line.split(' ')
    return { firstName, lastName: rest.join(' '), ...unknown }
  }
  const { name, notes } = withoutAsides(line)
  if (isCompanyName(name)) return { firstName: '', lastName: line, ...unknown, isCompany: true }
  const family = /^(?:the )?(\S+(?:[ -]\S+)?) (?:family|household)$/i.exec(name)?.[1]
  if (family) return { firstName: 'Family', lastName: family, ...unknown }
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
    // "OLSON ERIK J+MARIT" of county rolls.
    .replace(/(?<=\p{Lu})\+(?=\p{Lu}{2})/gu, ' & ')
    .replace(/,(?=\S)/g, ', ')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}&]/u.test(word))
  while (CONNECTOR.test(words.at(-1) ?? '')) words.pop()
  const both = twoOfOneName(words)
  if (both) return [parsePerson(both[0]), parsePerson(both[1])]
  const at = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && isConnector(word, words.slice(0, index)),
  )
  if (at === -1) return [parsePerson(words), null]
  const next = words.findIndex((word, index) => index > at && CONNECTOR.test(word))
  return parseCouple(words.slice(0, at), words.slice(at + 1, next === -1 ? undefined : next))
}

/** "Jane Doe; John Roe" are two people; "Smith; John" is one. */
function splitPeople(name: string): string {
  const [left = '', right = '', more] = name.split('; ')
  return more === undefined && left.includes(' ') && right.includes(' ') ? `${left} & ${right}` : name
}

/** "John Smith, Jane Smith", "John Smith, Jane Roe" */
function twoOfOneName(words: readonly string[]): [string[], string[]] | null {
  const [first, second, third] = partsOf(words)
  if (!first || !second || third || first.length < 2 || second.length < 2) return null
  const areGiven = [first, second].every(
    ([given = '', surname = '', ...more]) =>
      more.length === 0 && isFrequentGiven(given) && !isFrequentGiven(surname) && !isSuffix(surname),
  )
  return areGiven || nameWord(first.at(-1) ?? '') === nameWord(second.at(-1) ?? '') ? [first, second] : null
}

/** "José y María Pérez", but not "José Ortega y Gasset". */
function isConnector(word: string, before: readonly string[]): boolean {
  return CONNECTOR.test(word) || (/^[ye]$/.test(word) && isOnlyGivenName(before))
}

function parseCouple(left: string[], right: string[]): [Person, Person | null] {
  const titles = left.filter((word) => TITLES.has(nameWord(word)))
  if (titles.length === left.length) {
    // "Mr. and Mrs. John Smith"
    const person = parsePerson(right)
    const title = [...titles, 'and', ...person.titles].join(' ')
    const firstName = isTitle(person.firstName) ? title : person.firstName
    return [{ ...person, firstName, titles: [title] }, null]
  }
  const [surname = '', given = '', ...more] = namesOf(left)
  // "Boone Thad & Erica"
  const isSurnameFirst =
    more.length === 0 && isGivenName(given) && !isGivenName(surname) && isOnlyGivenName(right)
  const [first, second] = [parsePerson(isSurnameFirst ? [`${surname},`, given] : left), parsePerson(right)]
  if (isOnlyGivenName(left))
    return [{ ...first, firstName: givenOf(namesOf(left)), lastName: second.lastName }, second]
  if (isOnlyGivenName(right))
    return [first, { ...second, firstName: givenOf(namesOf(right)), lastName: first.lastName }]
  return [first, second]
}

/** "James T." or "Mary Ann": given names without a surname. */
function isOnlyGivenName(words: readonly string[]): boolean {
  const [first = '', ...others] = namesOf(words)
  if (words.some((word) => word.endsWith(',') && !isSuffix(word))) return false
  return others.every(isInitial) || (others.length === 1 && isCompoundGiven(first, others[0] ?? ''))
}

/** Words without titles and suffixes. */
function namesOf(words: readonly string[]): string[] {
  return words.filter((word) => !isTitle(word) && !isSuffix(word)).map(bare)
}

function isTitle(word: string): boolean {
  return TITLES.has(nameWord(word))
}

function bare(word: string): string {
  return word.replace(/[,;]+$/, '')
}

function parsePerson(words: readonly string[]): Person {
  const titles: string[] = []
  const suffixes: string[] = []
  const parts = withoutCredentials(partsOf(words), suffixes)
    .map((part) => withoutTitles(part, titles))
    .map((part, index, all) =>
      withoutSuffixes(part, suffixes, {
        isBehindComma: index > 0,
        isAlone: all.length === 1,
        // "LOR, MAI" has no other given name.
        isSurnameFirst: index > 0 && all[0]?.length === 1,
      }),
    )
    .filter((part) => part.length > 0)
  const names = nameOf(parts)
  // "Mr. Smith" has no other first name.
  const [title] = titles
  if (title && names.lastName === '' && names.firstName !== '') {
    return { firstName: title, lastName: names.firstName, titles, suffixes }
  }
  return { ...names, titles, suffixes }
}

function nameOf(parts: string[][]): { firstName: string; lastName: string } {
  const [first = [], ...others] = parts
  if (others.length > 0) {
    const [given = '', second = '', ...more] = others.flat()
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
  const rest = first.slice(given.split(' ').length)
  if (given === '' || rest.length === 0)
    return { firstName: first[0] ?? '', lastName: first.slice(1).join(' ') }
  return { firstName: given, lastName: rest.slice(surnameStart(rest)).join(' ') }
}

/** Words of each part between commas. */
function partsOf(words: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const word of words) {
    parts.at(-1)?.push(bare(word))
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
    const isDoubtful = AMBIGUOUS_TITLES.has(key) && part.length - start > 2
    if (!TITLES.has(key) && !isDoubtful) break
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
    isBehindComma,
    isAlone,
    isSurnameFirst,
  }: { isBehindComma: boolean; isAlone: boolean; isSurnameFirst: boolean },
): string[] {
  const isAllCaps = part.every((word) => word === word.toUpperCase())
  let end = part.length
  const fewest = isBehindComma ? 0 : 1
  while (end > fewest) {
    const word = part[end - 1] ?? ''
    const isCapitals = word.length > 1 && word === word.toUpperCase() && !isAllCaps && end > 2
    const isSure =
      isSuffix(word) ||
      isHyphenatedSuffix(word) ||
      (isAmbiguousSuffix(word) &&
        ((isBehindComma && end === 1 && !isSurnameFirst) || /\..*\./.test(word) || isCapitals))
    const isRomanFive = isAlone && end > 2 && /^V$/.test(word)
    const isAtLaw = /^law$/i.test(word) && /^at$/i.test(part[end - 2] ?? '')
    if (!isSure && !isRomanFive && !isAtLaw) break
    end -= isAtLaw ? 2 : 1
  }
  suffixes.push(...part.slice(end))
  // "Hill III David"
  const names = part.slice(0, end)
  const generation = names.findIndex((word, index) => index > 0 && isGeneration(word))
  if (generation === -1) return names
  suffixes.push(...names.splice(generation, 1))
  return names
}

/** Given name at the start: "John", "Mary Ann", "La Shawn", "J. Edgar". */
function givenOf(words: readonly string[]): string {
  const [first = '', second = '', third = ''] = words
  const isPair =
    isCompoundGiven(first, second) ||
    (third !== '' && isFirstSyllable(first) && !isInitial(second)) ||
    (isInitial(first) && third !== '')
  return isPair && second !== '' ? `${first} ${second}` : first
}
