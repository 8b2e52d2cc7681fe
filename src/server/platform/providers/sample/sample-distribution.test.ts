import { beforeAll, describe, expect, test } from 'vitest'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import type { PersonFacts } from '../provider.ts'
import { samplePeople } from './sample-people.ts'
import { createSampleProviders } from './sample-provider.ts'

const PEOPLE = 2000

type KnownPerson = { person: PersonFacts | null; home: PropertyRecord | null; records: PublicRecord[] }

describe('A28 the distribution of 2,000 sample people', () => {
  let people: KnownPerson[] = []

  beforeAll(async () => {
    const providers = createSampleProviders(() => new Date('2026-11-20T12:00:00.000Z'))
    const { signal } = new AbortController()
    people = await Promise.all(
      samplePeople(PEOPLE, 'spread').map(async (query) => {
        const [person, property, records] = await Promise.all([
          providers.person(query, signal),
          providers.property(query, signal),
          providers.publicRecords(query, signal),
        ])
        return {
          person: person.status === 'match' ? person.data : null,
          home: property.status === 'match' ? (property.data[0] ?? null) : null,
          records: records.status === 'match' ? records.data : [],
        }
      }),
    )
  })

  test('about six in a hundred are unknown', () => {
    const unmatchedEntries = people.filter((entry) => entry.person === null)
    expect(unmatchedEntries.length / PEOPLE).toBeGreaterThan(0.03)
    expect(unmatchedEntries.length / PEOPLE).toBeLessThan(0.1)
    for (const entry of unmatchedEntries) expect(entry).toEqual({ person: null, home: null, records: [] })
  })

  test('about three in four own their home, more older people than younger', () => {
    const homes = people.filter((entry) => entry.home !== null)
    const owners = (from: number, to: number) => {
      const aged = homes.filter(({ person }) => {
        const age = person?.demographics.age ?? null
        return age !== null && age >= from && age < to
      })
      return aged.filter(({ home }) => home?.propertyData.owner.absenteeStatus === 'O').length / aged.length
    }
    expect(owners(18, 120)).toBeGreaterThan(0.65)
    expect(owners(18, 120)).toBeLessThan(0.85)
    expect(owners(18, 35)).toBeLessThan(owners(35, 60))
  })

  test('every kind of document occurs, and most people have none', () => {
    const kinds = new Set(people.flatMap(({ records }) => records.map((record) => record.kind)))
    expect([...kinds].sort()).toEqual([
      'auction',
      'bankruptcy',
      'birth',
      'deed',
      'disaster',
      'dissolution',
      'listing',
      'marriage',
      'notice_of_default',
      'permit',
      'probate',
      'tax_lien',
    ])
    const shareWithoutRecords = people.filter(({ records }) => records.length === 0).length / PEOPLE
    expect(shareWithoutRecords).toBeGreaterThan(0.5)
    expect(shareWithoutRecords).toBeLessThan(0.75)
  })

  test('document numbers are unique except for disaster declarations of a county', () => {
    const ownRecords = people.flatMap(({ records }) => records.filter((record) => record.kind !== 'disaster'))
    expect(new Set(ownRecords.map((record) => `${record.source} ${record.documentId}`)).size).toBe(
      ownRecords.length,
    )
  })

  test('ages range from students to the very old, and fields outside the plan are unknown', () => {
    const ages = people.map(({ person }) => person?.demographics.age ?? null)
    const knownAges = ages.filter((age) => age !== null)
    expect(Math.min(...knownAges)).toBeLessThan(25)
    expect(Math.max(...knownAges)).toBeGreaterThan(82)
    const withheld = people.filter(({ person }) => person && person.demographics.birthYear === null).length
    expect(withheld).toBeGreaterThan(20)
    expect(withheld).toBeLessThan(200)
  })

  test('A14 the Property tab of an owner has facts in all groups', () => {
    const ownedHomes = people.filter(({ home }) => home?.propertyData.owner.absenteeStatus === 'O')
    for (const { home } of ownedHomes.slice(0, 200)) {
      const { listing, mortgages, saleHistory, ownerNames, ...groups } = home!.propertyData
      for (const [name, facts] of Object.entries(groups))
        expect(Object.keys(facts).length, name).toBeGreaterThan(1)
      expect(saleHistory.length).toBeGreaterThan(0)
      expect(ownerNames.length).toBeGreaterThan(0)
      expect(listing).toBeNull()
    }
    expect(ownedHomes.filter(({ home }) => home?.propertyData.mortgages.second).length).toBeGreaterThan(20)
  })
})
