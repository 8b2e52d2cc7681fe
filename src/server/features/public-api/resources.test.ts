import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShownApiKey } from '#contract/api-keys.ts'
import { SCOPES, type Scope } from '#contract/endpoint.ts'
import type { ApiAccount } from '#contract/v1/account.ts'
import type { ApiActivity } from '#contract/v1/activities.ts'
import type { ApiContact } from '#contract/v1/contacts.ts'
import type { ApiEnrichment } from '#contract/v1/enrichment.ts'
import type { ApiImport } from '#contract/v1/imports.ts'
import type { ApiPlaybook } from '#contract/v1/playbooks.ts'
import type { ApiScore } from '#contract/v1/scores.ts'
import type { ApiSignal } from '#contract/v1/signals.ts'
import type { ApiTag } from '#contract/v1/tags.ts'
import type { ApiTask } from '#contract/v1/tasks.ts'
import { seedTemplates } from '#server/features/playbooks/service.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

type Page<T> = { data: T[]; next: string | null }

let app: TestApp
let owner: Person
let key: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
  key = await createKey(SCOPES)
})
afterAll(() => app.close())

async function createKey(scopes: readonly Scope[], input: object = {}): Promise<string> {
  const path = `/api/organizations/${owner.organizationId}/api-keys`
  const created: ShownApiKey = (
    await owner.request('POST', path, { name: 'Test', role: 'OWNER', scopes, ...input })
  ).json
  return created.key
}

const call = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.visitor(method, `/api/v1${url}`, body, { authorization: `Bearer ${key}`, ...headers })

async function addContact(fields: object = {}): Promise<ApiContact> {
  const body = { firstName: 'A', lastName: crypto.randomUUID(), ...fields }
  return (await call('POST', '/contacts', body)).json
}

/** Reads every page of a list. */
async function readAll<T>(url: string): Promise<T[]> {
  const items: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const separator = url.includes('?') ? '&' : '?'
    const page: Page<T> = (await call('GET', `${url}${separator}limit=2${cursor && `&cursor=${cursor}`}`))
      .json
    items.push(...page.data)
    cursor = page.next
  }
  return items
}

test('A40 the account names the organization, the member and the permissions of the key', async () => {
  const account: ApiAccount = (await call('GET', '/account')).json
  expect(account).toMatchObject({
    organization: { id: owner.organizationId, subscriptionStatus: 'active', credits: expect.any(Number) },
    member: { id: owner.userId, email: 'owner@example.com', role: 'OWNER', access: 'all' },
    scopes: [...SCOPES],
  })
})

test('A40 activities are logged, changed, listed newest first and deleted', async () => {
  const { id } = await addContact()
  const days = ['2026-01-01', '2026-01-02', '2026-01-03']
  for (const day of days)
    await call('POST', `/contacts/${id}/activities`, { type: 'call', at: `${day}T12:00:00Z`, note: day })
  const activities = await readAll<ApiActivity>(`/contacts/${id}/activities`)
  expect(activities.map(({ note }) => note)).toEqual(days.toReversed())
  const [newest] = activities
  const changed = await call('PATCH', `/activities/${newest?.id}`, { outcome: 'reached' })
  expect(changed.json).toMatchObject({ id: newest?.id, outcome: 'reached', recordedBy: owner.userId })
  expect((await call('GET', `/activities/${newest?.id}`)).json).toEqual(changed.json)
  expect((await call('DELETE', `/activities/${newest?.id}`)).status).toBe(204)
  expect(await readAll(`/contacts/${id}/activities`)).toHaveLength(2)
})

test('A40 an activity that is sent again with the same Idempotency-Key is logged once', async () => {
  const { id } = await addContact()
  const send = (note: string) =>
    call('POST', `/contacts/${id}/activities`, { type: 'note', note }, { 'idempotency-key': `note-${id}` })
  const first = await send('Once')
  const again = await send('Once')
  expect([again.status, again.json, again.headers['idempotency-replayed']]).toEqual([201, first.json, 'true'])
  expect((await send('Another')).status).toBe(422)
  expect(await readAll(`/contacts/${id}/activities`)).toHaveLength(1)
})

