import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type {
  FollowUpBossConflict,
  FollowUpBossPreview,
  FollowUpBossStatus,
} from '#contract/follow-up-boss.ts'
import type { Person } from '#test/test-app.ts'
import { type FollowUpBossWorkspace, openFollowUpBoss } from '#test/workspaces/follow-up-boss.ts'

let workspace: FollowUpBossWorkspace
let owner: Person
/** Each test has an account of its own. */
let apiKey: string

beforeAll(async () => {
  workspace = await openFollowUpBoss()
})
afterAll(() => workspace.close())
beforeEach(async () => {
  apiKey = `fka_${crypto.randomUUID()}`
  workspace.fake.addAccount(apiKey)
  workspace.fake.state.fault = () => undefined
  workspace.fake.passWindow()
  workspace.fake.calls.length = 0
  owner = await workspace.app.subscriber(`${apiKey}@example.com`)
})

/** A person there with an address and a number of its own. */
function person(fields: Record<string, unknown> = {}) {
  const email = `ada-${crypto.randomUUID()}@example.com`
  return workspace.fake.add(apiKey, 'people', {
    ...{ firstName: 'Ada', lastName: 'Byron', emails: [{ value: email, type: 'home', isPrimary: true }] },
    ...fields,
  })
}

type Listed = Pick<ContactDetail, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>
const contacts = async (): Promise<Listed[]> => (await owner.request('GET', '/api/contacts?limit=100')).json
const contact = async (id: string): Promise<ContactDetail> =>
  (await owner.request('GET', `/api/contacts/${id}`)).json
const notes = async (id: string): Promise<{ id: string; text: string }[]> =>
  ((await owner.request('GET', `/api/contacts/${id}/notes`)).json as { items: [] }).items
const status = async () =>
  ((await owner.request('GET', '/api/follow-up-boss')).json as FollowUpBossStatus).connection
const conflicts = async () =>
  ((await owner.request('GET', '/api/follow-up-boss/conflicts')).json as { items: FollowUpBossConflict[] })
    .items

async function onlyContact(): Promise<Listed> {
  const [only, ...others] = await contacts()
  if (!only || others.length > 0) throw new Error(`There are ${others.length + (only ? 1 : 0)} contacts`)
  return only
}

async function addContact(fields: object = {}): Promise<string> {
  const input = {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `grace-${crypto.randomUUID()}@example.com`,
    ...fields,
  }
  const added = await owner.request('POST', '/api/contacts', input)
  expect(added.status).toBe(201)
  return (added.json as { id: string }).id
}

const rows = (resource: 'people' | 'notes' | 'tasks' | 'events') => workspace.fake.rows(apiKey, resource)
const writes = () =>
  workspace.fake.calls.filter(({ method, path }) => method !== 'GET' && !path.includes('webhooks'))

describe('first import', () => {
  test('adds people with their notes, open tasks and events, and counts them before', async () => {
    const { id } = person({ phones: [{ value: '(602) 555-0134', type: 'mobile', isPrimary: true }] })
    workspace.fake.add(apiKey, 'notes', { personId: id, subject: 'Call', body: 'Likes gardens' })
    workspace.fake.add(apiKey, 'tasks', {
      personId: id,
      name: 'Send listings',
      dueDate: '2030-05-01',
      isCompleted: false,
    })
    workspace.fake.add(apiKey, 'tasks', {
      personId: id,
      name: 'Old',
      dueDate: '2020-05-01',
      isCompleted: true,
    })
    workspace.fake.add(apiKey, 'events', {
      personId: id,
      type: 'Property Inquiry',
      source: 'Zillow',
      message: 'Is it free?',
    })
    person({ lastName: null })
    await owner.request('POST', '/api/follow-up-boss', { apiKey })
    const preview = (await owner.request('GET', '/api/follow-up-boss/preview')).json as FollowUpBossPreview
    expect(preview).toEqual({
      ...{ people: 2, notes: 1, tasks: 2, events: 1, contacts: 0 },
      sample: { compared: 2, known: 0, unnamed: 1, suppressed: 0 },
    })
    expect(await contacts()).toEqual([])

    await workspace.connect(owner, apiKey)

    const added = await contact((await onlyContact()).id)
    expect(added).toMatchObject({ firstName: 'Ada', lastName: 'Byron', phone: '+16025550134' })
    expect((await notes(added.id)).map(({ text }) => text)).toEqual(['Call\nLikes gardens'])
    expect(added.tasks.map(({ title, dueDate }) => [title, dueDate])).toEqual([
      ['Send listings', '2030-05-01T23:59:59.000Z'],
    ])
    const activities = await workspace.app.owner.rows<{ note: string }>(
      'select note from activities where contact_id = $1',
      [added.id],
    )
    expect(activities.map(({ note }) => note)).toEqual([
      'Follow Up Boss: Property Inquiry (Zillow)\nIs it free?',
    ])
    expect(await status()).toMatchObject({
      stage: 'done',
      linkedPeople: 1,
      skipped: 1,
      waiting: 0,
      received: 6,
      total: 6,
    })
    expect(writes()).toEqual([])
  })
})

