import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SyncDirections } from '#contract/follow-up-boss.ts'
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

const BOTH: SyncDirections = { people: 'both', notes: 'both', tasks: 'both', activities: 'both' }
const ADA = { firstName: 'Ada', lastName: 'Byron' }
const PHONE = '602-555-0134'

/** Connects with other directions than the default ones. */
async function connectWith(directions: Partial<SyncDirections>): Promise<void> {
  await account.enterKey()
  await account.change({ directions: { ...BOTH, ...directions } })
  await account.connect()
}
const open = async (directions: Partial<SyncDirections> = {}) => {
  await account.change({ directions: { ...BOTH, ...directions } })
  await workspace.settle()
}

/** Someone on both sides, with a second address there. */
async function addOnBothSides(): Promise<{ id: string; remoteId: number }> {
  const email = `ada-${crypto.randomUUID()}@example.com`
  const id = await account.addContact({ ...ADA, email, phone: PHONE })
  const { id: remoteId } = account.person({
    emails: [{ value: 'work@example.com', isPrimary: true }, { value: email }],
    phones: [{ value: PHONE, type: 'mobile' }],
    addresses: [{ street: '1 Main St', city: 'Mesa', state: 'AZ', code: '85201' }],
  })
  return { id, remoteId }
}
const tagsOf = (remoteId: number) => account.rows('people').find(({ id }) => id === remoteId)?.tags

describe.each(['out', 'off'] as const)('with the direction of people at %s', (people) => {
  test('restrictions of known people arrive and nothing else of them does', async () => {
    const { id, remoteId } = await addOnBothSides()
    account.person({ firstName: 'Olga' })
    account.add('notes', { personId: remoteId, body: 'Theirs' })
    account.update('people', remoteId, {
      tags: ['Buyer', 'Do Not Text'],
      phones: [{ value: PHONE, status: 'Invalid' }],
    })
    await connectWith({ people, notes: 'out', tasks: 'out', activities: 'out' })
    const before = await account.contact(id)
    expect(before).toMatchObject({ optedOutChannels: ['text'], phoneVerified: 'failed', address: null })

    account.update('people', remoteId, { tags: ['Buyer', 'Do Not Call'], firstName: 'Augusta' })
    account.add('events', { personId: remoteId, type: 'Unsubscribed' })
    await workspace.settle()
    const after = await account.contact(id)
    expect(after.optedOutChannels.toSorted()).toEqual(['call', 'email', 'text'])
    expect(after).toMatchObject({ firstName: 'Ada', address: null })
    expect(await account.contacts()).toHaveLength(1)
    expect(await account.notes(id)).toEqual([])
  })

  test('restrictions of known people leave, too', async () => {
    const { id, remoteId } = await addOnBothSides()
    await connectWith({ people })
    await account.optOut(id, { doNotContact: true, channel: 'call' })
    await workspace.settle()
    expect(tagsOf(remoteId)).toEqual(['Do Not Call'])
    await account.optOut(id, { doNotContact: true })
    await workspace.settle()
    expect(tagsOf(remoteId)).toEqual(['Do Not Call', 'Do Not Contact'])
  })

  test('a contact who is added later gets the restrictions that are there', async () => {
    const phones = [{ value: PHONE, type: 'mobile' }]
    const { id: remoteId } = account.person({ phones, tags: ['Do Not Contact'] })
    account.person({ firstName: 'Olga', phones, tags: ['Do Not Text'] })
    await connectWith({ people })
    const id = await account.addContact({ ...ADA, email: null, phone: PHONE })
    await workspace.settle()
    expect(await account.contact(id)).toMatchObject({ doNotContact: true, optedOutChannels: [] })
    expect(tagsOf(remoteId)).toEqual(['Do Not Contact'])
    expect(account.rows('people')).toHaveLength(2)
  })

  test('a contact who is added later gets the opt-outs of earlier events', async () => {
    const { id: personId } = account.person({ phones: [{ value: PHONE }] })
    await connectWith({ people })
    account.add('events', { personId, type: 'Unsubscribed' })
    for (let index = 0; index < 100; index += 1) account.add('events', { personId, type: 'Property Inquiry' })
    await workspace.settle()
    const id = await account.addContact({ ...ADA, email: null, phone: PHONE })
    await workspace.settle()
    expect((await account.contact(id)).optedOutChannels).toEqual(['email'])
  })

  test('a person is linked although Follow Up Boss refuses to list their events', async () => {
    account.person({ phones: [{ value: PHONE }], tags: ['Do Not Call'] })
    await connectWith({ people })
    workspace.fake.state.fault = ({ path, query }) =>
      path === '/v1/events' && query.has('personId') ? { status: 400 } : undefined
    const id = await account.addContact({ ...ADA, email: null, phone: PHONE })
    await workspace.settle()
    expect((await account.contact(id)).optedOutChannels).toEqual(['call'])
    expect(await account.status()).toMatchObject({ waiting: 0, failures: [] })
  })
})

