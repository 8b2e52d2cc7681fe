import { beforeAll, describe, expect, test } from 'vitest'
import { scoreContact } from '#domain/score/score.ts'
import type { ScoreResult } from '#domain/score/score-input.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { detectSignals } from '#domain/signals/detect.ts'
import { householdOf } from '#domain/signals/household.ts'
import { mergePerson } from '../merge.ts'
import type { PersonQuery } from '../provider.ts'
import { samplePeople } from './sample-people.ts'
import { createSampleProviders } from './sample-provider.ts'

const TODAY = '2026-11-20'
const PEOPLE = 2000
const providers = createSampleProviders(() => new Date(`${TODAY}T12:00:00.000Z`))
const { signal } = new AbortController()

/** Enriches and scores a contact; null without a match. */
async function scoreOf(query: PersonQuery): Promise<ScoreResult | null> {
  const [person, phone, property, records] = await Promise.all([
    providers.person(query, signal),
    providers.phone(query, signal),
    providers.property(query, signal),
    providers.publicRecords(query, signal),
  ])
  const current = {
    person: mergePerson({ person, phone, property, records }, null),
    properties: property.status === 'match' ? property.data : [],
    publicRecords: records.status === 'match' ? records.data : [],
  }
  if (current.person === null) return null
  const contact = { ...query, birthYear: null, age: null }
  const detected = detectSignals({ today: TODAY, contact, current, previous: null, previousFetchedAt: null })
  return scoreContact({
    today: TODAY,
    household: householdOf(contact, current, null, TODAY),
    signals: detected.map((entry, i) => ({ ...entry, id: String(i) })),
    policy: { excludeFamilial: false, excludeAge: false },
  })
}

describe('A30 the scores of 2,000 sample people', () => {
  let scores: ScoreResult[] = []
  let share: (test: (score: ScoreResult) => boolean) => number

  beforeAll(async () => {
    const allScores = await Promise.all(samplePeople(PEOPLE, 'spread').map(scoreOf))
    scores = allScores.filter((score) => score !== null)
    share = (matches) => scores.filter(matches).length / PEOPLE
  })

  test('just under half show no live signal', () => {
    expect(share(({ score }) => score === 0)).toBeGreaterThan(0.36)
    expect(share(({ score }) => score === 0)).toBeLessThan(0.54)
  })

  test('scores range from single digits to the top, and few are high', () => {
    const topShare = share(({ score }) => score >= 75)
    const middleShare = share(({ score }) => score >= 50 && score < 75)
    expect(topShare).toBeGreaterThan(0.025)
    expect(topShare).toBeLessThan(0.085)
    expect(middleShare).toBeGreaterThan(0.06)
    expect(middleShare).toBeLessThan(0.15)
    expect(Math.max(...scores.map(({ score }) => score))).toBeGreaterThan(85)
    for (let from = 1; from < 80; from += 10) {
      expect(
        share(({ score }) => score >= from && score < from + 10),
        `from ${from}`,
      ).toBeGreaterThan(0.01)
    }
  })

  test('every category is the top signal of some, and few people have more than two signals', () => {
    for (const category of CATEGORIES) {
      expect(
        share(({ topSignal }) => topSignal === category),
        category,
      ).toBeGreaterThan(0.015)
    }
    expect(share(({ signalsDetected }) => signalsDetected > 2)).toBeLessThan(0.02)
    expect(share(({ signalsDetected }) => signalsDetected === 2)).toBeGreaterThan(0.03)
  })

  test('no contact seems to have moved already', () => {
    expect(share(({ mayHaveMoved }) => mayHaveMoved)).toBe(0)
  })
})
