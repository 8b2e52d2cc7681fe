import { describe, expect, test } from 'vitest'
import type { KnownAddress } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import { PUBLIC_RECORD_KINDS } from '#domain/enrichment/public-record.ts'
import type { PersonFacts, PersonQuery } from '../provider.ts'
import { samplePeople } from './sample-people.ts'
import { createSampleProviders } from './sample-provider.ts'

const DAY = '2026-11-20T09:30:00.000Z'
const { signal } = new AbortController()

function providersOn(moment: string) {
  return createSampleProviders(() => new Date(moment))
}

async function queryAll(query: PersonQuery, moment = DAY) {
  const providers = providersOn(moment)
  const [person, phone, property, records] = await Promise.all([
    providers.person(query, signal),
    providers.phone(query, signal),
    providers.property(query, signal),
    providers.publicRecords(query, signal),
  ])
  return { person, phone, property, records }
}

function dataOf<T>(lookup: { status: string; data?: T }): T | null {
  return lookup.status === 'match' ? (lookup.data ?? null) : null
}

function expectLifeAgrees(facts: PersonFacts) {
  const { birthYear, age, household, householdSize } = facts.demographics
  const jobs = facts.employment.history
  if (birthYear !== null) {
    expect(age).toBe(2026 - birthYear)
    const grown = String(birthYear + 17)
    for (const job of jobs) expect(job.startDate! > grown).toBe(true)
    for (const degree of facts.education) expect(degree.endDate! > grown).toBe(true)
  }
  const starts = jobs.map((job) => job.startDate!)
  expect(starts).toEqual([...starts].sort().reverse())
  for (const job of jobs) expect((job.endDate ?? '9999') >= job.startDate!).toBe(true)
  expect(householdSize).toBe(household.length + 1)
  expect(new Set(household.map((member) => member.name)).size).toBe(household.length)
}

function expectHomeAgrees(query: PersonQuery, address: KnownAddress, home: PropertyRecord) {
  expect(home.address).toBe(address.street)
  expect(Number(home.lastSaleDate!.slice(0, 4))).toBeGreaterThanOrEqual(home.yearBuilt!)
  const { owner, ownerNames, mortgages } = home.propertyData
  if (owner.absenteeStatus === 'O') {
    expect(ownerNames[0]).toBe(`${query.firstName} ${query.lastName}`)
    expect(address.moveInDate).toBe(home.lastSaleDate)
  } else {
    expect(ownerNames).not.toContain(`${query.firstName} ${query.lastName}`)
  }
  for (const loan of Object.values(mortgages))
    if (loan) expect(loan.recordedDate! >= home.lastSaleDate!).toBe(true)
}

const contact: PersonQuery = {
  firstName: 'José',
  lastName: "O'Neil",
  email: 'jose@example.com',
  phone: '(630) 555-0123',
  address: '12 Heron Ct',
  city: 'Lisle',
  state: 'IL',
  zipCode: '60532',
}

