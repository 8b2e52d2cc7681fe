import type { PersonQuery } from '../provider.ts'
import { chance, fold, hashOf, numberBetween, pick, pickWeighted } from './hash.ts'
import { NAME_GROUPS } from './names.ts'
import { sampleStreet } from './persona.ts'
import type { Town } from './towns.ts'
import { TOWNS } from './towns.ts'

/** Numbers end in 555-0100 to 555-0199, which are reserved for fiction. */
const NUMBERS_PER_AREA = 100
const AREA_CODES = '630 331 773 312 708 847 224 815 872 608 512 303 602 704'.split(' ')

/**
 * Creates fictional contacts for a demo workspace, mostly around Naperville, Illinois; the same `seed` gives the same
 * people. Email addresses are unique, phone numbers are unique for up to 1,400 people.
 */
export function samplePeople(count: number, seed: string): PersonQuery[] {
  const emails = new Set<string>()
  const phones = new Set<string>()
  return Array.from({ length: count }, (_, i) => {
    const key = `${seed} ${i}`
    const { firstName, lastName } = nameOf(key)
    const town = pickWeighted(TOWNS, key, 'home town')
    const located = chance(key, 'address given') < 0.88
    return {
      firstName,
      lastName,
      email: emailOf(firstName, lastName, emails),
      phone: chance(key, 'phone given') < 0.96 ? phoneOf(key, town, phones) : null,
      address: located ? sampleStreet(key, 'own home') : null,
      city: town.city,
      state: town.state,
      zipCode: located ? town.zipCode : null,
    }
  })
}

/** Picks first and last name, mostly of one origin. */
function nameOf(key: string): { firstName: string; lastName: string } {
  const group = pick(NAME_GROUPS, key, 'origin')
  const firstNameGroup = chance(key, 'mixed') < 0.15 ? pick(NAME_GROUPS, key, 'second origin') : group
  const firstNames = chance(key, 'sex') < 0.5 ? group.female : group.male
  return {
    firstName: pick(firstNames, key, 'first name'),
    lastName: pick(firstNameGroup.last, key, 'last name'),
  }
}

function emailOf(firstName: string, lastName: string, usedEmails: Set<string>): string {
  const name = [firstName, lastName].map((part) => fold(part).replace(/[^a-z0-9]/g, '')).join('.')
  let email = `${name}@example.com`
  for (let n = 2; usedEmails.has(email); n += 1) email = `${name}${n}@example.com`
  usedEmails.add(email)
  return email
}

/** Picks a free number of the town's area code or the next one; repeats only when all are taken. */
function phoneOf(key: string, town: Town, usedPhones: Set<string>): string {
  const home = Math.max(0, AREA_CODES.indexOf(town.areaCode))
  const start = numberBetween(key, 'line', 0, NUMBERS_PER_AREA - 1)
  const capacity = AREA_CODES.length * NUMBERS_PER_AREA
  for (let step = 0; step < capacity; step += 1) {
    const area = AREA_CODES[(home + Math.floor(step / NUMBERS_PER_AREA)) % AREA_CODES.length] ?? '630'
    const number = numberIn(area, (start + step) % NUMBERS_PER_AREA)
    if (!usedPhones.has(number)) {
      usedPhones.add(number)
      return number
    }
  }
  return numberIn(AREA_CODES[hashOf(key) % AREA_CODES.length] ?? '630', start)
}

function numberIn(area: string, line: number): string {
  return `(${area}) 555-01${String(line).padStart(2, '0')}`
}
