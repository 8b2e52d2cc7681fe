import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FollowUpBossPreview } from '#contract/follow-up-boss.ts'
import {
  type FollowUpBossAccount,
  type FollowUpBossWorkspace,
  openFollowUpBoss,
} from '#test/workspaces/follow-up-boss.ts'

let workspace: FollowUpBossWorkspace
let account: FollowUpBossAccount

beforeAll(async () => {
  workspace = await openFollowUpBoss()
})
afterAll(() => workspace.close())
beforeEach(async () => {
  workspace.fake.reset()
  account = await workspace.addAccount()
})

describe('first import', () => {
  test('adds people with their notes, open tasks and events, and counts them before', async () => {
    const { id } = account.person({ phones: [{ value: '(602) 555-0134', type: 'mobile', isPrimary: true }] })
    account.add('notes', { personId: id, subject: 'Call', body: 'Likes gardens' })
    account.add('tasks', {
      personId: id,
      name: 'Send listings',
      dueDate: '2030-05-01',
      isCompleted: false,
    })
    account.add('tasks', {
      personId: id,
      name: 'Old',
      dueDate: '2020-05-01',
      isCompleted: true,
    })
    account.add('events', {
      personId: id,
      type: 'Property Inquiry',
      source: 'Zillow',
      message: 'Is it free?',
    })
    account.person({ lastName: null })
    await account.enterKey()
    const preview = (await account.owner.request('GET', '/api/follow-up-boss/preview'))
      .json as FollowUpBossPreview
    expect(preview).toEqual({
      ...{ people: 2, notes: 1, tasks: 2, events: 1, contacts: 0 },
      sample: { compared: 2, known: 0, unnamed: 1, suppressed: 0 },
    })
    expect(await account.contacts()).toEqual([])

    await account.connect()

    const added = await account.onlyContact()
    expect(added).toMatchObject({ firstName: 'Ada', lastName: 'Byron', phone: '+16025550134' })
    expect((await account.notes(added.id)).map(({ text }) => text)).toEqual(['Call\nLikes gardens'])
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
    expect(await account.status()).toMatchObject({
      stage: 'done',
      linkedPeople: 1,
      skipped: 1,
      waiting: 0,
      received: 6,
      total: 6,
    })
    expect(account.writes()).toEqual([])
  })
})