describe('A28 sample data', () => {
  test('is marked as sample data throughout', async () => {
    const names = new Set<string>()
    for (const query of samplePeople(40, 'marked')) {
      for (const lookup of Object.values(await queryAll(query))) {
        if (lookup.status !== 'match') continue
        expect(lookup.sample).toBe(true)
        expect(lookup.fetchedAt).toBe(DAY)
        names.add(lookup.provider)
      }
    }
    expect([...names].sort()).toEqual(
      ['Sample People Data Labs', 'Sample ATTOM', 'Sample Trestle', 'Sample county records'].sort(),
    )
  })

  test('depends on the person, in any spelling of the name', async () => {
    const respelled = { ...contact, firstName: 'JOSE', lastName: 'O’neil', email: 'Jose@Example.com' }
    const [first, second] = [await queryAll(contact), await queryAll(respelled)]
    const lifeOf = (facts: PersonFacts | null) =>
      facts && [facts.demographics.birthYear, facts.demographics.gender]
    expect(lifeOf(dataOf(second.person))).toEqual(lifeOf(dataOf(first.person)))
    expect(dataOf(second.person)?.employment).toEqual(dataOf(first.person)?.employment)
    expect(await queryAll(contact)).toEqual(first)
  })

  test('has the same documents and dates days later', async () => {
    let unchanged = 0
    let documents = 0
    for (const query of samplePeople(400, 'later')) {
      const before = dataOf((await queryAll(query)).records) ?? []
      const after = dataOf((await queryAll(query, '2026-11-26T23:59:59.000Z')).records) ?? []
      for (const record of before) {
        documents += 1
        const same = after.find((each) => each.documentId === record.documentId)
        if (!same) continue
        unchanged += 1
        expect(same).toEqual(record)
      }
    }
    expect(documents).toBeGreaterThan(100)
    // The few others were replaced by a newer document of their kind, or their home left the market.
    expect(unchanged / documents).toBeGreaterThan(0.95)
  })

  test('dates no document in the future, except an announced auction', async () => {
    for (const query of samplePeople(400, 'dates')) {
      for (const record of dataOf((await queryAll(query)).records) ?? []) {
        const { auction, ...dates } = record.dates
        for (const date of Object.values(dates))
          expect(date <= DAY.slice(0, 10), record.documentId).toBe(true)
        expect(PUBLIC_RECORD_KINDS).toContain(record.kind)
        if (record.kind !== 'disaster') expect(record.names).toContain(`${query.firstName} ${query.lastName}`)
      }
    }
  })

  test('has consistent age, education, work and household of a person', async () => {
    for (const query of samplePeople(400, 'agree')) {
      const facts = dataOf((await queryAll(query)).person)
      if (facts) expectLifeAgrees(facts)
    }
  })

  test('names the contact as owner of an owned home, with consistent dates', async () => {
    for (const query of samplePeople(400, 'agree')) {
      const { person, property } = await queryAll(query)
      const address = dataOf(person)?.addresses[0]
      const home = dataOf(property)?.[0]
      if (address) expect(address).toMatchObject({ city: query.city, state: query.state })
      if (address && query.address) expect(address.street).toBe(query.address)
      if (address && home) expectHomeAgrees(query, address, home)
    }
  })

  test('follows the address of the contact into any state', async () => {
    const juneau = { ...contact, city: 'Juneau', state: 'Alaska', zipCode: '99801' }
    const { property } = await queryAll(juneau)
    const home = dataOf(property)?.[0]
    expect(home).toMatchObject({ address: '12 Heron Ct', city: 'Juneau', state: 'AK', zipCode: '99801' })
    expect(home?.propertyData.summary.latitude).toBeGreaterThan(60)
    const withoutAddress = { ...contact, address: null, city: null, state: null, zipCode: null }
    expect(dataOf((await queryAll(withoutAddress)).person)?.addresses[0]?.state).toBe('IL')
  })

  test('shares no personal data between contacts', async () => {
    const people = samplePeople(120, 'apart')
    const results = await Promise.all(people.map(async (query) => JSON.stringify(await queryAll(query))))
    people.forEach((query, i) => {
      results.forEach((result, index) => {
        if (i === index) return
        expect(result).not.toContain(query.email)
        if (query.phone) expect(result).not.toContain(query.phone)
        if (query.address) expect(result).not.toContain(`"${query.address}"`)
      })
    })
  })
})

describe('A27 sample verification', () => {
  test('gives each address and number the same verdict every time, mostly valid', async () => {
    const providers = providersOn(DAY)
    const laterProviders = providersOn('2027-03-01T00:00:00.000Z')
    const counts = {
      email: { valid: 0, invalid: 0, unknown: 0 },
      phone: { valid: 0, invalid: 0, unknown: 0 },
    }
    for (let i = 0; i < 1000; i += 1) {
      const email = dataOf(await providers.verifyEmail(`someone${i}@example.com`, signal))!
      const phone = dataOf(await providers.verifyPhone(`+1630${5550000 + i}`, signal))!
      expect(dataOf(await laterProviders.verifyEmail(`SomeOne${i}@example.com`, signal))).toEqual(email)
      if (email.verdict === 'invalid') expect(email.reason).toBeTruthy()
      counts.email[email.verdict] += 1
      counts.phone[phone.verdict] += 1
    }
    expect(counts.email.valid).toBeGreaterThan(800)
    expect(counts.email.invalid).toBeGreaterThan(20)
    expect(counts.email.unknown).toBeGreaterThan(60)
    expect(counts.phone.valid).toBeGreaterThan(800)
    expect(counts.phone.invalid).toBeGreaterThan(20)
  })

  test('gives a number the same verdict in any format', async () => {
    const providers = providersOn(DAY)
    for (let i = 100; i < 160; i += 1) {
      const nationalFormat = await providers.verifyPhone(`(630) 555-0${i}`, signal)
      expect(await providers.verifyPhone(`+1 630.555.0${i}`, signal)).toEqual(nationalFormat)
    }
  })
})

describe('sample test hooks', () => {
  const at = (domain: string) => ({ ...contact, email: `jose@${domain}` })

  test('A18 nodata.example never matches', async () => {
    for (const lookup of Object.values(await queryAll(at('NoData.example'))))
      expect(lookup.status).toBe('no_match')
  })

  test('error.example always fails', async () => {
    for (const lookup of Object.values(await queryAll(at('error.example')))) {
      expect(lookup).toMatchObject({ status: 'error', message: expect.stringContaining('not answering') })
    }
    expect((await providersOn(DAY).verifyEmail('jose@error.example', signal)).status).toBe('error')
  })

  test('slow.example responds slowly and stops when aborted', async () => {
    const timeout = new AbortController()
    const result = providersOn(DAY).person(at('slow.example'), timeout.signal)
    timeout.abort()
    expect(await result).toMatchObject({ status: 'error', message: expect.stringContaining('in time') })
  })

  test('invalid.example is verified as invalid', async () => {
    const verdict = dataOf(await providersOn(DAY).verifyEmail('jose@invalid.example', signal))
    expect(verdict).toMatchObject({ verdict: 'invalid', reason: expect.any(String) })
  })
})
