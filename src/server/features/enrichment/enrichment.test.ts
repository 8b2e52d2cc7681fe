import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { balanceOf, withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'

// Sample records depend on the date.
const clock = { now: () => new Date('2026-03-10T12:00:00Z') }

let app: TestApp
let ann: Person
/** Enriched contacts of Ann; the first one has signals and tasks. */
let enrichedContacts: ContactDetail[]
beforeAll(async () => {
  app = await createTestApp({ clock })
  ann = await app.subscriber('ann@example.com', 100)
  enrichedContacts = []
  for (const person of samplePeople(25, 'demo')) {
    const response = await enrich(ann, (await addContact(person)).id)
    if (response.status === 200) enrichedContacts.push(response.json)
  }
  enrichedContacts.sort((a, b) => b.tasks.length - a.tasks.length || b.signals.length - a.signals.length)
})
afterAll(() => app.close())

async function addContact(contact: object, person = ann): Promise<ContactDetail> {
  const response = await person.request('POST', '/api/contacts', contact)
  expect(response.status).toBe(201)
  return response.json
}

const enrich = (person: Person, id: string): Promise<TestResponse> =>
  withJobsRunning(app, person.request('POST', `/api/contacts/${id}/enrich`))

const getContact = async (id: string, person = ann): Promise<ContactDetail> =>
  (await person.request('GET', `/api/contacts/${id}`)).json

async function ledgerOf(contactId: string): Promise<string[]> {
  const rows = await app.owner.rows<{ operation: string; amount: number }>(
    'select operation, amount from credit_ledger where contact_id = $1 order by created_at',
    [contactId],
  )
  return rows.map(({ operation, amount }) => `${operation} ${amount}`)
}

const explain = async (id: string): Promise<ScoreExplanation> =>
  (await ann.request('GET', `/api/contacts/${id}/score`)).json

describe('A18 A26 a match', () => {
  test('costs one credit', async () => {
    expect(enrichedContacts.length).toBeGreaterThan(15)
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(100 - enrichedContacts.length)
    for (const { id } of enrichedContacts) expect(await ledgerOf(id)).toEqual(['enrich -1'])
  })

  test('A28 A29 fills the record, marked as sample data with source and time', async () => {
    const contact = enrichedContacts.find(
      ({ enrichmentData, properties }) => enrichmentData?.phone && properties.length > 0,
    )!
    expect(contact.enrichedAt).toBe('2026-03-10T12:00:00.000Z')
    expect(contact.enrichmentData).toMatchObject({
      employment: { history: expect.any(Array) },
      education: expect.any(Array),
      demographics: { skills: expect.any(Array), interests: expect.any(Array) },
      addresses: expect.any(Array),
      alternatePhones: expect.any(Array),
      additionalOwners: expect.any(Array),
    })
    const sources = Object.values(contact.enrichmentData!.sources)
    expect(sources.length).toBeGreaterThan(1)
    for (const source of sources) {
      expect(source).toEqual({
        provider: expect.stringMatching(/^Sample /),
        fetchedAt: contact.enrichedAt,
        sample: true,
      })
    }
    expect(contact.properties[0]).toMatchObject({
      address: expect.any(String),
      propertyData: expect.any(Object),
    })
    expect(contact.age).toBe(contact.enrichmentData!.demographics.age)
  })

  test('A30 stores signals of the nine categories and the score shown in the list', async () => {
    const [contact] = enrichedContacts
    expect(contact!.signals.length).toBeGreaterThan(0)
    expect(contact!.signalsDetected).toBeGreaterThan(0)
    expect(contact!.nineDScore).toBeGreaterThan(0)
    expect(contact!.signals.map(({ category }) => category)).toContain(contact!.topSignal)
    for (const signal of contact!.signals) {
      expect(signal).toMatchObject({
        source: expect.any(String),
        metadata: { sample: true, ruleId: expect.any(String), points: expect.any(Number) },
      })
    }
    const contacts = (await ann.request('GET', `/api/contacts?topSignal=${contact!.topSignal}`))
      .json as ContactDetail[]
    expect(contacts.find(({ id }) => id === contact!.id)?.nineDScore).toBe(contact!.nineDScore)
  })

  test('A30 every explanation agrees with the stored score', async () => {
    for (const contact of enrichedContacts) {
      const explanation = await explain(contact.id)
      expect(explanation.score).toBe(contact.nineDScore)
      expect(explanation.chance).toBeCloseTo(contact.moveChance!, 5)
      expect(explanation.lift).toBeCloseTo(contact.moveLift!, 4)
      expect(explanation.points.reduce((sum, { points }) => sum + points, 0)).toBe(contact.nineDScore)
      expect(explanation.signals.map(({ id }) => id).sort()).toEqual(
        contact.signals.map(({ id }) => id).sort(),
      )
      expect(explanation.history).toHaveLength(1)
      expect(explanation.history[0]!.score).toBe(contact.nineDScore)
      for (const { without } of explanation.counterfactuals)
        expect(without).toBeLessThanOrEqual(explanation.score!)
    }
  })

  test("A13 the explanation names each signal's record, its confidence and the baseline", async () => {
    for (const contact of enrichedContacts) {
      const explanation = await explain(contact.id)
      expect(explanation.asOf).toBe('2026-03-10')
      expect(explanation.ahead[0]).toMatchObject({ at: '2026-03-10', score: explanation.score })
      expect(explanation.baseline!.chance).toBeCloseTo(1 - Math.exp(-explanation.baseline!.hazard), 10)
      expect(explanation.hazard).toBeCloseTo(
        explanation.points.reduce((sum, { hazard }) => sum + hazard, 0),
        10,
      )
      if (!explanation.listedForSale)
        expect(explanation.chance).toBeCloseTo(
          1 - Math.exp(-explanation.baseline!.hazard - explanation.hazard!),
          10,
        )
      for (const { evidence, live, points, state } of explanation.signals) {
        expect(evidence).toMatchObject({
          sample: true,
          provider: expect.stringMatching(/^Sample /),
          documentId: expect.any(String),
          ruleId: expect.any(String),
        })
        const confidence = evidence.parts.reduce((product, { factor }) => product * factor, evidence.base!)
        expect(Math.abs(confidence - evidence.confidence)).toBeLessThan(0.0051)
        expect(live).toBe(state === 'live')
        if (!live) expect(points).toBe(0)
      }
    }
  })

  test('A30 a contact never enriched has no score, and the explanation says what to do', async () => {
    const { id } = await addContact({ firstName: 'Never', lastName: 'Looked Up' })
    const { meaning, mayHaveMoved, listedForSale, ...values } = await explain(id)
    expect(meaning).toBe('Not scored yet: enrich this contact to look for signals')
    expect([mayHaveMoved, listedForSale]).toEqual([false, false])
    for (const value of Object.values(values)) expect(value ?? []).toEqual([])
  })
})

describe('A18 enriching again', () => {
  test('is free within 24 hours and repeats no signal, task or history entry', async () => {
    const [contact] = enrichedContacts
    const balance = await balanceOf(app.owner, ann.organizationId)
    const updated: ContactDetail = (await enrich(ann, contact!.id)).json

    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance)
    expect(await ledgerOf(contact!.id)).toEqual(['enrich -1'])
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
    expect(ids(updated.signals)).toEqual(ids(contact!.signals))
    expect(ids(updated.tasks)).toEqual(ids(contact!.tasks))
    expect(updated.nineDScore).toBe(contact!.nineDScore)
    expect((await explain(contact!.id)).history).toHaveLength(1)
  })

  test('costs a credit after 24 hours', async () => {
    const contact = enrichedContacts.at(-1)!
    await app.owner.run(
      `update enrichments set finished_at = finished_at - interval '25 hours' where contact_id = $1`,
      [contact.id],
    )
    expect((await enrich(ann, contact.id)).status).toBe(200)
    expect(await ledgerOf(contact.id)).toEqual(['enrich -1', 'enrich -1'])
  })

  test('A21 does not repeat a completed task', async () => {
    const contact = enrichedContacts.find(({ tasks }) => tasks.length > 0)!
    const [task] = contact.tasks
    await ann.request('PATCH', `/api/tasks/${task!.id}`, { completed: true })
    const updated: ContactDetail = (await enrich(ann, contact.id)).json
    expect(updated.tasks).toHaveLength(contact.tasks.length)
    expect(updated.tasks.find(({ id }) => id === task!.id)?.status).toBe('completed')
  })
})

