import type { PdlEducation, PdlExperience, PdlPerson, PdlResponse } from '../people-data-labs.ts'
import { DAYS_PER_YEAR, isoDate, yearOf } from './calendar.ts'
import type { Job } from './career.ts'
import { degreesOf, jobsOf, tradeOf } from './career.ts'
import { between, chance, fold, pickSome } from './hash.ts'
import { sexOfName } from './names.ts'
import type { Persona } from './persona.ts'
import { sampleStreet } from './persona.ts'
import { INTERESTS } from './work.ts'

/** Simulates the People Data Labs response for a sample person, in its format. */
export function personResponse(persona: Persona): PdlResponse {
  const { key, first, last } = persona
  const trade = tradeOf(persona)
  const handle = fold(`${first} ${last}`).replace(/[^a-z0-9]+/g, '-')
  const on = (network: string, share: number, url: string) => (chance(key, network) < share ? url : null)
  const data: PdlPerson = {
    full_name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    // `true` means that the plan lacks the field; a few sample people show this.
    birth_year: chance(key, 'birth year withheld') < 0.04 ? true : persona.birthYear,
    // Null for ambiguous or unknown names.
    sex: sexOfName(persona.first),
    industry: trade.industry,
    experience: jobsOf(persona).map(experienceOf),
    education: degreesOf(persona).map((degree): PdlEducation => {
      const end = isoDate(degree.end)
      return {
        school: { name: degree.school },
        degrees: [degree.degree],
        majors: [degree.major],
        start_date: String(yearOf(degree.start)),
        end_date: degree.yearOnly ? end.slice(0, 4) : end.slice(0, 7),
      }
    }),
    skills: pickSome(trade.skills, between(key, 'skills', 3, 6), key, 'skill'),
    interests: pickSome(INTERESTS, between(key, 'interests', 2, 6), key, 'interest'),
    linkedin_url: on('linkedin', 0.75, `linkedin.com/in/sample-${handle}`),
    facebook_url: on('facebook', 0.5, `facebook.com/sample.${handle}`),
    twitter_url: on('twitter', 0.25, `twitter.com/sample_${handle.replaceAll('-', '_')}`),
    github_url:
      trade.industry === 'Computer Software' ? on('github', 0.6, `github.com/sample-${handle}`) : null,
    street_addresses: addressesOf(persona),
    ...householdOf(persona),
  }
  return { status: 200, likelihood: between(key, 'likelihood', 6, 10), data }
}

function experienceOf(job: Job): PdlExperience {
  return {
    company: {
      name: job.company,
      location: {
        name: `${job.city}, ${job.state}`,
        locality: job.city,
        region: job.state,
        metro: job.metro,
      },
    },
    title: { name: job.title },
    location_names: job.remote ? ['remote'] : [],
    start_date: isoDate(job.start),
    end_date: job.end === null ? null : isoDate(job.end),
    is_primary: job.end === null,
  }
}

/** Lists the home and up to two earlier homes, each with the day it was first seen. */
function addressesOf(persona: Persona): PdlPerson['street_addresses'] {
  const { key, home, since, born } = persona
  const { city, state, zipCode, metro } = home.place
  const earlier = Array.from({ length: between(key, 'earlier homes', 0, 2) }, (_, i) => ({
    street_address: sampleStreet(key, `earlier ${i}`),
    locality: city,
    region: state,
    postal_code: zipCode,
    metro,
    day: Math.floor(since - (i + 0.4 + chance(key, `earlier ${i}`)) * 4 * DAYS_PER_YEAR),
  }))
  return [
    {
      street_address: home.street,
      locality: city,
      region: state,
      postal_code: zipCode,
      metro,
      geo: `${home.latitude},${home.longitude}`,
      first_seen: isoDate(since),
    },
    ...earlier
      .filter((address) => address.day > born + 18 * DAYS_PER_YEAR)
      .map(({ day, ...address }) => ({ ...address, first_seen: isoDate(day) })),
  ]
}

function householdOf(persona: Persona): Pick<PdlPerson, 'household' | 'household_size'> {
  const { family, last, today } = persona
  const spouse =
    family.bond === 'spouse'
      ? [
          {
            name: `${family.partner.first} ${family.partner.last}`,
            birth_year: family.partner.birthYear,
            relation: 'spouse',
          },
        ]
      : []
  const children = family.children
    .filter((child) => child.born <= today)
    .map((child) => ({ name: `${child.first} ${last}`, birth_year: yearOf(child.born), relation: 'child' }))
  const household = [...spouse, ...children]
  return { household, household_size: 1 + household.length }
}
