import { formatDay } from '#domain/score/day.ts'
import { DAYS_PER_YEAR } from './calendar.ts'
import { chance, fold, numberBetween, pick } from './hash.ts'
import { NAME_GROUPS, sexOfName } from './names.ts'
import type { Persona } from './persona.ts'
import { sampleStreet } from './persona.ts'
import { CARRIERS } from './work.ts'

/** Area codes of alternate sample numbers; none belongs to the towns of sample people. */
const OTHER_AREA_CODES = ['217', '309', '618', '262', '219', '574'] as const
const LINE_TYPES = [
  ['Mobile', 0.72],
  ['Landline', 0.86],
  ['NonFixedVOIP', 0.94],
  ['FixedVOIP', 1.01],
] as const

/** Simulates Trestle's response for a sample person's number, in Trestle's format. */
export function phoneResponse(persona: Persona, phone: string) {
  const { key } = persona
  return {
    phone_number: phone,
    is_valid: true,
    line_type: lineType(key, 'line'),
    carrier: pick(CARRIERS, key, 'carrier'),
    is_prepaid: chance(key, 'prepaid') < 0.08,
    owners:
      chance(key, 'line of another') < 0.04
        ? [strangerOf(persona)]
        : [contactOf(persona), ...othersOf(persona)],
    warnings: [],
  }
}

const GENDERS = { female: 'F', male: 'M', unknown: null } as const

function contactOf(persona: Persona) {
  const { key, first, last, born, today } = persona
  const handle = fold(`${first}.${last}`).replace(/[^a-z0-9.]+/g, '')
  const initial = first.slice(0, 1)
  const names = [`${initial}. ${last}`, `${first} ${pick('ABCDEFJKLMRST'.split(''), key, 'middle')}. ${last}`]
  return {
    name: `${first} ${last}`,
    firstname: first,
    lastname: last,
    alternate_names: names.slice(0, numberBetween(key, 'alternate names', 0, 2)),
    age_range: ageRange(Math.floor((today - born) / DAYS_PER_YEAR)),
    gender: GENDERS[sexOfName(first) ?? 'unknown'],
    link_to_phone_start_date: formatDay(phoneSince(persona)),
    emails: [`${handle}.${numberBetween(key, 'e-mail', 10, 99)}@example.net`, `${handle}@example.org`].slice(
      0,
      numberBetween(key, 'e-mails', 0, 2),
    ),
    alternate_phones: Array.from({ length: numberBetween(key, 'phones', 0, 2) }, (_, i) => ({
      phoneNumber: `+1${pick(OTHER_AREA_CODES, key, `area ${i}`)}55501${numberBetween(key, `number ${i}`, 10, 99)}`,
      lineType: lineType(key, `line ${i}`),
    })),
    current_addresses: [addressOf(persona)],
  }
}

/** Owner unrelated to the contact, which a few numbers have. */
function strangerOf({ key, home }: Persona) {
  const group = pick(NAME_GROUPS, key, 'line origin')
  const firstname = pick([...group.female, ...group.male], key, 'line first')
  const lastname = pick(group.last, key, 'line last')
  const { city, state, zipCode } = home.town
  return {
    name: `${firstname} ${lastname}`,
    firstname,
    lastname,
    age_range: ageRange(numberBetween(key, 'line age', 20, 70)),
    current_addresses: [
      { street_line_1: sampleStreet(key, 'line home'), city, state_code: state, postal_code: zipCode },
    ],
  }
}

/** A spouse shares the number in half of the cases. */
function othersOf(persona: Persona) {
  const { key, family, today } = persona
  if (family.bond !== 'spouse' || chance(key, 'shared line') < 0.5) return []
  const { first, last, sex, birthYear } = family.partner
  return [
    {
      name: `${first} ${last}`,
      firstname: first,
      lastname: last,
      age_range: ageRange(Number(formatDay(today).slice(0, 4)) - birthYear),
      gender: sex === 'female' ? 'F' : 'M',
      link_to_phone_start_date: formatDay(phoneSince(persona) + numberBetween(key, 'joined line', 0, 200)),
      current_addresses: [addressOf(persona)],
    },
  ]
}

function addressOf(persona: Persona) {
  const { key, home, since } = persona
  return {
    street_line_1: home.street,
    city: home.town.city,
    state_code: home.town.state,
    postal_code: home.town.zipCode,
    lat_long: {
      latitude: home.latitude,
      longitude: home.longitude,
      accuracy: pick(['Rooftop', 'Rooftop', 'Street'] as const, key, 'accuracy'),
    },
    link_to_person_start_date: formatDay(since),
  }
}

function phoneSince(persona: Persona): number {
  const adult = persona.born + 18 * DAYS_PER_YEAR
  const years = 3 + chance(persona.key, 'phone since') * 14
  return Math.floor(Math.max(adult, persona.since - (years - 5) * DAYS_PER_YEAR * 0.5))
}

function ageRange(age: number): string {
  const bands = [18, 25, 35, 45, 55, 65] as const
  const from = bands.findLast((band) => band <= age) ?? 18
  return from === 65 ? '65+' : `${from}-${from === 18 ? 24 : from + 9}`
}

function lineType(key: string, question: string): string {
  const draw = chance(key, question)
  return LINE_TYPES.find(([, limit]) => draw < limit)?.[0] ?? 'Mobile'
}