describe('A36 failures', () => {
  test('no match: 404 "No enrichment data" and a refund', async () => {
    const { id } = await addContact({
      firstName: 'No',
      lastName: 'Data',
      email: 'no@nodata.example',
      phone: '6305550150',
    })
    const balance = await balanceOf(app.owner, ann.organizationId)
    const response = await enrich(ann, id)
    expect(response.status).toBe(404)
    expect((response.json as { message: string }).message).toContain('No enrichment data')
    expect(await ledgerOf(id)).toEqual(['enrich -1', 'refund 1'])
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance)
    // Shown to users who did not wait for the response.
    expect(await getContact(id)).toMatchObject({
      enrichedAt: null,
      nineDScore: null,
      latestEnrichment: { status: 'no_match', message: null },
    })
  })

  test('providers unavailable: 503 in plain words and a refund; the contact can be enriched later', async () => {
    const { id } = await addContact({ firstName: 'Away', lastName: 'Provider', email: 'away@error.example' })
    const balance = await balanceOf(app.owner, ann.organizationId)
    for (let i = 1; i <= 2; i++) {
      const response = await enrich(ann, id)
      expect(response.status).toBe(503)
      expect((response.json as { message: string }).message).toBe(
        "We couldn't reach our data providers. Please try again later.",
      )
      expect(await ledgerOf(id)).toEqual(Array(i).fill(['enrich -1', 'refund 1']).flat())
    }
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance)
    expect(await getContact(id)).toMatchObject({
      enrichedAt: null,
      emailVerified: 'pending',
      latestEnrichment: {
        status: 'failed',
        message: "We couldn't reach our data providers. Please try again later.",
      },
    })
    expect((await ann.request('PATCH', `/api/contacts/${id}`, { email: 'back@example.com' })).status).toBe(
      200,
    )
    expect((await enrich(ann, id)).status).toBe(200)
    expect((await getContact(id)).latestEnrichment).toEqual({ status: 'matched', message: null })
  })

  test('no credits: 402, and no enrichment stays open', async () => {
    const subscriber = await app.subscriber('poor@example.com', 0)
    const { id } = await addContact(
      { firstName: 'Too', lastName: 'Dear', email: 'dear@example.com' },
      subscriber,
    )
    const response = await enrich(subscriber, id)
    expect(response.status).toBe(402)
    expect(response.json).toMatchObject({
      code: 'payment_required',
      message: expect.stringContaining('credits'),
    })
    expect(await app.owner.rows('select 1 from enrichments where contact_id = $1', [id])).toEqual([])
    expect(await balanceOf(app.owner, subscriber.organizationId)).toBe(0)
  })

  test('an unknown or foreign contact: 404', async () => {
    const bob = await app.subscriber('bob@example.com')
    for (const id of ['018f0000-0000-7000-8000-000000000000', enrichedContacts[0]!.id]) {
      const response = await enrich(bob, id)
      expect(response.json).toMatchObject({ message: 'Contact not found', code: 'not_found' })
    }
    expect(await balanceOf(app.owner, bob.organizationId)).toBe(1000)
  })
})

describe('A27 verification', () => {
  test.each([
    [
      { email: 'dead@invalid.example' },
      { emailVerified: 'failed', emailVerificationReason: expect.stringMatching(/mailbox/) },
    ],
    [
      { email: 'x@mailinator.com' },
      { emailVerified: 'failed', emailVerificationReason: 'It’s a disposable address' },
    ],
    [{ email: 'unreachable@error.example' }, { emailVerified: 'pending' }],
    [
      { phone: '12' },
      { phoneVerified: 'failed', phoneVerificationReason: 'This isn’t a valid phone number' },
    ],
    [{}, { emailVerified: 'unverified', phoneVerified: 'unverified' }],
  ])('of %j is free and results in %j', async (fields, outcome) => {
    const balance = await balanceOf(app.owner, ann.organizationId)
    const { id } = await addContact({ firstName: 'V', lastName: JSON.stringify(fields), ...fields })
    await app.queue.drain()
    expect(await getContact(id)).toMatchObject(outcome)
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance)
  })

  test('marks an email as verified only after a provider response', async () => {
    const states = enrichedContacts.filter(({ email }) => email).map(({ emailVerified }) => emailVerified)
    expect(states).toContain('verified')
    expect(states).not.toContain('unverified')
  })
})
