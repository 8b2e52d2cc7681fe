import type { MatchableContact } from './comparable-contact.ts'

/** A contact record and the person it describes. */
export type LabelledContact = { person: number; contact: MatchableContact }

/** Reproducible random numbers, 0..1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const words = (text: string) => text.trim().split(/\s+/)

const GIVEN = words(`
  joshua lachlan thomas jack samuel james benjamin william daniel nicholas matthew jessica emily sarah georgia sophie emma olivia
  chloe isabella hannah ella mia charlotte lucy grace jacob luke ethan alexander liam harrison riley dylan cooper mitchell caitlin
  madison brianna jasmine tahlia amber holly zoe tayla kiandra bethany finn noah max oliver harry angus hamish jake isaac connor
  callum michael joel lewis nathan taylor blake alana lara erin natasha imogen abbey claudia paige amelia ruby lily teagan mikayla
  alyssa stephanie rachel laura kayla courtney talia bailey zachary tyler jayden logan brodie jordan hayden flynn koby kyle seth
  marcus toby xavier darcy hugo sebastian adam ryan kane jarrod trey bradley reece elki alessandra indiana annabel gabrielle jade
  keely neneh livia sascha chelsea phoebe eliza katelyn rebecca lauren nicole tiffany dakota montana savannah yasmin
`)
const SURNAMES = words(`
  white smith clarke green campbell webb matthews nguyen ryan reid morrison mcveigh coleman dixon chandler blake goode bishop
  dolan hawes kranz stubbs painter neumann parr mallon howie crook lodge berry petersen zaluski beams fitzpatrick mason mccarthy
  maynard haeusler carmody wilkins donaldson heerey rollins paine burford swift ashton clothier hobson zilm millar boyle bullock
  negrean strahan weller browne ranson beelitz bradshaw glass vincent porter wheatley miles rawlings laundy tremellen goldsworthy
  ferrari bastiaans everett george hope jolly koutsonikolas lapthorne menzies noble ozturk pascoe quilliam rudd sherriff tucker
  underdown varley waller yates zhang ebert eglinton egan dunstone drapper corbett chappel cavanagh burgess brock bolton ballard
  arnold alderson abdulla hyland iredale jamieson keane leong macgowan nathan ottaway prendergast redmond stephenson tran upton
`)
const STREETS = words(`
  wallaby pridham gundulu hoseason stanley pinkerton salkauskas macquoid randwick cutlack florey atkinson ashburton beaurepaire
  burkitt chippindall clianthus dumaresq elvire fairbridge gilmore hambidge ijong jaeger kambalda lhotsky mackellar namatjira
  officer paperbark quandong rafferty shumack tantangara uardry vosper wheeler yarralumla ziegler barada carandini derrington
  ellerston finniss goodwin hargrave irving jindabyne kneebone lawley merriman nungara oliver paranga renny spofforth throsby
  underwood verco woodgate arndell barnet colquhoun dalley erldunda forrest gatty hurley ismay jenke kootara liardet moynihan
`)
const TYPES = words('place street circuit crescent close court avenue drive road terrace')
const SUBURBS = words(`
  cleveland marsden granville utakarra winston_hills richlands dapto south_grafton hoppers_crossing budgewoi armidale ballarat bendigo
  caloundra daylesford echuca frankston geelong_west hornsby ipswich joondalup kallangur leumeah mandurah narellan oakleigh
  parramatta quakers_hill redcliffe sandgate toowoomba umina_beach vermont_south warrnambool yarraville albury berwick cranbourne
  dubbo engadine forster gosford hervey_bay innisfail kiama launceston mildura nowra orange penrith rockhampton shepparton tamworth
`)
const STATES = words('nsw nsw nsw vic vic qld qld wa sa act tas')
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

type Random = () => number
const pick = <T>(random: Random, list: readonly T[] | string): T | string =>
  list[Math.floor(random() * list.length)] as T | string
/** Prefers the first entries of a list, as with real name frequencies. */
const pickSkewed = (random: Random, list: readonly string[]): string =>
  list[Math.floor(random() ** 1.7 * list.length)] ?? ''
