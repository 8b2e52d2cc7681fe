// Writes the contact lists of this folder and the expected import counts: `node test/data/generate.ts`. It shares no
// code with the import, so the two check each other. Seeded, so every run writes the same files. One file, because
// most of it is sample names and faults.
import { writeFileSync } from 'node:fs'

type Person = {
  first: string
  last: string
  email: string
  phone: string
  street: string
  city: string
  state: string
  zip: string
}

/** `line` is written as is, for deliberately broken rows; otherwise `person`. */
type Row = { person: Person; problem?: string; duplicate?: boolean; line?: (cells: string[]) => string }

type Expected = {
  total: number
  imported: number
  skipped: number
  refused: number
  duplicates: number
  refusedRows: number[]
  duplicateRows: number[]
  sampleErrors: string[]
}

let seed = 20260101
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}
const randomBelow = (limit: number): number => Math.floor(random() * limit)
const pick = <T>(list: readonly T[]): T => list[randomBelow(list.length)] as T
const chance = (share: number): boolean => random() < share

const FIRST_NAMES = (
  'Ava Ben Carla Dmitri Elena Farid Grace Hugo Ines Jonas Kira Liam Marta Noah Olga Paul Quinn Rosa Sven Tara Uma ' +
  'Victor Wanda Xavier Yara Zeke José Zoë François Renée Søren Łukasz Anaïs Jürgen Mónica Seán Mary-Jane Anne'
).split(' ')
const LAST_NAMES = (
  "Abbott Berger Castillo Dunn Egan Fischer Garner Holt Ivanov Jensen Keller Lindqvist Moreau Novak O'Brien Pruitt " +
  'Quigley Ramos Stone Tran Underhill Voss Whitaker Xu Young Ziegler Müller Peña García Nuñez Strøm Dvořák Brontë ' +
  'Smith-Jones Vance Lowell'
).split(' ')
const WINDOWS_1252_SAFE = (name: string): boolean => !/[Łř]/.test(name)
const STREETS = [
  'Main St',
  'Oak Ave',
  'Elm Street',
  'Maple Dr',
  'Lake Shore Blvd',
  'Cañon Rd',
  'N 5th St',
  'Hill Ct',
]
const TOWNS = [
  ['Naperville', 'IL', '60540', '630'],
  ['Chicago', 'IL', '60614', '312'],
  ['Boston', 'MA', '02116', '617'],
  ['Newark', 'NJ', '07102', '973'],
  ['Austin', 'TX', '78701', '512'],
  ['San José', 'CA', '95112', '408'],
  ['Española', 'NM', '87532', '505'],
  ['St. Louis', 'MO', '63101', '314'],
  ['Portland', 'ME', '04101', '207'],
  ['New York', 'NY', '10011', '212'],
  ['Denver', 'CO', '80202', '303'],
  ['Seattle', 'WA', '98101', '206'],
  ['Miami', 'FL', '33130', '305'],
  ['Phoenix', 'AZ', '85004', '602'],
] as const

/** Eight formats of one phone number. */
const NOTATIONS: ((area: string, last: string) => string)[] = [
  (area, last) => `(${area}) 555-${last}`,
  (area, last) => `${area}-555-${last}`,
  (area, last) => `${area}.555.${last}`,
  (area, last) => `${area} 555 ${last}`,
  (area, last) => `${area}555${last}`,
  (area, last) => `+1 ${area} 555 ${last}`,
  (area, last) => `1-${area}-555-${last}`,
  (area, last) => `+1${area}555${last}`,
]

const usedNames = new Set<string>()
const usedPhones = new Set<string>()
let peopleCount = 0

const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase() || 'contact'

/** A person with a unique name, number and address. */
function newPerson(isUsable: (name: string) => boolean = () => true): Person {
  for (;;) {
    const first = pick(FIRST_NAMES)
    const last = pick(LAST_NAMES)
    const town = pick(TOWNS)
    const digits = String(100 + randomBelow(100)).padStart(4, '0')
    if (!isUsable(first + last)) continue
    const name = `${first} ${last}`.toLowerCase()
    const phone = town[3] + digits
    if (usedNames.has(name) || usedPhones.has(phone)) continue
    usedNames.add(name)
    usedPhones.add(phone)
    peopleCount += 1
    return {
      first,
      last,
      email: `${plainLetters(first)}.${plainLetters(last)}${peopleCount}@example.${pick(['com', 'org', 'net'])}`,
      phone: pick(NOTATIONS)(town[3], digits),
      street: `${1 + randomBelow(9900)} ${pick(STREETS)}`,
      city: town[0],
      state: town[1],
      zip: town[2],
    }
  }
}