describe('changes on one side', () => {
  test('arrive on the other side, and nothing comes back as a change', async () => {
    const remote = account.person()
    await account.connect()
    const { id } = await account.onlyContact()
    const before = workspace.fake.calls.length

    account.update('people', remote.id, { firstName: 'Augusta' })
    await workspace.settle()
    expect((await account.contact(id)).firstName).toBe('Augusta')
    expect(account.writes()).toEqual([])

    await account.owner.request('PATCH', `/api/contacts/${id}`, { phone: '(602) 555-0177' })
    await workspace.settle()
    expect(account.rows('people')[0]).toMatchObject({
      firstName: 'Augusta',
      phones: [{ value: '+16025550177', isPrimary: true }],
    })
    expect(account.writes()).toHaveLength(1)
    // One read for the webhook, one before the write, and one for the webhook that our own write caused.
    const reads = workspace.fake.calls.slice(before).filter(({ path }) => path.startsWith('/v1/people/'))
    expect(reads.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT', 'GET'])
    expect(await account.conflicts()).toEqual([])
  })

  test('sends new contacts, notes, tasks and activities once', async () => {
    await account.connect()
    const id = await account.addContact()
    await account.addNote(id, 'Wants a porch')
    await account.owner.request('POST', '/api/tasks', {
      contactId: id,
      title: 'Call Grace',
      dueDate: '2030-04-02T23:59:59.000Z',
    })
    await account.owner.request('POST', `/api/contacts/${id}/activities`, {
      type: 'call',
      outcome: 'left_message',
    })
    await workspace.settle()
    await workspace.settle()
    const [sent] = account.rows('people')
    expect(sent).toMatchObject({ firstName: 'Grace', lastName: 'Hopper' })
    expect(account.rows('notes').map(({ personId, body }) => [personId, body])).toEqual([
      [sent?.id, expect.stringMatching(/^Call, Left message \(\d{4}-\d\d-\d\d\)$/)],
      [sent?.id, 'Wants a porch'],
    ])
    expect(account.rows('tasks')).toMatchObject([
      { personId: sent?.id, name: 'Call Grace', dueDate: '2030-04-02', isCompleted: false },
    ])
    expect(await account.notes(id)).toHaveLength(1)
    expect((await account.contact(id)).tasks).toHaveLength(1)
    expect(account.writes()).toHaveLength(4)
  })

  test('sends changed notes and finished tasks, and receives them', async () => {
    const { id: personId } = account.person()
    const note = account.add('notes', { personId, body: 'First' })
    const task = account.add('tasks', {
      personId,
      name: 'Send listings',
      dueDate: '2030-05-01',
    })
    await account.connect()
    const { id } = await account.onlyContact()

    account.update('notes', note.id, { body: 'Second' })
    account.update('tasks', task.id, { dueDate: '2030-06-01' })
    await workspace.settle()
    expect((await account.notes(id)).map(({ text }) => text)).toEqual(['Second'])
    const [received] = (await account.contact(id)).tasks
    expect(received?.dueDate).toBe('2030-06-01T23:59:59.000Z')

    await account.owner.request('PATCH', `/api/tasks/${received?.id}`, { status: 'completed' })
    await workspace.settle()
    expect(account.rows('tasks')).toMatchObject([
      { name: 'Send listings', dueDate: '2030-06-01', isCompleted: true },
    ])
    expect(await account.notes(id)).toHaveLength(1)
  })

  test('respects the direction of each kind', async () => {
    const remote = account.person()
    await account.connect()
    const { id } = await account.onlyContact()
    const directions = { people: 'in', notes: 'out', tasks: 'off', activities: 'off' }
    expect((await account.change({ directions })).status).toBe(200)
    await account.owner.request('PATCH', `/api/contacts/${id}`, { city: 'Mesa' })
    await account.addNote(id, 'Ours')
    account.add('notes', { personId: remote.id, body: 'Theirs' })
    account.add('tasks', { personId: remote.id, name: 'Theirs', dueDate: null })
    await account.addContact()
    await workspace.settle()
    expect(account.rows('people')).toHaveLength(1)
    expect(account.rows('people')[0]).toMatchObject({ addresses: [] })
    expect(account.rows('notes').map(({ body }) => body)).toEqual(['Ours', 'Theirs'])
    expect((await account.notes(id)).map(({ text }) => text)).toEqual(['Ours'])
    expect((await account.contact(id)).tasks).toEqual([])
  })

  test('links a contact who is on both sides instead of adding them twice', async () => {
    const email = 'twice@example.com'
    const id = await account.addContact({ firstName: 'Ada', lastName: 'Byron', email })
    account.person({
      emails: [{ value: email, isPrimary: true }],
      addresses: [{ street: '1 Main St', city: 'Mesa', state: 'AZ', code: '85201' }],
    })
    await account.connect()
    expect((await account.onlyContact()).id).toBe(id)
    expect(await account.contact(id)).toMatchObject({ address: '1 Main St', zipCode: '85201' })
    expect(account.rows('people')).toHaveLength(1)
    expect(account.writes()).toEqual([])
  })
})

describe('conflicts', () => {
  test('are decided by the later change, logged, and undone on both sides', async () => {
    const remote = account.person({ firstName: 'Ada' })
    await account.connect()
    const { id } = await account.onlyContact()
    workspace.fake.state.sendsHooks = false
    await account.owner.request('PATCH', `/api/contacts/${id}`, { firstName: 'Adele' })
    account.update('people', remote.id, { firstName: 'Augusta' })
    workspace.fake.state.sendsHooks = true
    await workspace.settle()

    expect((await account.contact(id)).firstName).toBe('Augusta')
    const [conflict] = await account.conflicts()
    expect(conflict).toMatchObject({
      ...{ kind: 'person', field: 'firstName', kept: 'there', keptValue: 'Augusta', lostValue: 'Adele' },
      ...{ contactId: id, undoneAt: null },
    })

    const undone = await account.owner.request('POST', `/api/follow-up-boss/conflicts/${conflict?.id}/undo`)
    expect(undone.status).toBe(200)
    await workspace.settle()
    expect((await account.contact(id)).firstName).toBe('Adele')
    expect(account.rows('people')[0]).toMatchObject({ firstName: 'Adele' })
    expect(await account.conflicts()).toMatchObject([{ undoneAt: expect.any(String) }])
    expect(
      (await account.owner.request('POST', `/api/follow-up-boss/conflicts/${conflict?.id}/undo`)).status,
    ).toBe(409)
  })

  test('let our later change win, and refuse to undo what changed again', async () => {
    const remote = account.person({ firstName: 'Ada' })
    await account.connect()
    const { id } = await account.onlyContact()
    workspace.fake.state.sendsHooks = false
    account.update('people', remote.id, { firstName: 'Augusta', updated: undefined })
    Object.assign(remote, { updated: '2026-11-01T00:00:00Z' })
    workspace.fake.state.sendsHooks = true
    await account.owner.request('PATCH', `/api/contacts/${id}`, { firstName: 'Adele' })
    await workspace.settle()
    expect(account.rows('people')[0]).toMatchObject({ firstName: 'Adele' })
    const [conflict] = await account.conflicts()
    expect(conflict).toMatchObject({ kept: 'here', keptValue: 'Adele', lostValue: 'Augusta' })
    await account.owner.request('PATCH', `/api/contacts/${id}`, { firstName: 'Ida' })
    const refused = await account.owner.request('POST', `/api/follow-up-boss/conflicts/${conflict?.id}/undo`)
    expect([refused.status, (refused.json as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('has changed since'),
    ])
  })

  test('of notes and tasks are logged and undone, too', async () => {
    const { id: personId } = account.person()
    const note = account.add('notes', { personId, body: 'First' })
    const task = account.add('tasks', { personId, name: 'Send listings', dueDate: null })
    await account.connect()
    const { id } = await account.onlyContact()
    const added = await account.contact(id)
    const [ours] = await account.notes(id)
    workspace.fake.state.sendsHooks = false
    await workspace.app.owner.run(`update contact_notes set text = 'Ours' where id = $1`, [ours?.id])
    await account.owner.request('PATCH', `/api/tasks/${added.tasks[0]?.id}`, { title: 'Our listings' })
    workspace.fake.state.sendsHooks = true
    account.update('notes', note.id, { body: 'Theirs' })
    account.update('tasks', task.id, { name: 'Their listings' })
    await workspace.settle()
    const logged = await account.conflicts()
    expect(logged.map(({ kind, keptValue, lostValue }) => [kind, keptValue, lostValue]).toSorted()).toEqual([
      ['note', 'Theirs', 'Ours'],
      ['task', 'Their listings', 'Our listings'],
    ])
    for (const each of logged)
      await account.owner.request('POST', `/api/follow-up-boss/conflicts/${each.id}/undo`)
    await workspace.settle()
    expect(account.rows('notes')).toMatchObject([{ body: 'Ours' }])
    expect(account.rows('tasks')).toMatchObject([{ name: 'Our listings' }])
  })
})
