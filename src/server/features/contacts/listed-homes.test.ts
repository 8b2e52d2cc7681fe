import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Changes } from '#contract/changes.ts'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import type { Playbook } from '#contract/playbooks.ts'
import type { ListedTask } from '#contract/tasks.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { seedTemplates } from '#server/features/playbooks/service.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { propertiesFrom } from '#server/platform/providers/attom.ts'
import { personFactsFrom } from '#server/platform/providers/people-data-labs.ts'
import type { DataProviders } from '#server/platform/providers/provider.ts'
import { createRejectedFields } from '#server/platform/providers/response-reader.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let today = '2026-03-10'
const clock = { now: () => new Date(`${today}T12:00:00Z`) }

const HOME = { street: '12 Oak St', city: 'Naperville', state: 'IL', zipCode: '60540' }
const CABIN = { street: '4 Lake Rd', city: 'Galena', state: 'IL', zipCode: '61036' }
const attomHome = ({ street, city, state, zipCode }: typeof HOME) => ({
  address: { line1: street, locality: city, countrySubd: state, postal1: zipCode },
  assessment: { owner: { owner1: { fullName: 'ANA NUNEZ' } } },
})
const record = (fields: Partial<PublicRecord> & Pick<PublicRecord, 'kind'>): PublicRecord => ({
  ...{ documentId: fields.kind, names: ['ANA NUNEZ'], address: HOME, dates: { filed: '2026-02-10' } },
  ...{ amount: null, source: 'County recorder', details: {} },
  ...fields,
})
const NOTICE_OF_DEFAULT = record({ kind: 'notice_of_default' })

/** Current listings of the provider. */
let records: PublicRecord[] = [NOTICE_OF_DEFAULT]
const origin = { sample: false, fetchedAt: clock.now().toISOString() }
const providers: Partial<DataProviders> = {
  person: async () => ({
    ...{ status: 'match', provider: 'person', ...origin },
    data: personFactsFrom(
      { data: { first_name: 'Ana', last_name: 'Nunez' } } as never,
      today,
      createRejectedFields(),
    ),
  }),
  phone: async () => ({ status: 'no_match', provider: 'phone' }),
  property: async () => ({
    ...{ status: 'match', provider: 'property', ...origin },
    data: propertiesFrom(
      { property: [attomHome(CABIN), attomHome(HOME)] } as never,
      today,
      createRejectedFields(),
    ),
  }),
  publicRecords: async () => ({ status: 'match', provider: 'records', data: records, ...origin }),
}

let app: TestApp
let ann: Person
let ana: ContactDetail
beforeAll(async () => {
  app = await createTestApp({ clock, providers })
  await seedTemplates(app.owner)
  ann = await app.subscriber('ann@example.com', 100)
  const { street: address, ...postalPlace } = HOME
  const contactInput = {
    firstName: 'Ana',
    lastName: 'Nunez',
    email: 'ana@example.org',
    phone: '6305550171',
    address,
    ...postalPlace,
  }
  ana = (await ann.request('POST', '/api/contacts', contactInput)).json
})
afterAll(() => app.close())

const enrich = async (): Promise<ContactDetail> => {
  // An enrichment within a day reuses the last one.
  const day = new Date(clock.now().getTime() + 3 * 86_400_000)
  today = day.toISOString().slice(0, 10)
  const response = await withJobsRunning(app, ann.request('POST', `/api/contacts/${ana.id}/enrich`))
  expect(response.status).toBe(200)
  return response.json
}
const searchContacts = async () =>
  (await ann.request('GET', '/api/contacts?search=nunez')).json as ContactSummary[]
const listOpenTasks = async () =>
  ((await ann.request('GET', '/api/tasks?view=open')).json as ListedTask[]).map(({ title }) => title)
const isInOutreachExport = async () =>
  (await ann.request('GET', '/api/contacts/export?purpose=outreach')).text.includes('Nunez')

describe('a contact whose home is listed for sale', () => {
  const plannedTasks = ['Offer a home value review']

  const askWhomToCall = async () =>
    (await ann.request('POST', '/api/chat', { message: 'Who should I call this week?' })).json as {
      reply: string
    }

  test('is an ordinary contact before the listing', async () => {
    expect(await enrich()).toMatchObject({ listed: false, topSignal: 'debt' })
    expect(await listOpenTasks()).toEqual(plannedTasks)
    expect(await isInOutreachExport()).toBe(true)
    expect((await askWhomToCall()).reply).toContain('Nunez')
  })

  test('is marked by a listing of their residence, but not of another home they own', async () => {
    records = [NOTICE_OF_DEFAULT, record({ kind: 'listing', address: CABIN, dates: { event: '2026-03-01' } })]
    expect(await enrich()).toMatchObject({ listed: false })
    records = [NOTICE_OF_DEFAULT, record({ kind: 'listing', names: [], dates: { event: '2026-03' } })]
    const contact = await enrich()
    expect(contact).toMatchObject({ listed: true, nineDScore: expect.any(Number) })
    const home = contact.properties.find(({ address }) => address === HOME.street)
    expect(home?.propertyData?.listing).toEqual({ listedOn: '2026-03-01', price: null })
  })

  test('remains in the contact list but leaves all call lists', async () => {
    expect(await searchContacts()).toMatchObject([{ id: ana.id, listed: true }])
    expect(await listOpenTasks()).toEqual([])
    const counts = await ann.request('GET', '/api/tasks/counts')
    expect(counts.json).toMatchObject({ open: 0, week: 0, overdue: 0 })
    expect(await isInOutreachExport()).toBe(false)
    expect((await askWhomToCall()).reply).not.toContain('Nunez')
    const { json } = await ann.request('GET', `/api/contacts/${ana.id}/playbook-suggestions`)
    expect(json).toMatchObject({ suggestions: [], reason: expect.stringContaining('Article 16') })
  })

  test('gets no playbook tasks and no reminders of open ones', async () => {
    const playbooks = await ann.request('GET', '/api/playbooks?templatesOnly=true')
    const [playbook] = playbooks.json as Playbook[]
    const response = await ann.request('POST', `/api/playbooks/${playbook?.id}/apply`, {
      contactIds: [ana.id],
    })
    expect(response.json).toEqual({ created: 0, skipped: 1 })
    const dueTasks = await app.db.tenant(parseOrganizationId(ann.organizationId), (tx) =>
      app.services.tasks.listDue(tx, {
        ...{ after: new Date('2026-01-01'), until: new Date('2027-01-01'), lastId: null, limit: 10 },
      }),
    )
    expect(dueTasks).toEqual([])
  })

  test('can get a manual task, which shows that the home is listed', async () => {
    const task = { contactId: ana.id, title: 'Ask the listing broker' }
    expect((await ann.request('POST', '/api/tasks', task)).status).toBe(201)
    const { json } = await ann.request('GET', '/api/tasks?view=open')
    expect(json).toMatchObject([{ title: 'Ask the listing broker', listed: true }])
  })

  test('shows as listed among score changes', async () => {
    const changes = (await ann.request('GET', '/api/changes?since=2026-01-01')).json as Changes
    expect(changes.newSignals.items).toMatchObject([{ contactId: ana.id, listed: true }])
  })

  test('returns to the call lists in the nightly run when the listing is six months old', async () => {
    today = '2026-09-20'
    await app.services.scores.rescoreAll(parseOrganizationId(ann.organizationId), 'faded')
    await app.queue.drain()
    expect(await searchContacts()).toMatchObject([{ listed: false }])
    expect(await listOpenTasks()).toEqual(expect.arrayContaining(plannedTasks))
  })
})