test('A40 tags are added, renamed, set on a contact and deleted', async () => {
  const { id } = await addContact()
  const tag: ApiTag = (await call('POST', '/tags', { name: 'Farm' })).json
  expect((await call('POST', '/tags', { name: 'FARM' })).status).toBe(409)
  const set = await call('PATCH', `/contacts/${id}/tags`, { add: [tag.id], create: ['Past client'] })
  expect(set.json).toMatchObject({ data: [{ name: 'Farm' }, { name: 'Past client' }] })
  const renamed = await call('PATCH', `/tags/${tag.id}`, { name: 'Elm Street' })
  expect(renamed.json).toMatchObject({ id: tag.id, name: 'Elm Street', contacts: 1 })
  const { data }: Page<ApiTag> = (await call('GET', '/tags')).json
  expect(data.map(({ name }) => name)).toEqual(['Elm Street', 'Past client'])
  expect((await call('DELETE', `/tags/${tag.id}`)).status).toBe(204)
  expect((await call('GET', `/contacts/${id}`)).json).toMatchObject({ tags: [{ name: 'Past client' }] })
})

test('A40 an opt-out is always recorded, and lifted only with a reason', async () => {
  const { id } = await addContact()
  const record = (body: object) => call('POST', `/contacts/${id}/consents`, body)
  const optOut = await record({ channel: 'text', allowed: false })
  expect([optOut.status, optOut.json]).toEqual([
    200,
    { contactId: id, doNotContact: false, optedOutChannels: ['text'] },
  ])
  expect((await record({ channel: 'text', allowed: true })).json).toMatchObject({
    errors: [{ field: 'reason' }],
  })
  const lifted = await record({ channel: 'text', allowed: true, reason: 'They asked for texts' })
  expect(lifted.json).toMatchObject({ optedOutChannels: [] })
  const history = await readAll<{ allowed: boolean }>(`/contacts/${id}/consents`)
  expect(history.map(({ allowed }) => allowed)).toEqual([true, false])
})

