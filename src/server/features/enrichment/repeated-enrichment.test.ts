import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { propertiesFrom } from '#server/platform/providers/attom.ts'
import { personFactsFrom } from '#server/platform/providers/people-data-labs.ts'
import type { DataProviders, ProviderResult } from '#server/platform/providers/provider.ts'
import { createRejectedFields, type RejectedFields } from '#server/platform/providers/response-reader.ts'
import { phoneFactsFrom } from '#server/platform/providers/trestle.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** Provider data about one contact; undefined for no match. */
type RawResponses = { person?: unknown; phone?: unknown; property?: unknown; records?: PublicRecord[] }

const responses = new Map<string, RawResponses>()
let today = '2026-03-10'
const clock = { now: () => new Date(`${today}T12:00:00Z`) }

const HOME = { street: '12 Oak St', city: 'Naperville', state: 'IL', zipCode: '60540' }
const naperville = { street_address: '12 Oak St', locality: 'Naperville', region: 'IL', postal_code: '60540' }
const denver = { street_address: '9 Elm Ave', locality: 'Denver', region: 'CO', postal_code: '80206' }
const person = (changes: object = {}) => ({
  data: {
    first_name: 'Ana',
    last_name: 'Nunez',
    birth_year: 1981,
    street_addresses: [naperville],
    ...changes,
  },
})
const propertyOwnedBy = (...names: string[]) => ({
  property: [
    {
      address: { line1: '12 Oak St', locality: 'Naperville', countrySubd: 'IL', postal1: '60540' },
      assessment: { owner: { owner1: { fullName: names[0] }, owner2: { fullName: names[1] } } },
    },
  ],
})
const record = (changes: Partial<PublicRecord> & Pick<PublicRecord, 'kind'>): PublicRecord => ({
  documentId: 'R-1',
  names: ['ANA NUNEZ'],
  address: HOME,
  dates: { filed: '2026-02-10' },
  amount: null,
  source: 'County recorder',
  details: {},
  ...changes,
})

function resultOf<T>(
  email: string | null,
  provider: keyof RawResponses,
  parse: (raw: never, rejectedFields: RejectedFields) => T,
): ProviderResult<T> {
  const raw = responses.get(email ?? '')
  const response = raw?.[provider]
  if (response === undefined) return { status: 'no_match', provider }
  const rejectedFields = createRejectedFields()
  const data = parse(response as never, rejectedFields)
  const fetchedAt = clock.now().toISOString()
  return { status: 'match', data, provider, fetchedAt, sample: false, refused: rejectedFields.fields() }
}

const providers: Partial<DataProviders> = {
  person: async ({ email }) =>
    resultOf(email, 'person', (raw, rejectedFields) => personFactsFrom(raw, today, rejectedFields)),
  phone: async (query) =>
    resultOf(query.email, 'phone', (raw, rejectedFields) =>
      phoneFactsFrom(raw, { person: query, today, rejected: rejectedFields }),
    ),
  property: async ({ email }) =>
    resultOf(email, 'property', (raw, rejectedFields) => propertiesFrom(raw, today, rejectedFields)),
  publicRecords: async ({ email }) => resultOf(email, 'records', (raw: PublicRecord[]) => raw),
}

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock, providers })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

async function enrich(id: string, day: string, caller = ann): Promise<ContactDetail> {
  today = day
  const { status, json } = await withJobsRunning(app, caller.request('POST', `/api/contacts/${id}/enrich`))
  expect(status).toBe(200)
  return json
}

/** Adds Ana and enriches her in March and in November, with possibly different responses. */
async function enrichTwice(name: string, first: RawResponses, second: RawResponses, caller = ann) {
  const email = `${name}@example.com`
  const contact = {
    firstName: 'Ana',
    lastName: 'Nunez',
    email,
    address: '12 Oak St',
    city: 'Naperville',
    state: 'IL',
    zipCode: '60540',
  }
  today = '2026-03-10'
  const { id }: ContactDetail = (await caller.request('POST', '/api/contacts', contact)).json
  responses.set(email, first)
  const before = await enrich(id, '2026-03-10', caller)
  responses.set(email, second)
  return { id, before, after: await enrich(id, '2026-11-10', caller) }
}

const signalsOf = ({ signals }: ContactDetail) =>
  signals
    .map(({ category, confidenceScore, eventDate, metadata }) => [
      metadata?.ruleId,
      category,
      confidenceScore,
      eventDate,
    ])
    .sort()