/** Omits or varies cells while keeping the person unique. */
function omitOrVaryCells(person: Person): Person {
  const copy = { ...person }
  if (chance(0.08)) copy.first = copy.first.toUpperCase()
  if (chance(0.08)) copy.last = copy.last.toLowerCase()
  if (chance(0.06)) copy.email = copy.email.toUpperCase()
  if (chance(0.1)) copy.street = `${copy.street}, Apt ${1 + randomBelow(40)}`
  else if (chance(0.05)) copy.street = `${copy.street}\nUnit ${1 + randomBelow(40)}`
  if (chance(0.03)) copy.street = `${copy.street} "Rear"`
  if (chance(0.04)) copy.first = ` ${copy.first} `
  const roll = random()
  if (roll < 0.1) copy.email = ''
  else if (roll < 0.2) copy.phone = ''
  else if (roll < 0.23) copy.email = copy.phone = ''
  if (chance(0.07)) copy.street = ''
  if (chance(0.05)) copy.zip = ''
  if (chance(0.03)) copy.email = 'not an address'
  if (chance(0.02)) copy.phone = 'ask at the office'
  return copy
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
const reformatPhone = (phone: string): string => {
  const digits = phone.replace(/\D/g, '').slice(-10)
  return pick(NOTATIONS)(digits.slice(0, 3), digits.slice(6))
}

/** Repeats a person: email in other letter case, or phone in another format. */
function duplicateOf(person: Person, index: number): Person {
  const byEmail = index % 2 === 0
  return {
    ...person,
    first: index % 3 === 0 ? person.first.toUpperCase() : withoutAccents(person.first),
    last: index % 4 === 0 ? person.last.toLowerCase() : person.last,
    email: byEmail ? person.email.toUpperCase() : `other${index}@example.org`,
    phone: byEmail ? '' : reformatPhone(person.phone),
    street: '',
  }
}

const refusals: Record<string, (person: Person) => Omit<Row, 'duplicate'>> = {
  noLast: (person) => ({
    person: { ...person, last: chance(0.5) ? '' : '  ' },
    problem: 'Last Name is missing',
  }),
  noFirst: (person) => ({ person: { ...person, first: '' }, problem: 'First Name is missing' }),
  noName: (person) => ({
    person: { ...person, first: '', last: '' },
    problem: 'First Name is missing; Last Name is missing',
  }),
  longFirst: (person) => ({
    person: { ...person, first: 'A'.repeat(101) },
    problem: 'First Name is too long',
  }),
  longLast: (person) => ({ person: { ...person, last: 'Ba'.repeat(60) }, problem: 'Last Name is too long' }),
  control: (person) => ({
    person: { ...person, first: `${person.first}\u0007x` },
    problem: 'First Name contains control characters',
  }),
  nul: (person) => ({ person: { ...person, city: 'Bos\0ton' }, problem: 'City contains control characters' }),
  longStreet: (person) => ({
    person: { ...person, street: 'Long '.repeat(50) },
    problem: 'Address is too long',
  }),
  longPhone: (person) => ({
    person: { ...person, phone: 'home, but only after six in the evening' },
    problem: 'Phone is too long',
  }),
  longEmail: (person) => ({
    person: { ...person, email: `${'a'.repeat(250)}@example.com` },
    problem: 'Email is too long',
  }),
  extraValues: (person) => ({
    person,
    problem: '10 values for 8 columns',
    line: (cells) => `${cells.map((cell) => cell.replace(/[,"\n]/g, ' ')).join(',')},left,over`,
  }),
  textAfterQuote: (person) => ({
    person,
    problem: 'text follows a closing quotation mark on line {line}',
    line: (cells) =>
      `"${cells[0]}" Jr,${cells
        .slice(1)
        .map((cell) => cell.replace(/[,"\n]/g, ' '))
        .join(',')}`,
  }),
  openQuote: (person) => ({
    person,
    problem: 'a quotation mark on line {line} is never closed',
    line: (cells) => `"${cells.map((cell) => cell.replace(/[,"\n]/g, ' ')).join(',')}`,
  }),
}

function shuffle<T>(list: T[]): T[] {
  for (let index = list.length - 1; index > 0; index--) {
    const otherIndex = randomBelow(index + 1)
    ;[list[index], list[otherIndex]] = [list[otherIndex] as T, list[index] as T]
  }
  return list
}

/** Valid rows in random order, each duplicate after its original, and broken rows anywhere. */
function composeRows(
  usableCount: number,
  duplicates: number,
  refused: [string, number][],
  isUsable?: (name: string) => boolean,
): Row[] {
  const originals = Array.from({ length: duplicates }, () => newPerson(isUsable))
  const uniquePeople = Array.from({ length: usableCount - duplicates }, () =>
    omitOrVaryCells(newPerson(isUsable)),
  )
  // Namesakes and couples are two people: same name with other details, other names with the same number.
  for (let index = 0; index < Math.min(10, uniquePeople.length / 20); index++) {
    const [first, secondPerson] = [uniquePeople[4 * index], uniquePeople[4 * index + 1]] as [Person, Person]
    if (index % 2 === 0) Object.assign(secondPerson, { first: first.first, last: first.last })
    else secondPerson.phone = first.phone
  }
  const rows: Row[] = shuffle([...originals, ...uniquePeople].map((person): Row => ({ person })))
  originals.forEach((person, index) => {
    const place = rows.findIndex((row) => row.person === person)
    rows.splice(place + 1 + randomBelow(rows.length - place), 0, {
      person: duplicateOf(person, index),
      duplicate: true,
    })
  })
  for (const [kind, count] of refused) {
    for (let index = 0; index < count; index++) {
      const row = refusals[kind]?.(newPerson(isUsable))
      // Not last, so that rows follow the missing quotation mark.
      if (row) rows.splice(randomBelow(rows.length - 30), 0, row)
    }
  }
  return rows
}

type Style = {
  header: string[]
  cells: (person: Person) => string[]
  delimiter?: string
  lineEnd: string
  quoteAll?: boolean
  blankLineBefore?: number[]
}

const expected: Record<string, Expected> = {}

function write(file: string, rows: Row[], style: Style, encode: (text: string) => Buffer): void {
  const { header, cells, delimiter = ',', lineEnd, quoteAll = false, blankLineBefore = [] } = style
  const quote = (cell: string): string =>
    quoteAll || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const counts: Expected = {
    total: rows.length,
    imported: 0,
    skipped: 0,
    refused: 0,
    duplicates: 0,
    refusedRows: [],
    duplicateRows: [],
    sampleErrors: [],
  }
  let text = header.map(quote).join(delimiter) + lineEnd
  let number = 1
  for (const [index, row] of rows.entries()) {
    if (blankLineBefore.includes(index)) {
      text += lineEnd
      number += 1
    }
    number += 1
    const line = text.split(/\r\n|\r|\n/).length
    text += (row.line?.(cells(row.person)) ?? cells(row.person).map(quote).join(delimiter)) + lineEnd
    if (row.problem) {
      counts.refused += 1
      counts.refusedRows.push(number)
      counts.sampleErrors.push(`Row ${number}: ${row.problem.replace('{line}', String(line))}`)
    } else if (row.duplicate) {
      counts.duplicates += 1
      counts.duplicateRows.push(number)
    } else counts.imported += 1
  }
  counts.skipped = counts.refused + counts.duplicates
  expected[file] = counts
  writeFileSync(new URL(file, import.meta.url), encode(text))
}

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')

write(
  'contacts-1000.csv',
  composeRows(935, 25, [
    ['noLast', 8],
    ['noFirst', 6],
    ['noName', 4],
    ['longFirst', 3],
    ['longLast', 3],
    ['control', 3],
    ['nul', 2],
    ['longStreet', 2],
    ['longPhone', 2],
    ['longEmail', 2],
    ['extraValues', 3],
    ['textAfterQuote', 1],
    ['openQuote', 1],
  ]),
  {
    header: ['last name', 'FIRST NAME', 'Email', 'PHONE', 'City', 'state', 'Zip', 'Address'],
    cells: ({ first, last, email, phone, street, city, state, zip }) => [
      last,
      first,
      email,
      phone,
      city,
      state,
      zip,
      street,
    ],
    lineEnd: '\r\n',
    blankLineBefore: [250, 700],
  },
  utf8,
)

usedNames.clear()
usedPhones.clear()
const GOOGLE = (
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,' +
  'Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,' +
  'E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,' +
  'Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,' +
  'Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address'
).split(',')
write(
  'google-contacts.csv',
  composeRows(380, 8, [
    ['noLast', 9],
    ['noFirst', 3],
  ]),
  {
    header: GOOGLE,
    cells: ({ first, last, email, phone, street, city, state, zip }) => {
      const values: Record<string, string> = {
        'First Name': first,
        'Last Name': last,
        Labels: '* myContacts',
        Notes: chance(0.1) ? 'Met at the open house,\nwants a "quiet" street' : '',
        'E-mail 1 - Label': email ? '* Home' : '',
        'E-mail 1 - Value': email,
        'Phone 1 - Label': phone ? 'Mobile' : '',
        'Phone 1 - Value': phone && chance(0.1) ? `${phone} ::: +1 900-555-0199` : phone,
        'Address 1 - Formatted': street ? `${street}\n${city}, ${state} ${zip}\nUS` : '',
        'Address 1 - Street': street,
        'Address 1 - City': city,
        'Address 1 - Region': state,
        'Address 1 - Postal Code': zip,
        'Address 1 - Country': 'US',
      }
      return GOOGLE.map((title) => values[title] ?? '')
    },
    lineEnd: '\n',
  },
  utf8,
)

usedNames.clear()
usedPhones.clear()
const OUTLOOK = (
  'Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business City,' +
  'Business State,Business Postal Code,Business Country/Region,Home Street,Home City,Home State,Home Postal Code,' +
  'Home Country/Region,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail Type,E-mail Display Name,Notes'
).split(',')
write(
  'outlook.csv',
  composeRows(
    285,
    5,
    [
      ['noLast', 6],
      ['noFirst', 4],
    ],
    WINDOWS_1252_SAFE,
  ),
  {
    header: OUTLOOK,
    cells: ({ first, last, email, phone, street, city, state, zip }) => {
      const label = chance(0.2) ? 'Business' : 'Home'
      const values: Record<string, string> = {
        'First Name': first,
        'Last Name': last,
        [`${label} Street`]: street,
        [`${label} City`]: city,
        [`${label} State`]: state,
        // Excel drops the leading zeros of New England ZIP codes.
        [`${label} Postal Code`]: zip.replace(/^0/, ''),
        [pick(['Business Phone', 'Home Phone', 'Mobile Phone'])]: phone,
        'E-mail Address': email,
        'E-mail Type': email ? 'SMTP' : '',
        'E-mail Display Name': email ? `${first} ${last} (${email})` : '',
        Notes: chance(0.1) ? 'Budget “flexible” – call after 5' : '',
      }
      return OUTLOOK.map((title) => values[title] ?? '')
    },
    lineEnd: '\r\n',
    quoteAll: true,
  },
  windows1252,
)

usedNames.clear()
usedPhones.clear()
write(
  'plain-list.csv',
  composeRows(280, 10, [
    ['noLast', 4],
    ['noFirst', 4],
    ['longFirst', 1],
    ['longStreet', 1],
  ]),
  {
    header: ['First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'State', 'Zip'],
    cells: ({ first, last, email, phone, street, city, state, zip }) => [
      first,
      last,
      email,
      phone,
      street,
      city,
      state,
      zip,
    ],
    delimiter: ';',
    lineEnd: '\r\n',
  },
  (text) => utf8(`\ufeff${text}`),
)

for (const counts of Object.values(expected)) counts.sampleErrors = counts.sampleErrors.slice(0, 40)
writeFileSync(new URL('expected.json', import.meta.url), `${JSON.stringify(expected, null, 2)}\n`)

function windows1252(text: string): Buffer {
  const above = new Map([
    ['“', 0x93],
    ['”', 0x94],
    ['–', 0x96],
  ])
  return Buffer.from([...text].map((letter) => above.get(letter) ?? letter.charCodeAt(0)))
}