describe('A40 life events and scores', () => {
  const addSignal = (contactId: string, category: string, detectedAt: string) =>
    app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, evidence_key, detected_at, event_date)
       values ($1, $2, $3, 40, $4, $5, current_date)`,
      [owner.organizationId, contactId, category, crypto.randomUUID(), detectedAt],
    )

  test('are listed by time and by contact, and scores best first', async () => {
    const [first, second] = [await addContact(), await addContact()]
    await addSignal(first.id, 'divorce', '2026-01-01T00:00:00Z')
    await addSignal(second.id, 'debt', '2026-01-02T00:00:00Z')
    await addSignal(first.id, 'diapers', '2026-01-03T00:00:00Z')
    const categoriesOf = async (url: string) =>
      (await readAll<ApiSignal>(url)).map(({ category }) => category)
    expect(await categoriesOf('/signals')).toEqual(['diapers', 'debt', 'divorce'])
    expect(await categoriesOf('/signals?category=debt')).toEqual(['debt'])
    expect(await categoriesOf(`/contacts/${first.id}/signals`)).toEqual(['diapers', 'divorce'])
    await app.owner.run('update contacts set nine_d_score = 12, signals_detected = 2 where id = $1', [
      first.id,
    ])
    await app.owner.run('update contacts set nine_d_score = 80, signals_detected = 1 where id = $1', [
      second.id,
    ])
    const scores = await readAll<ApiScore>('/scores')
    expect(scores.map(({ contactId, score }) => [contactId, score])).toEqual([
      [second.id, 80],
      [first.id, 12],
    ])
  })

  test('explain a score with the record behind each point', async () => {
    const { id } = await addContact()
    const explained = await call('GET', `/contacts/${id}/score`)
    expect([explained.status, explained.json]).toMatchObject([
      200,
      { contactId: id, score: null, signals: [] },
    ])
  })

  test('need a permission of their own', async () => {
    const { id } = await addContact()
    const narrow = await createKey(['contacts:read', 'tasks:read'])
    for (const url of [
      ...['/signals', '/scores', `/contacts/${id}/signals`, `/contacts/${id}/score`],
      `/contacts/${id}/playbook-suggestions`,
    ]) {
      const response = await call('GET', url, undefined, { authorization: `Bearer ${narrow}` })
      expect([url, response.status]).toEqual([url, 403])
    }
    const suggestions = await call('GET', `/contacts/${id}/playbook-suggestions`, undefined, {
      authorization: `Bearer ${await createKey(['signals:read'])}`,
    })
    expect([suggestions.status, Object.keys(suggestions.json)]).toEqual([200, ['data', 'reason']])
    expect(suggestions.text).not.toMatch(/"(category|confidence|signals|why)"/)
  })
})

test('A40 tasks are added, changed, listed by due date, completed once and deleted', async () => {
  const contact = await addContact()
  const add = async (title: string, dueDate: string): Promise<ApiTask> =>
    (await call('POST', '/tasks', { contactId: contact.id, title, dueDate })).json
  const [later] = [await add('Later', '2031-01-02T00:00:00Z'), await add('Sooner', '2031-01-01T00:00:00Z')]
  expect(later).toMatchObject({ priority: 'medium', isAutomatic: false, isAppointment: false })
  const titles = async (view: string) =>
    (await readAll<ApiTask>(`/tasks?view=${view}`)).map(({ title }) => title)
  expect(await titles('open')).toEqual(['Sooner', 'Later'])
  const changed = await call('PATCH', `/tasks/${later.id}`, { priority: 'high' })
  expect(changed.json).toMatchObject({ title: 'Later', priority: 'high', dueDate: later.dueDate })
  const headers = { 'idempotency-key': `done-${later.id}` }
  const done = await call('POST', `/tasks/${later.id}/complete`, undefined, headers)
  expect(done.json).toMatchObject({ status: 'completed', completedAt: expect.any(String) })
  const again = await call('POST', `/tasks/${later.id}/complete`, undefined, headers)
  expect(again.json).toEqual(done.json)
  expect([await titles('open'), await titles('done')]).toEqual([['Sooner'], ['Later']])
  expect((await call('DELETE', `/tasks/${later.id}`)).status).toBe(204)
  expect((await call('GET', `/tasks/${later.id}`)).status).toBe(404)
})

test('A40 a playbook is applied once', async () => {
  await seedTemplates(app.owner)
  const { id } = await addContact()
  const { data }: Page<ApiPlaybook> = (await call('GET', '/playbooks')).json
  const [playbook] = data
  const apply = async () =>
    (await call('POST', `/playbooks/${playbook?.id}/apply`, { contactIds: [id] })).json
  expect(await apply()).toEqual({ created: playbook?.steps.length, skipped: 0 })
  expect(await apply()).toEqual({ created: 0, skipped: 1 })
})

test('A40 an enrichment counts against the limit of the key, which refuses the next one', async () => {
  const capped = await createKey(['enrichment:run'], { dailyCredits: 1 })
  const authorization = `Bearer ${capped}`
  const [first, second] = [await addContact(), await addContact()]
  const started = await call('POST', `/contacts/${first.id}/enrichment`, undefined, { authorization })
  const enrichment: ApiEnrichment = started.json
  expect([started.status, enrichment.contactId]).toEqual([202, first.id])
  const state = await call('GET', `/contacts/${first.id}/enrichment`, undefined, { authorization })
  expect(state.json).toMatchObject({ contactId: first.id, status: expect.stringMatching(/^(?!none)/) })
  const refused = await call('POST', `/contacts/${second.id}/enrichment`, undefined, { authorization })
  expect([refused.status, refused.json]).toMatchObject([403, { code: 'forbidden' }])
})

test('A40 an import is started from CSV text and reported', async () => {
  const csv = 'First Name,Last Name\nIda,Imported\n'
  const started = await call('POST', '/imports', { csv, fileName: 'people.csv' })
  expect([started.status, started.json]).toMatchObject([202, { fileName: 'people.csv', total: 1 }])
  const { id }: ApiImport = started.json
  expect((await call('GET', `/imports/${id}`)).json).toMatchObject({ id, total: 1 })
  expect((await readAll<ApiImport>('/imports')).map((each) => each.id)).toEqual([id])
  expect((await call('POST', '/imports', { csv: 'nothing' })).status).toBe(422)
})

test('A40 drafts pass the guard, and opted-out channels have none', async () => {
  const { id } = await addContact({ email: 'draft@example.org' })
  const request = { channel: 'email', tone: 'friendly', length: 'short' }
  const draft = await call('POST', `/contacts/${id}/outreach/drafts`, request)
  expect([draft.status, draft.json]).toMatchObject([200, { contactId: id, channel: 'email' }])
  await call('POST', `/contacts/${id}/consents`, { channel: 'email', allowed: false })
  expect((await call('POST', `/contacts/${id}/outreach/drafts`, request)).status).toBe(409)
  const check = await call('POST', '/outreach/checks', {
    text: 'I heard about your divorce. Want to sell?',
    channel: 'letter',
  })
  expect(check.json).toMatchObject({ allowed: false })
})

test.each(['overview', 'funnel', 'response', 'members', 'bands', 'movement'])(
  'A40 analytics have the view %s',
  async (view) => {
    const response = await call('GET', `/analytics/${view}?days=30`)
    expect([response.status, response.json]).toMatchObject([200, { range: expect.any(Object) }])
  },
)