const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => pick(random, DIGITS)).join('')
const numberUpTo = (random: Random, max: number): number => 1 + Math.floor(random() * max)
const two = (number: number): string => String(number).padStart(2, '0')

/** Applies one typo: a character inserted, deleted, replaced or swapped. */
function slip(random: Random, text: string): string {
  if (text.length < 2) return text
  const at = Math.floor(random() * text.length)
  const signs = /\d/.test(text) ? DIGITS : LETTERS
  const kind = random()
  if (kind < 0.25) return text.slice(0, at) + pick(random, signs) + text.slice(at)
  if (kind < 0.5) return text.slice(0, at) + text.slice(at + 1)
  if (kind < 0.8) return text.slice(0, at) + pick(random, signs) + text.slice(at + 1)
  const swapAt = Math.min(at, text.length - 2)
  return text.slice(0, swapAt) + text[swapAt + 1] + text[swapAt] + text.slice(swapAt + 2)
}

type HomeRecord = Record<
  'given' | 'surname' | 'number' | 'street' | 'line2' | 'suburb' | 'postcode' | 'state' | 'born' | 'id',
  string
>

function homeRecord(random: Random): HomeRecord {
  return {
    given: pickSkewed(random, GIVEN),
    surname: pickSkewed(random, SURNAMES),
    number: String(Math.ceil(random() ** 2 * 200)),
    street: `${pick(random, STREETS)} ${pick(random, TYPES)}`,
    line2: random() < 0.5 ? '' : `${pick(random, STREETS)} ${pick(random, ['farm', 'villa', 'flats'])}`,
    suburb: String(pick(random, SUBURBS)).replace('_', ' '),
    postcode: `${2 + Math.floor(random() * 5)}${digits(random, 3)}`,
    state: String(pick(random, STATES)),
    born: `19${two(Math.floor(random() * 100))}${two(numberUpTo(random, 12))}${two(numberUpTo(random, 28))}`,
    id: digits(random, 7),
  }
}

const FIELD_ODDS: readonly [keyof HomeRecord, number][] = [
  ['given', 0.14],
  ['surname', 0.16],
  ['number', 0.09],
  ['street', 0.15],
  ['line2', 0.1],
  ['suburb', 0.12],
  ['postcode', 0.08],
  ['state', 0.04],
  ['born', 0.07],
  ['id', 0.05],
]

/** Field selected by a number 0..1. */
function fieldOf(roll: number): keyof HomeRecord {
  let rest = roll
  for (const [field, odds] of FIELD_ODDS) {
    rest -= odds
    if (rest < 0) return field
  }
  return 'surname'
}

/** Damages a record like the Febrl generator: typos, words joined or split, fields swapped, lost or replaced. */
function damageRecord(random: Random, record: HomeRecord, changes: number): HomeRecord {
  const copy = { ...record }
  for (let i = 0; i < changes; i++) {
    const field = fieldOf(random())
    const kind = random()
    const isName = field === 'given' || field === 'surname'
    if (kind < 0.05 && isName) [copy.given, copy.surname] = [copy.surname, copy.given]
    else if (kind < 0.13 && !isName) copy[field] = ''
    else if (kind < 0.16) copy[field] = homeRecord(random)[field]
    else if (kind < 0.3 && copy[field].includes(' ')) copy[field] = copy[field].replace(' ', '')
    else if (kind < 0.34 && copy[field].length > 5)
      copy[field] = `${copy[field].slice(0, 4)} ${copy[field].slice(4)}`
    else copy[field] = slip(random, copy[field])
  }
  return copy
}

function contactOfHome(record: HomeRecord, hasBirthday: boolean): MatchableContact {
  const { born } = record
  const birthday = /^\d{8}$/.test(born) ? `${born.slice(0, 4)}-${born.slice(4, 6)}-${born.slice(6)}` : null
  return {
    firstName: record.given,
    lastName: record.surname,
    ...{ email: null, phone: null },
    address: `${record.number} ${record.street}`.trim() || null,
    city: record.suburb || null,
    state: record.state || null,
    zipCode: record.postcode || null,
    details: hasBirthday ? { birthday } : null,
  }
}

