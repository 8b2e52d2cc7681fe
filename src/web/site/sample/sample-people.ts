import { z } from 'zod'
import { RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import people from '../../../../content/sample/people.json' with { type: 'json' }

const DAY_MS = 86_400_000

const samplePerson = z.strictObject({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  score: z.number(),
  /** Chance of a move within 12 months, 0..1. */
  chance: z.number(),
  ownedSince: z.number(),
  relationship: z.enum(RELATIONSHIPS),
  signals: z.array(
    z.strictObject({
      category: z.enum(CATEGORIES),
      points: z.number(),
      record: z.string(),
      source: z.string(),
      daysAgo: z.number(),
    }),
  ),
  /** Only for people of the Today list; its reason names no life event. */
  today: z.strictObject({ reason: z.string(), evidence: z.array(z.string()), script: z.string() }).nullable(),
})

/** The fictional people of the sample workspace, highest score first. */
export const SAMPLE_PEOPLE = z
  .array(samplePerson)
  .parse(people)
  .sort((a, b) => b.score - a.score)

/** The people worth a call, shown on Today and on the landing page. */
export const SAMPLE_TODAY = SAMPLE_PEOPLE.filter(({ today }) => today)

export type SamplePerson = (typeof SAMPLE_PEOPLE)[number]

/** Filters people by the query string; filters that are missing or have an unknown value are ignored. */
export function filterSamplePeople(query: URLSearchParams): SamplePerson[] {
  const signal = CATEGORIES.find((each) => each === query.get('signal'))
  const relationship = RELATIONSHIPS.find((each) => each === query.get('relationship'))
  const minScore = Number(query.get('minScore')) || 0
  return SAMPLE_PEOPLE.filter(
    (person) =>
      person.score >= minScore &&
      (!relationship || person.relationship === relationship) &&
      (!signal || person.signals.some(({ category }) => category === signal)),
  )
}

/** The date `days` days before `now`, `YYYY-MM-DD`, so that the sample never looks old. */
export function daysBefore(now: number, days: number): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10)
}