const explain = async (id: string): Promise<ScoreExplanation> =>
  (await ann.request('GET', `/api/contacts/${id}/score`)).json

describe('A30 changes between two enrichments', () => {
  test('DA2 dates a new infant halfway between enrichments, with no signal if familial signals are off', async () => {
    const household = { person: person({ household_size: 2 }) }
    const infant = { name: 'Leo Nunez', birth_year: 2026, relation: 'child' }
    const grownHousehold = { person: person({ household_size: 3, household: [infant] }) }
    const { after } = await enrichTwice('household', household, grownHousehold)
    expect(signalsOf(after)).toEqual([['DA2', 'diapers', 0.45, '2026-07-10']])
    expect(after.signals[0]?.description).toBe('Household change on record')

    const bob = await app.subscriber('bob@example.com')
    await app.owner.run('update organizations set exclude_familial = true where id = $1', [
      bob.organizationId,
    ])
    const withoutFamilial = await enrichTwice('household', household, grownHousehold, bob)
    expect(withoutFamilial.after.signals).toEqual([])
  })

  test('DM2 a new surname adds two signals but one task', async () => {
    const { after } = await enrichTwice(
      'surname',
      { person: person({ last_name: 'Pena' }) },
      { person: person() },
    )
    expect(signalsOf(after)).toEqual([
      ['DM2', 'diamonds', 0.5, '2026-11-10'],
      ['DM2', 'divorce', 0.25, '2026-11-10'],
    ])
    expect(after.tasks.map(({ title }) => title)).toEqual(['Check in about plans for the home'])
  })

  test('DI2 detects a deed from two owners to one', async () => {
    const couple = { person: person(), property: propertyOwnedBy('NUNEZ LUIS', 'NUNEZ ANA') }
    const deed = record({
      kind: 'deed',
      dates: { recorded: '2026-10-01' },
      details: {
        documentType: 'Quitclaim Deed',
        grantors: ['Luis Nunez', 'Ana Nunez'],
        grantees: ['Ana Nunez'],
      },
    })
    const { before, after } = await enrichTwice('deed', couple, {
      person: person(),
      property: propertyOwnedBy('NUNEZ ANA'),
      records: [deed],
    })
    expect(before.signals).toEqual([])
    expect(signalsOf(after)).toEqual([['DI2', 'divorce', 0.55, '2026-10-01']])
  })

  test('DE2 detects a co-owner who left the title', async () => {
    const affidavit = record({
      kind: 'deed',
      address: { ...HOME, street: null },
      dates: { recorded: '2026-10-01' },
      details: { documentType: 'Affidavit of Death', grantors: ['Luis Nunez'], grantees: ['Ana Nunez'] },
    })
    const { after } = await enrichTwice(
      'title',
      { person: person(), property: propertyOwnedBy('NUNEZ LUIS', 'NUNEZ ANA') },
      { person: person(), property: propertyOwnedBy('NUNEZ ANA'), records: [affidavit] },
    )
    expect(signalsOf(after)).toEqual([['DE2', 'death', 0.6, '2026-10-01']])
    expect(after.tasks).toMatchObject([{ title: 'Personal contact only. Review first.' }])
    expect(Date.parse(String(after.tasks[0]?.dueDate))).toBeGreaterThanOrEqual(Date.parse('2026-12-10'))
  })

  test('an undated newer address reduces earlier signals to 30%, also in later enrichments', async () => {
    const notice = record({ kind: 'notice_of_default' })
    const { id, before, after } = await enrichTwice(
      'moved',
      { person: person(), records: [notice] },
      { person: person({ street_addresses: [denver, naperville] }), records: [notice] },
    )
    expect(before.nineDScore).toBeGreaterThan(0)
    expect(after.signals).toHaveLength(1)
    const explanation = await explain(id)
    expect(explanation).toMatchObject({ mayHaveMoved: true, score: after.nineDScore })
    expect(explanation.adjustments).toEqual([{ kind: 'newer_address', categories: ['debt'], factor: 0.3 }])
    const notMoved = explanation.whatIfs.find(({ kind }) => kind === 'not_moved')
    expect(notMoved?.score).toBeGreaterThan(2 * (explanation.score ?? 0))

    today = '2026-12-20'
    expect((await explain(id)).mayHaveMoved).toBe(true)
    const updated = await enrich(id, '2026-12-20')
    expect((await explain(id)).adjustments).toEqual(explanation.adjustments)
    // An address corrected by the user wins over provider data.
    const corrected = { address: '9 Elm Ave', city: 'Denver', state: 'CO', zipCode: '80206' }
    expect((await ann.request('PATCH', `/api/contacts/${updated.id}`, corrected)).status).toBe(200)
    expect((await explain(id)).mayHaveMoved).toBe(false)
  })

  test('an unchanged second response changes nothing', async () => {
    const unchanged = {
      person: person({ household_size: 3 }),
      property: propertyOwnedBy('NUNEZ ANA'),
      records: [record({ kind: 'tax_lien' })],
    }
    const { id, before, after } = await enrichTwice('same', unchanged, unchanged)
    expect(signalsOf(after)).toEqual(signalsOf(before))
    expect(after.tasks.map(({ id: task }) => task)).toEqual(before.tasks.map(({ id: task }) => task))
    expect((await explain(id)).mayHaveMoved).toBe(false)
  })

  test('a provider without a response the second time removes nothing', async () => {
    const job = { title: { name: 'Engineer' }, company: { name: 'Argent' }, start_date: '2019-01-01' }
    const { before, after } = await enrichTwice(
      'silent',
      { person: person({ experience: [job] }), property: propertyOwnedBy('NUNEZ ANA') },
      { phone: { phone_number: '+16305550142', carrier: 'Prairie', owners: [{ name: 'Ana Nunez' }] } },
    )
    const { employment, sources, phone } = after.enrichmentData!
    expect(employment).toEqual(before.enrichmentData!.employment)
    expect(phone?.carrier).toBe('Prairie')
    expect(sources.person?.fetchedAt).toBe('2026-03-10T12:00:00.000Z')
    expect(sources.phone?.fetchedAt).toBe('2026-11-10T12:00:00.000Z')
    expect(sources.property?.provider).toBe('property')
    expect(after.properties).toHaveLength(1)
  })
})

