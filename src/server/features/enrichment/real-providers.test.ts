import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { createZipCodes } from '#server/platform/places/zip-codes.ts'
import { createDataProviders } from '#server/platform/providers/data-providers.ts'
import { balanceOf, withJobsRunning } from '#test/checks.ts'
import { KEYS, peopleDataLabs, phoneNumberOf, trestle, twilio } from '#test/fakes/people-providers.ts'
import { createProviderServer } from '#test/fakes/provider-server.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const clock = { now: () => new Date('2026-03-10T12:00:00Z') }
const CREDITS = 100

let server: Awaited<ReturnType<typeof createProviderServer>>
let app: TestApp
let ann: Person
beforeAll(async () => {
  server = await createProviderServer({ routes: [peopleDataLabs, trestle, twilio] })
  const { url } = server
  const sources = createDataProviders({
    settings: {
      peopleDataLabs: { key: KEYS.pdl, url },
      trestle: { key: KEYS.trestle, url },
      twilio: { ...KEYS.twilio, url },
      attom: null,
      openFema: null,
      census: null,
    },
    sampleData: false,
    recordFile: async () => null,
    zipCodes: createZipCodes(),
    clock,
    http: { limits: { timeoutMs: 600, breakerFailures: 1000 }, sleep: async () => undefined },
  })
  app = await createTestApp({ clock, providers: sources.providers, providerStatuses: sources.statuses })
  ann = await app.subscriber('ann@example.com', CREDITS)
})
afterAll(async () => {
  await app.close()
  await server.stop()
})
beforeEach(() => {
  server.requests.length = 0
})

const CONTACT_INPUT = {
  firstName: 'Ada',
  lastName: 'Lindquist',
  address: '99 Another Way',
  city: 'Aurora',
  state: 'IL',
  zipCode: '60506',
}

async function enrich(person: string, phone: string) {
  const contact = { ...CONTACT_INPUT, email: `${person}@example.com`, phone: phoneNumberOf(phone) }
  const newContact = (await ann.request('POST', '/api/contacts', contact)).json as ContactDetail
  const balance = await balanceOf(app.owner, ann.organizationId)
  const startedAt = performance.now()
  const response = await withJobsRunning(app, ann.request('POST', `/api/contacts/${newContact.id}/enrich`))
  const durationMs = performance.now() - startedAt
  const cost = balance - (await balanceOf(app.owner, ann.organizationId))
  const enriched = (await ann.request('GET', `/api/contacts/${newContact.id}`)).json as ContactDetail
  // Otherwise the next one would share the name and a number or address.
  await ann.request('DELETE', `/api/contacts/${newContact.id}`)
  return { added: newContact, response, durationMs, cost, enriched }
}

describe('A28 enrichment by real providers', () => {
  test('A18 a provider that never responds times out and costs no credit', async () => {
    const { response, durationMs, cost, enriched } = await enrich('black-hole', 'black-hole')
    expect(response.status).toBe(503)
    expect(cost).toBe(0)
    expect(durationMs).toBeLessThan(10_000)
    expect(enriched).toMatchObject({ enrichmentData: null, enrichedAt: null, nineDScore: null })
  })

  test.each(['out-of-credits', 'refused', 'broken', 'html', 'wrong-type', 'limited'])(
    'A18 %s at every provider costs no credit',
    async (scenario) => {
      const { response, cost, enriched } = await enrich(scenario, scenario)
      expect([response.status, cost, enriched.enrichmentData]).toEqual([503, 0, null])
    },
  )

  test('A18 reports no match, which costs no credit', async () => {
    const { response, cost } = await enrich('nobody', 'nobody')
    expect([response.status, cost]).toEqual([404, 0])
    expect(response.text).toContain('No enrichment data')
  })

  test('a failing provider does not hold back the results of another', async () => {
    const { response, cost, enriched } = await enrich('match', 'black-hole')
    expect([response.status, cost]).toEqual([200, 1])
    expect(Object.keys(enriched.enrichmentData?.sources ?? {})).toEqual(['person'])
    expect(enriched.enrichmentData?.employment.current?.company).toBe('Tallgrass')
  })

  test('user input wins; the record has source, time and confidence, and no sample data', async () => {
    const { response, added: newContact, enriched } = await enrich('match', 'match')
    expect(response.status).toBe(200)
    const { firstName, lastName, email, phone, address, city, state, zipCode } = newContact
    expect(enriched).toMatchObject({ firstName, lastName, email, phone, address, city, state, zipCode })
    expect(enriched.enrichmentData?.sources).toEqual({
      person: {
        provider: 'People Data Labs',
        fetchedAt: clock.now().toISOString(),
        sample: false,
        likelihood: 8,
      },
      phone: { provider: 'Trestle', fetchedAt: clock.now().toISOString(), sample: false },
    })
    expect(enriched.enrichmentData?.addresses).toHaveLength(1)
    expect(enriched.signals.every(({ metadata }) => metadata?.sample !== true)).toBe(true)
  })

  test('impossible values become unknown, are listed in the record and cause no signal', async () => {
    const { response, enriched } = await enrich('absurd', 'nobody')
    expect(response.status).toBe(200)
    expect(enriched.enrichmentData?.sources.person?.refused).toEqual([
      'birth year',
      'skills',
      'start of a role',
    ])
    expect(enriched.enrichmentData?.demographics).toMatchObject({ birthYear: null, age: null, skills: [] })
    expect(enriched.age).toBeNull()
    expect(enriched.signals).toEqual([])
  })
})

describe('A28 provider statistics for operators', () => {
  test('count requests by provider, and their cost', async () => {
    const { response } = await enrich('match', 'nobody')
    expect(response.status).toBe(200)
    const [person] = (await app.services.dataSources.readOverview()).sources
    expect(person).toMatchObject({ name: 'People Data Labs', on: true, variable: 'PDL_API_KEY' })
    expect(person?.calls).toBeGreaterThanOrEqual(person?.matches ?? 0)
    expect(person?.costUsd).toBeCloseTo((person?.matches ?? 0) * 0.28, 4)
  })
})
