import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import type { DataProviders, PersonQuery, PhoneFacts } from '#server/platform/providers/provider.ts'
import { loadList } from '#test/builders/sanctions-list.ts'
import { withJobsRunning } from '#test/checks.ts'
import { person, property, record } from '#test/fixtures/detection-input.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const clock = { now: () => new Date('2026-11-15T12:00:00Z') }

const sale = (date: string, price: number) => ({
  ...{ date, price, recordedDate: null, disclosureType: null, documentType: 'GRANT DEED' },
  ...{ transactionType: 'Resale', seller: 'COLE OWEN' },
})

/** 12 Oak St has every finding, other homes have none; documents are unavailable in Elgin. */
const providers: Partial<DataProviders> = {
  person: async () => ({ status: 'no_match', provider: 'None' }),
  async phone(query) {
    const { phone, alternateNames, alternateEmails, alternatePhones, additionalOwners, addresses } = person()
    const contactName = `${query.firstName} ${query.lastName}`
    const phoneFacts: PhoneFacts['phone'] = {
      ...{ number: query.phone ?? '', carrier: null, ownedSince: null },
      lineType: isTroubled(query) ? 'NonFixedVOIP' : 'Mobile',
      ownerName: isTroubled(query) ? 'Robert Hale' : contactName,
    }
    const facts = { alternateNames, alternateEmails, alternatePhones, additionalOwners, addresses }
    return match({ ...facts, phone: query.phone ? phoneFacts : phone })
  },
  async property({ address, city, state, zipCode, ...query }) {
    const ownerNames = [
      isTroubled({ ...query, address }) ? 'HALE ROBERT' : `${query.lastName} ${query.firstName}`,
    ]
    const saleHistory = isTroubled({ ...query, address })
      ? [sale('2025-03-01', 390_000), sale('2024-09-01', 250_000)]
      : [sale('2015-03-01', 250_000)]
    const owner = { absenteeStatus: 'O' }
    const homeAddress = { address: address ?? '', city, state, zipCode }
    return match([property({ ...homeAddress, propertyData: { ownerNames, saleHistory, owner } })])
  },
  async publicRecords(query) {
    if (query.city === 'Elgin') return { status: 'error', provider: 'The county', message: 'not answering' }
    if (!isTroubled(query)) return { status: 'no_match', provider: 'The county' }
    const names = [`${query.firstName} ${query.lastName}`]
    return match([
      record({
        kind: 'auction',
        names,
        dates: { filed: '2026-10-01', auction: '2026-12-01' },
        amount: 120_000,
      }),
    ])
  },
}

function match<T>(data: T) {
  return {
    status: 'match',
    data,
    provider: 'A source',
    fetchedAt: clock.now().toISOString(),
    sample: false,
  } as const
}

function isTroubled({ address }: Pick<PersonQuery, 'address'>): boolean {
  return address?.startsWith('12 Oak') ?? false
}

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock, providers })
  ann = await app.subscriber('ann@example.com', 100)
})
afterAll(() => app.close())

let contactCount = 0
async function enrichContact(
  changes: Partial<PersonQuery> & { birthYear?: number } = {},
): Promise<ContactDetail> {
  contactCount++
  const { birthYear, ...fields } = changes
  const contact = {
    firstName: 'Ana',
    lastName: 'Núñez',
    email: `ana.nunez${contactCount}@example.com`,
    phone: `(630) 555-01${String(contactCount).padStart(2, '0')}`,
    ...{ address: '9 Elm Ave', city: 'Naperville', state: 'IL', zipCode: '60540' },
    ...fields,
  }
  const { id } = (await ann.request('POST', '/api/contacts', contact)).json as ContactDetail
  if (birthYear) await app.owner.run('update contacts set birth_year = $2 where id = $1', [id, birthYear])
  return enrich(id)
}

async function enrich(id: string): Promise<ContactDetail> {
  const response = await withJobsRunning(app, ann.request('POST', `/api/contacts/${id}/enrich`))
  expect(response.status).toBe(200)
  return response.json
}

async function findInList(id: string): Promise<ContactSummary | undefined> {
  return ((await ann.request('GET', '/api/contacts')).json as ContactSummary[]).find((each) => each.id === id)
}

test('A29 stores ownership, fraud checks, screening and foreclosure records, and flags findings', async () => {
  const { riskData, hasRiskFindings, id } = await enrichContact({ address: '12 Oak Street' })
  expect(riskData).toMatchObject({
    checkedAt: '2026-11-15T12:00:00.000Z',
    sample: false,
    sources: expect.arrayContaining(['A source', 'County recorder']),
    ownership: {
      status: 'known',
      yearsCovered: 2,
      quickResales: [{ boughtOn: '2024-09-01', soldOn: '2025-03-01', change: 56 }],
    },
    sanctions: { status: 'not_run', why: 'no_list', matches: [] },
    foreclosure: {
      status: 'records',
      records: [{ kind: 'auction', auctionOn: '2026-12-01', amount: 120_000, source: 'County recorder' }],
    },
  })
  const reviews = riskData!.fraud.filter(({ result, weak }) => result === 'review' && !weak)
  expect(reviews.map(({ check }) => check)).toEqual(['phone_owner', 'phone_line', 'title_owner'])
  for (const { why, sources } of reviews) {
    expect(why).toMatch(/\w/)
    expect(sources).toEqual(['A source'])
  }
  expect(riskData?.review).toBe(5)
  expect(hasRiskFindings).toBe(true)
  expect((await findInList(id))?.hasRiskFindings).toBe(true)
})