describe('changes on one side', () => {
  test('arrive on the other side, and nothing comes back as a change', async () => {
    const remote = person()
    await workspace.connect(owner, apiKey)
    const { id } = await onlyContact()
    const before = workspace.fake.calls.length

    workspace.fake.update(apiKey, 'people', remote.id, { firstName: 'Augusta' })
    await workspace.settle()
    expect((await contact(id)).firstName).toBe('Augusta')
    expect(writes()).toEqual([])

    await owner.request('PATCH', `/api/contacts/${id}`, { phone: '(602) 555-0177' })
    await workspace.settle()
    expect(rows('people')[0]).toMatchObject({
      firstName: 'Augusta',
      phones: [{ value: '+16025550177', isPrimary: true }],
    })
    expect(writes()).toHaveLength(1)
    // One read for the webhook, one before the write, and one for the webhook that our own write caused.
    const reads = workspace.fake.calls.slice(before).filter(({ path }) => path.startsWith('/v1/people/'))
    expect(reads.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT', 'GET'])
    expect(await conflicts()).toEqual([])
  })

  test('sends new contacts, notes, tasks and activities once', async () => {
    await workspace.connect(owner, apiKey)
    const id = await addContact()
    await owner.request('POST', `/api/contacts/${id}/notes`, { text: 'Wants a porch', isPinned: false })
    await owner.request('POST', '/api/tasks', {
      contactId: id,
      title: 'Call Grace',
      dueDate: '2030-04-02T23:59:59.000Z',
    })
    await owner.request('POST', `/api/contacts/${id}/activities`, { type: 'call', outcome: 'left_message' })
    await workspace.settle()
    await workspace.settle()
    const [sent] = rows('people')
    expect(sent).toMatchObject({ firstName: 'Grace', lastName: 'Hopper' })
    expect(rows('notes').map(({ personId, body }) => [personId, body])).toEqual([
      [sent?.id, expect.stringMatching(/^Call, Left message \(\d{4}-\d\d-\d\d\)$/)],
      [sent?.id, 'Wants a porch'],
    ])
    expect(rows('tasks')).toMatchObject([
      { personId: sent?.id, name: 'Call Grace', dueDate: '2030-04-02', isCompleted: false },
    ])
    expect(await notes(id)).toHaveLength(1)
    expect((await contact(id)).tasks).toHaveLength(1)
    expect(writes()).toHaveLength(4)
  })

  test('sends changed notes and finished tasks, and receives them', async () => {
    const { id: personId } = person()
    const note = workspace.fake.add(apiKey, 'notes', { personId, body: 'First' })
    const task = workspace.fake.add(apiKey, 'tasks', {
      personId,
      name: 'Send listings',
      dueDate: '2030-05-01',
    })
    await workspace.connect(owner, apiKey)
    const { id } = await onlyContact()

    workspace.fake.update(apiKey, 'notes', note.id, { body: 'Second' })
    workspace.fake.update(apiKey, 'tasks', task.id, { dueDate: '2030-06-01' })
    await workspace.settle()
    expect((await notes(id)).map(({ text }) => text)).toEqual(['Second'])
    const [received] = (await contact(id)).tasks
    expect(received?.dueDate).toBe('2030-06-01T23:59:59.000Z')

    await owner.request('PATCH', `/api/tasks/${received?.id}`, { status: 'completed' })
    await workspace.settle()
    expect(rows('tasks')).toMatchObject([{ name: 'Send listings', dueDate: '2030-06-01', isCompleted: true }])
    expect(await notes(id)).toHaveLength(1)
  })

  test('respects the direction of each kind', async () => {
    const remote = person()
    await workspace.connect(owner, apiKey)
    const { id } = await onlyContact()
    const directions = { people: 'in', notes: 'out', tasks: 'off', activities: 'off' }
    expect((await owner.request('PATCH', '/api/follow-up-boss', { directions })).status).toBe(200)
    await owner.request('PATCH', `/api/contacts/${id}`, { city: 'Mesa' })
    await owner.request('POST', `/api/contacts/${id}/notes`, { text: 'Ours', isPinned: false })
    workspace.fake.add(apiKey, 'notes', { personId: remote.id, body: 'Theirs' })
    workspace.fake.add(apiKey, 'tasks', { personId: remote.id, name: 'Theirs', dueDate: null })
    await addContact()
    await workspace.settle()
    expect(rows('people')).toHaveLength(1)
    expect(rows('people')[0]).toMatchObject({ addresses: [] })
    expect(rows('notes').map(({ body }) => body)).toEqual(['Ours', 'Theirs'])
    expect((await notes(id)).map(({ text }) => text)).toEqual(['Ours'])
    expect((await contact(id)).tasks).toEqual([])
  })

  test('links a contact who is on both sides instead of adding them twice', async () => {
    const email = 'twice@example.com'
    const id = await addContact({ firstName: 'Ada', lastName: 'Byron', email })
    person({
      emails: [{ value: email, isPrimary: true }],
      addresses: [{ street: '1 Main St', city: 'Mesa', state: 'AZ', code: '85201' }],
    })
    await workspace.connect(owner, apiKey)
    expect((await onlyContact()).id).toBe(id)
    expect(await contact(id)).toMatchObject({ address: '1 Main St', zipCode: '85201' })
    expect(rows('people')).toHaveLength(1)
    expect(writes()).toEqual([])
  })
})

describe('conflicts', () => {
  test('are decided by the later change, logged, and undone on both sides', async () => {
    const remote = person({ firstName: 'Ada' })
    await workspace.connect(owner, apiKey)
    const { id } = await onlyContact()
    workspace.fake.state.sendsHooks = false
    await owner.request('PATCH', `/api/contacts/${id}`, { firstName: 'Adele' })
    workspace.fake.update(apiKey, 'people', remote.id, { firstName: 'Augusta' })
    workspace.fake.state.sendsHooks = true
    await workspace.settle()

    expect((await contact(id)).firstName).toBe('Augusta')
    const [conflict] = await conflicts()
    expect(conflict).toMatchObject({
      ...{ kind: 'person', field: 'firstName', kept: 'there', keptValue: 'Augusta', lostValue: 'Adele' },
      ...{ contactId: id, undoneAt: null },
    })

    const undone = await owner.request('POST', `/api/follow-up-boss/conflicts/${conflict?.id}/undo`)
    expect(undone.status).toBe(200)
    await workspace.settle()
    expect((await contact(id)).firstName).toBe('Adele')
    expect(rows('people')[0]).toMatchObject({ firstName: 'Adele' })
    expect(await conflicts()).toMatchObject([{ undoneAt: expect.any(String) }])
    expect((await owner.request('POST', `/api/follow-up-boss/conflicts/${conflict?.id}/undo`)).status).toBe(
      409,
    )
  })

  test('let our later change win, and refuse to undo what changed again', async () => {
    const remote = person({ firstName: 'Ada' })
    await workspace.connect(owner, apiKey)
    const { id } = await onlyContact()
    workspace.fake.state.sendsHooks = false
    workspace.fake.update(apiKey, 'people', remote.id, { firstName: 'Augusta', updated: undefined })
    Object.assign(remote, { updated: '2026-11-01T00:00:00Z' })
    workspace.fake.state.sendsHooks = true
    await owner.request('PATCH', `/api/contacts/${id}`, { firstName: 'Adele' })
    await workspace.settle()
    expect(rows('people')[0]).toMatchObject({ firstName: 'Adele' })
    const [conflict] = await conflicts()
    expect(conflict).toMatchObject({ kept: 'here', keptValue: 'Adele', lostValue: 'Augusta' })
    await owner.request('PATCH', `/api/contacts/${id}`, { firstName: 'Ida' })
    const refused = await owner.request('POST', `/api/follow-up-boss/conflicts/${conflict?.id}/undo`)
    expect([refused.status, (refused.json as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('has changed since'),
    ])
  })

  test('of notes and tasks are logged and undone, too', async () => {
    const { id: personId } = person()
    const note = workspace.fake.add(apiKey, 'notes', { personId, body: 'First' })
    const task = workspace.fake.add(apiKey, 'tasks', { personId, name: 'Send listings', dueDate: null })
    await workspace.connect(owner, apiKey)
    const { id } = await onlyContact()
    const added = await contact(id)
    const [ours] = await notes(id)
    workspace.fake.state.sendsHooks = false
    await workspace.app.owner.run(`update contact_notes set text = 'Ours' where id = $1`, [ours?.id])
    await owner.request('PATCH', `/api/tasks/${added.tasks[0]?.id}`, { title: 'Our listings' })
    workspace.fake.state.sendsHooks = true
    workspace.fake.update(apiKey, 'notes', note.id, { body: 'Theirs' })
    workspace.fake.update(apiKey, 'tasks', task.id, { name: 'Their listings' })
    await workspace.settle()
    const logged = await conflicts()
    expect(logged.map(({ kind, keptValue, lostValue }) => [kind, keptValue, lostValue]).toSorted()).toEqual([
      ['note', 'Theirs', 'Ours'],
      ['task', 'Their listings', 'Our listings'],
    ])
    for (const each of logged) await owner.request('POST', `/api/follow-up-boss/conflicts/${each.id}/undo`)
    await workspace.settle()
    expect(rows('notes')).toMatchObject([{ body: 'Ours' }])
    expect(rows('tasks')).toMatchObject([{ name: 'Our listings' }])
  })
})