test.each(['both', 'in', 'out', 'off'] as const)(
  'with people at %s, a contact who was deleted and added again gets what the person asked for, and nothing else',
  async (people) => {
    const { id: deletedId, remoteId } = await addOnBothSides()
    await connectWith({ people })
    account.add('events', { personId: remoteId, type: 'Unsubscribed' })
    account.update('people', remoteId, { phones: [{ value: PHONE }, { value: '602-555-0177' }] })
    await workspace.settle()
    await account.owner.request('DELETE', `/api/contacts/${deletedId}`)
    await workspace.settle()
    account.update('people', remoteId, { tags: ['Do Not Call'] })
    await workspace.settle()
    expect(await account.contacts()).toEqual([])

    const id = await account.addContact({ ...ADA, email: null, phone: '602-555-0177' })
    await workspace.settle()
    account.update('people', remoteId, { stage: 'Nurture' })
    await workspace.settle()
    expect(await account.onlyContact()).toMatchObject({ id, address: null, email: null })
    expect((await account.contact(id)).optedOutChannels.toSorted()).toEqual(['call', 'email'])
    expect(await account.linkedContact(remoteId)).toBe(id)
  },
)

test.each(['a new key', 'a resumption'] as const)(
  'a contact who was added while the sync was stopped gets the restrictions that are there after %s',
  async (way) => {
    account.person({ phones: [{ value: PHONE }], tags: ['Do Not Contact'] })
    account.person({ firstName: 'Olga', phones: [{ value: PHONE }], tags: ['Do Not Contact'] })
    await connectWith({ people: 'off' })
    workspace.fake.state.fault = () => ({ status: 401 })
    const before = await account.addContact({ ...ADA, phone: PHONE })
    await workspace.settle()
    expect(await account.status()).toMatchObject({ status: 'failed' })
    const after = await account.addContact({ firstName: 'Olga', lastName: 'Byron', phone: PHONE })
    workspace.fake.state.fault = () => undefined
    await (way === 'a new key' ? account.enterKey() : account.change({ isPaused: false }))
    await workspace.settle()
    expect(await account.contact(before)).toMatchObject({ doNotContact: true })
    expect(await account.contact(after)).toMatchObject({ doNotContact: true })
  },
)

test('a stop makes no contact the later side', async () => {
  await connectWith({})
  workspace.fake.state.fault = () => ({ status: 401 })
  await account.addContact({ ...ADA, phone: PHONE, city: 'Tempe' })
  await workspace.settle()
  workspace.fake.state.fault = () => undefined
  workspace.fake.state.sendsHooks = false
  const remote = account.person({ phones: [{ value: PHONE }], addresses: [{ city: 'Mesa' }] })
  Object.assign(remote, { updated: new Date(Date.now() + 1).toISOString() })
  await account.enterKey()
  await workspace.settle()
  expect((await account.onlyContact()).city).toBe('Mesa')
})

test('with people off, nothing but restrictions is written there', async () => {
  const { id } = await addOnBothSides()
  await connectWith({ people: 'off' })
  await account.addNote(id, 'Ours')
  await account.owner.request('PATCH', `/api/contacts/${id}`, { city: 'Tempe' })
  await account.addContact()
  await workspace.settle()
  expect(account.writes()).toEqual([])
})

