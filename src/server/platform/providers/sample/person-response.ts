import { formatDay } from '#domain/score/day.ts'
import { DAYS_PER_YEAR, yearOf } from './calendar.ts'
import { educationOf, experienceOf, tradeOf } from './career.ts'
import { fullName } from './family.ts'
import { chance, fold, numberBetween, pickSome } from './hash.ts'
import { sexOfName } from './names.ts'
import type { Persona } from './persona.ts'
import { sampleStreet } from './persona.ts'
import { INTERESTS } from './work.ts'

/** Simulates the People Data Labs response for a sample person, in its format. */
export function personResponse(persona: Persona) {
  const { key, first, last } = persona
  const trade = tradeOf(persona)
  const handle = fold(`${first} ${last}`).replace(/[^a-z0-9]+/g, '-')
  const on = (network: string, share: number, url: string) => (chance(key, network) < share ? url : null)
  const data = {
    first_name: first,
    last_name: last,
    // `true` means that the plan lacks the field; a few sample people show this.
    birth_year: chance(key, 'birth year withheld') < 0.04 ? true : persona.birthYear,
    // Null for ambiguous or unknown names.
    sex: sexOfName(persona.first),
    industry: trade.industry,
    experience: experienceOf(persona),
    education: educationOf(persona),
    skills: pickSome(trade.skills, numberBetween(key, 'skills', 3, 6), key, 'skill'),
    interests: pickSome(INTERESTS, numberBetween(key, 'interests', 2, 6), key, 'interest'),
    linkedin_url: on('linkedin', 0.75, `linkedin.com/in/sample-${handle}`),
    facebook_url: on('facebook', 0.5, `facebook.com/sample.${handle}`),
    twitter_url: on('twitter', 0.25, `twitter.com/sample_${handle.replaceAll('-', '_')}`),
    github_url:
      trade.industry === 'Computer Software' ? on('github', 0.6, `github.com/sample-${handle}`) : null,
    street_addresses: addressesOf(persona),
    ...householdOf(persona),
  }
  return { status: 200, likelihood: numberBetween(key, 'likelihood', 6, 10), data }
}

/** Lists the home and up to two earlier homes, each with the day it was first seen. */
function addressesOf(persona: Persona) {
  const { key, home, since, born } = persona
  const { city, state, zipCode, metro } = home.town
  const town = { locality: city, region: state, postal_code: zipCode, metro }
  const earlierHomes = Array.from({ length: numberBetween(key, 'earlier homes', 0, 2) }, (_, i) => ({
    street: sampleStreet(key, `earlier ${i}`),
    day: Math.floor(since - (i + 0.4 + chance(key, `earlier ${i}`)) * 4 * DAYS_PER_YEAR),
  }))
  const geo = `${home.latitude},${home.longitude}`
  return [
    { street_address: home.street, ...town, geo, first_seen: formatDay(since) },
    ...earlierHomes
      .filter(({ day }) => day > born + 18 * DAYS_PER_YEAR)
      .map(({ street, day }) => ({ street_address: street, ...town, first_seen: formatDay(day) })),
  ]
}

function householdOf({ family, last, today }: Persona) {
  const { bond, partner } = family
  const children = family.children
    .filter((child) => child.born <= today)
    .map((child) => ({ name: `${child.first} ${last}`, birth_year: yearOf(child.born), relation: 'child' }))
  const spouse = { name: fullName(partner), birth_year: partner.birthYear, relation: 'spouse' }
  const household = bond === 'spouse' ? [spouse, ...children] : children
  return { household, household_size: 1 + household.length }
}