describe('A28 an impossible response', () => {
  test('stores the possible parts, adds no signal, and names the rejected fields', async () => {
    const impossible = {
      person: person({
        birth_year: 1800,
        skills: Array.from({ length: 500_000 }, (_, index) => `a skill with a long name ${index}`),
        interests: ['NaN', 'half \ud800 of one', 'nul \u0000 byte', 42, { toString: 'x' }],
        household_size: 'NaN',
        education: [{ school: { name: 'Fox River College' }, degrees: ['BSc'], end_date: '2090-05-20' }],
        experience: [{ title: { name: ['a', 'list'] }, company: 'Argent', start_date: '2090-01-01' }],
        household: { __proto__: null, name: 'Leo', birth_year: 9999, relation: 'child' },
      }),
      property: {
        property: [
          {
            ...propertyOwnedBy('NUNEZ ANA').property[0],
            building: { rooms: { beds: 400, bathsTotal: 'NaN' }, size: { livingSize: -3 } },
            summary: { yearBuilt: 2999 },
            sale: { saleTransDate: '2090-01-01', amount: { saleAmt: -500_000 } },
          },
        ],
      },
      records: [
        record({ kind: 'notice_of_default', dates: { filed: '2090-01-01' } }),
        record({ kind: 'probate', documentId: 'R-2', dates: { filed: '1800-01-01' } }),
        record({ kind: 'dissolution', documentId: 'R-3', dates: { filed: '2026-02-30' } }),
      ],
    }
    const { before, after } = await enrichTwice('absurd', impossible, impossible)
    for (const contact of [before, after]) {
      expect(contact.signals).toEqual([])
      expect(contact).toMatchObject({ nineDScore: 0, age: null, birthYear: null })
      expect(contact.enrichmentData).toMatchObject({
        demographics: { birthYear: null, skills: [], householdSize: null },
      })
      expect(contact.properties[0]).toMatchObject({
        bedrooms: null,
        squareFeet: null,
        yearBuilt: null,
        lastSaleDate: null,
        lastSalePrice: null,
      })
      expect(JSON.stringify(contact).length).toBeLessThan(20_000)
    }
    const { person: personSource, property: propertySource } = after.enrichmentData!.sources
    expect(personSource?.refused).toEqual(expect.arrayContaining(['birth year', 'skills']))
    expect(propertySource?.refused).toEqual(expect.arrayContaining(['bedrooms', 'sale price', 'year built']))
    const explanation = await explain(after.id)
    expect(explanation).toMatchObject({ score: 0, points: [], baseline: { age: null, ageFrom: 'unknown' } })
  })
})