test('A29 A08 has risk data without findings when all checks pass', async () => {
  const { riskData, hasRiskFindings, id } = await enrichContact()
  expect(riskData).toMatchObject({ review: 0, foreclosure: { status: 'none_found', records: [] } })
  expect(riskData?.fraud.filter(({ result }) => result === 'passed').length).toBeGreaterThan(4)
  expect(hasRiskFindings).toBe(false)
  expect(await findInList(id)).toMatchObject({ hasRiskData: true, hasRiskFindings: false })
})

test('A29 a contact never enriched has no risk data', async () => {
  const contact = { firstName: 'Bo', lastName: 'Lind' }
  const { id } = (await ann.request('POST', '/api/contacts', contact)).json as ContactDetail
  expect(await findInList(id)).toMatchObject({ hasRiskData: false, hasRiskFindings: false })
  expect((await ann.request('GET', `/api/contacts/${id}`)).json).toMatchObject({ riskData: null })
})

test('A29 without a document source, leaves foreclosure unchecked and keeps known records', async () => {
  expect((await enrichContact({ city: 'Elgin' })).riskData?.foreclosure.status).toBe('not_run')
  const { id } = await enrichContact({ address: '12 Oak Street' })
  await app.owner.run(`update contacts set city = 'Elgin' where id = $1`, [id])
  expect((await enrich(id)).riskData?.foreclosure).toMatchObject({
    status: 'records',
    records: [{ kind: 'auction' }],
  })
})

test('A29 reads older versions and writes the current one on the next enrichment', async () => {
  const { id } = await enrichContact()
  const write = (risk: unknown) =>
    app.owner.run('update contacts set risk_data = $2 where id = $1', [id, JSON.stringify(risk)])
  for (const oldRisk of [
    { foreclosure: [{ kind: 'auction', documentId: 'A' }], sanctions: { status: 'not_run' } },
    { note: 'written by hand' },
    { review: 'many', ownership: null, fraud: [{ check: 'unheard of' }], foreclosure: true },
  ]) {
    await write(oldRisk)
    const contact = (await ann.request('GET', `/api/contacts/${id}`)).json as ContactDetail
    expect(contact).toMatchObject({
      hasRiskFindings: true,
      riskData: {
        review: 0,
        fraud: [],
        ownership: { status: 'not_run' },
        foreclosure: { status: 'not_run' },
      },
    })
  }
  expect((await enrich(id)).riskData?.fraud).toHaveLength(8)
})

test('A29 a similar name is a possible match with the birth year, a weak one without', async () => {
  await loadList(app, '2026-11-03', [
    { number: 7, name: 'MALENKO, Viktor', birthYear: 1961 },
    { number: 8, name: 'SMITH, John' },
  ])
  const viktor = { firstName: 'Viktor', lastName: 'Malenko' }
  const potential = await enrichContact({ ...viktor, birthYear: 1961 })
  expect(potential.riskData).toMatchObject({
    review: 1,
    sanctions: {
      status: 'possible_match',
      listDate: '2026-11-03',
      matches: [
        { entityNumber: '7', strength: 'potential', birthYearFits: true, similarity: 1, program: 'TEST' },
      ],
    },
  })
  expect(potential.hasRiskFindings).toBe(true)
  await enrich(potential.id)
  const weak = await enrichContact({ firstName: 'John', lastName: 'Smith' })
  expect(weak.riskData?.sanctions).toMatchObject({
    status: 'possible_match',
    matches: [{ strength: 'weak' }],
  })
  expect(weak.hasRiskFindings).toBe(false)
  const notifications = await app.owner.rows<{ title: string }>(
    "select title from notifications where organization_id = $1 and title like 'Possible match%'",
    [ann.organizationId],
  )
  expect(notifications).toEqual([{ title: 'Possible match, review: Viktor Malenko' }]) // once, and none for the weak match
  const other = await enrichContact()
  expect(other.riskData?.sanctions).toMatchObject({
    status: 'no_match',
    listDate: '2026-11-03',
    matches: [],
  })
  expect(JSON.stringify(other.riskData)).not.toMatch(/clear|sanctioned/i)
})

test("A29 skips only the screening when the list can't be searched", async () => {
  const previous = await enrichContact()
  await app.owner.run('alter table sanctioned_names rename to sanctioned_names_away')
  try {
    const { riskData, enrichedAt } = await enrichContact()
    expect(enrichedAt).not.toBeNull()
    expect(riskData?.sanctions).toMatchObject({ status: 'not_run', why: 'failed', listDate: null })
    expect((await enrich(previous.id)).riskData?.sanctions).toEqual(previous.riskData?.sanctions)
  } finally {
    await app.owner.run('alter table sanctioned_names_away rename to sanctioned_names')
  }
})