/** Home records in the style of the Febrl data sets: originals, and up to five damaged copies of some. */
export function homeCorpus(
  seed: number,
  people: number,
  hasBirthday: boolean,
  maxCopies = 5,
): LabelledContact[] {
  const random = seededRandom(seed)
  return Array.from({ length: people }, (_, person) => {
    const original = homeRecord(random)
    const copies = maxCopies === 1 ? 1 : random() < 0.4 ? 0 : Math.ceil(random() ** 1.4 * maxCopies)
    const records = [original]
    for (let i = 0; i < copies; i++)
      records.push(damageRecord(random, original, Math.ceil(random() ** 2.4 * 10)))
    return records.map((record) => ({ person, contact: contactOfHome(record, hasBirthday) }))
  }).flat()
}

const TOWNS = words(
  'London London London Birmingham Leeds Manchester Hull Bristol Derby Plymouth Southampton Luton Reading',
)
const SHORT: Readonly<Record<string, string>> = {
  ...{ thomas: 'Tom', samuel: 'Sam', james: 'Jim', benjamin: 'Ben', william: 'Will', daniel: 'Dan' },
  ...{
    nicholas: 'Nick',
    matthew: 'Matt',
    jessica: 'Jess',
    oliver: 'Ollie',
    alexander: 'Alex',
    rebecca: 'Becky',
  },
  ...{ michael: 'Mike', zachary: 'Zach', stephanie: 'Steph', charlotte: 'Lottie', madison: 'Maddie' },
}
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

type PersonRecord = { given: string; surname: string; email: string; town: string; born: string }

function personRecord(random: Random): PersonRecord {
  const [given, surname] = [pickSkewed(random, GIVEN), pickSkewed(random, SURNAMES)]
  const number = random() < 0.6 ? digits(random, 2) : ''
  const mailbox = `${given}${random() < 0.5 ? '.' : ''}${random() < 0.5 ? surname : surname[0]}${number}`
  return {
    ...{ given, surname },
    email: `${mailbox}@${pick(random, SURNAMES)}-${pick(random, SURNAMES)}.com`,
    town: String(pick(random, TOWNS)),
    born: `${1950 + Math.floor(random() * 65)}-${two(numberUpTo(random, 12))}-${two(numberUpTo(random, 28))}`,
  }
}

/** A name as people write it: short, mistyped or in the wrong order. */
function writtenName(random: Random, { given, surname }: PersonRecord): [string, string] {
  const short = random() < 0.2 ? (SHORT[given] ?? capital(given)) : capital(given)
  const first = random() < 0.12 ? slip(random, short) : short
  const last = random() < 0.15 ? slip(random, capital(surname)) : capital(surname)
  return random() < 0.1 ? [last, first] : [first, last]
}

function writtenBirthday(random: Random, born: string): string {
  const [year, month, day] = born.split('-')
  if (random() < 0.12) return `${year}-${two(numberUpTo(random, 12))}-${day}`
  return random() < 0.1 ? `${Number(year) + 1}-${month}-${day}` : born
}

/** A text that may be missing or mistyped. */
function writtenText(random: Random, text: string, gone: number, mistyped: number): string | null {
  if (random() < gone) return null
  return random() < mistyped ? slip(random, text) : text
}

/** People records in the style of Splink's example data: name, birthday, city and email with typos and gaps. */
export function peopleCorpus(seed: number, people: number, hasBirthday: boolean): LabelledContact[] {
  const random = seededRandom(seed)
  return Array.from({ length: people }, (_, person) => {
    const record = personRecord(random)
    return Array.from({ length: Math.ceil(random() * 6) }, () => {
      const [firstName, lastName] = writtenName(random, record)
      const birthday = random() < 0.85 ? writtenBirthday(random, record.born) : null
      const contact: MatchableContact = {
        ...{ firstName, lastName, phone: null, address: null, state: null, zipCode: null },
        email: writtenText(random, record.email, 0.15, 0.15),
        city: writtenText(random, record.town, 0.2, 0.2),
        details: hasBirthday ? { birthday } : null,
      }
      return { person, contact }
    })
  }).flat()
}