describe('when an owner lets more come in', () => {
  test('what stayed out before is read, with all that belongs to it', async () => {
    const { id: personId } = account.person()
    await connectWith({ people: 'off' })
    account.add('notes', { personId, body: 'Likes gardens' })
    account.add('tasks', { personId, name: 'Send listings', dueDate: '2030-05-01' })
    account.add('events', { personId, type: 'Property Inquiry', source: 'Zillow' })
    await workspace.settle()
    expect(await account.contacts()).toEqual([])

    await open({ people: 'in' })
    const { id, tasks } = await account.onlyContact()
    expect((await account.notes(id)).map(({ text }) => text)).toEqual(['Likes gardens'])
    expect(tasks.map(({ title }) => title)).toEqual(['Send listings'])
    expect(await account.status()).toMatchObject({ stage: 'done', linkedPeople: 1, waiting: 0 })
    expect(account.writes()).toEqual([])
  })

  test('the fields of people whose restrictions alone were synced are merged', async () => {
    const { id, remoteId } = await addOnBothSides()
    await connectWith({ people: 'off' })
    expect(await account.status()).toMatchObject({ linkedPeople: 0 })
    await open()
    expect(await account.contact(id)).toMatchObject({ firstName: 'Ada', address: '1 Main St' })
    expect(await account.linkedContact(remoteId)).toBe(id)
    expect(await account.status()).toMatchObject({ linkedPeople: 1 })
    account.update('people', remoteId, { firstName: 'Augusta' })
    await workspace.settle()
    expect(await account.contact(id)).toMatchObject({ firstName: 'Augusta' })
  })

  test.each(['notes', 'tasks', 'activities'] as const)('%s that were skipped are read once', async (kind) => {
    const { id: personId } = account.person()
    await connectWith({ [kind]: 'out' })
    account.add('notes', { personId, body: 'Note' })
    account.add('tasks', { personId, name: 'Task', dueDate: null })
    account.add('events', { personId, type: 'Unsubscribed' })
    await workspace.settle()
    const { id } = await account.onlyContact()
    const counts = async () => ({
      notes: (await account.notes(id)).length,
      tasks: (await account.contact(id)).tasks.length,
      activities: await workspace.app.owner.value<number>(
        'select count(*)::integer from activities where contact_id = $1',
        [id],
      ),
    })
    const ALL = { notes: 1, tasks: 1, activities: 1 }
    expect(await counts()).toEqual({ ...ALL, [kind]: 0 })
    await open()
    expect(await counts()).toEqual(ALL)
    await open({ [kind]: 'out' })
    await open()
    expect(await counts()).toEqual(ALL)
    const optOuts = `select count(*)::integer from contact_consents where contact_id = $1`
    expect(await workspace.app.owner.value(optOuts, [id])).toBe(1)
  })

  test('the count of people without a name stays when no people are read again', async () => {
    account.person({ firstName: null })
    await connectWith({ notes: 'out' })
    await open()
    expect(await account.status()).toMatchObject({ stage: 'done', skipped: 1 })
    await open({ people: 'out' })
    await open()
    expect(await account.status()).toMatchObject({ stage: 'done', skipped: 1 })
  })

  test('a contact who is added again is linked with all their data', async () => {
    const { id, remoteId } = await addOnBothSides()
    await connectWith({ people: 'off' })
    await account.owner.request('DELETE', `/api/contacts/${id}`)
    await workspace.settle()
    await open({ people: 'out' })
    const again = await account.addContact({ ...ADA, email: null, phone: PHONE })
    await workspace.settle()
    expect(await account.linkedContact(remoteId)).toBe(again)
    expect(await account.status()).toMatchObject({ linkedPeople: 1 })
  })

  test('an import under way goes back to what it left out', async () => {
    const { id: personId } = account.person()
    account.add('notes', { personId, body: 'Likes gardens' })
    let isFirst = true
    workspace.fake.state.fault = async ({ path, query }) => {
      if (!isFirst || path !== '/v1/tasks' || query.get('limit') === '1') return undefined
      isFirst = false
      await account.change({ directions: BOTH })
      return undefined
    }
    await connectWith({ notes: 'out' })
    expect(isFirst).toBe(false)
    expect(await account.notes((await account.onlyContact()).id)).toHaveLength(1)
  })
})
