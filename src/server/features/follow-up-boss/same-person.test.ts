import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

const PHONE = '602-555-0134'
const PHONES = [{ value: PHONE, type: 'mobile', isPrimary: true }]
const emailOf = (row: Record<string, unknown>) => (row.emails as { value: string }[])[0]?.value

describe('a person with the same address or number', () => {
  test('is not linked under another name, and the owner sees why', async () => {
    const remote = account.person({ lastName: null, phones: PHONES, tags: ['Do Not Call'] })
    await account.connect()
    const id = await account.addContact({ phone: PHONE })
    await workspace.settle()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await account.passTime()
      await workspace.settle()
    }
    expect(account.rows('people')).toMatchObject([{ id: remote.id, firstName: 'Ada', lastName: null }])
    expect((await account.contact(id)).optedOutChannels).toEqual([])
    expect(await account.status()).toMatchObject({
      ...{ linkedPeople: 0, waiting: 0 },
      failures: [{ count: 1, problem: expect.stringContaining('under another name') }],
    })
  })

  test('is found by each of their addresses instead of being added a second time', async () => {
    const email = `second-${account.apiKey}@example.com`
    const id = await account.addContact({ firstName: 'Ada', lastName: 'Byron', email })
    const emails = [{ value: `first-${account.apiKey}@example.com`, isPrimary: true }, { value: email }]
    const remote = account.person({ emails, tags: ['Do Not Contact'] })
    await account.connect()
    expect(await account.onlyContact()).toMatchObject({ id, doNotContact: true })
    expect(await account.linkedContact(remote.id)).toBe(id)
  })

  test('is linked rather than their other record in the trash', async () => {
    await account.connect()
    await account.change({ directions: { people: 'out', notes: 'both', tasks: 'both', activities: 'both' } })
    workspace.fake.state.sendsHooks = false
    const remote = account.person({ phones: PHONES })
    account.person({ phones: PHONES, stage: 'Trash' })
    const id = await account.addContact({ firstName: 'Ada', lastName: 'Byron', phone: PHONE })
    await workspace.settle()
    const linked = await workspace.app.owner.column(
      'select remote_id::integer from follow_up_boss_links where contact_id = $1',
      [id],
    )
    expect(linked).toEqual([remote.id])
  })

  test('brings nothing of a deleted contact back when the contact is added again', async () => {
    const remote = account.person({
      phones: PHONES,
      addresses: [{ street: '1 Main St', city: 'Mesa', state: 'AZ', code: '85201' }],
    })
    await account.connect()
    await account.owner.request('DELETE', `/api/contacts/${await account.linkedContact(remote.id)}`)
    await workspace.settle()
    const id = await account.addContact({ firstName: 'Ada', lastName: 'Byron', email: emailOf(remote) })
    await workspace.settle()
    expect(await account.linkedContact(remote.id)).toBe(id)
    expect(await account.contact(id)).toMatchObject({ phone: null, address: null, city: null })
    account.update('people', remote.id, { firstName: 'Augusta' })
    await workspace.settle()
    expect(await account.contact(id)).toMatchObject({ firstName: 'Augusta', phone: null, address: null })
    expect(account.rows('people')).toHaveLength(1)
  })
})

describe('a second record there', () => {
  test('gets the restrictions of the contact, and nothing else', async () => {
    const emails = [{ value: `twice-${account.apiKey}@example.com`, isPrimary: true }]
    const [first, second] = [account.person({ emails }), account.person({ emails })]
    await account.connect()
    const id = await account.linkedContact(first.id)
    expect(await account.linkedContact(second.id)).toBe(id)
    await account.optOut(id, { doNotContact: true, channel: 'call' })
    await account.owner.request('PATCH', `/api/contacts/${id}`, { city: 'Mesa' })
    await workspace.settle()
    expect(account.rows('people').map(({ tags }) => tags)).toEqual([['Do Not Call'], ['Do Not Call']])
    expect(account.rows('people').filter(({ addresses }) => (addresses as []).length > 0)).toHaveLength(1)
    const calls = workspace.fake.calls.length
    await account.addNote(id, 'A note')
    await workspace.settle()
    const reads = workspace.fake.calls.slice(calls).filter(({ path }) => path.startsWith('/v1/people'))
    expect(reads).toEqual([])
  })

  test('takes the place of a missing one, as after contacts were merged here', async () => {
    const remote = account.person()
    await account.connect()
    const id = await account.linkedContact(remote.id)
    await workspace.app.owner.run(
      'update follow_up_boss_links set local_id = gen_random_uuid() where contact_id = $1',
      [id],
    )
    await account.owner.request('PATCH', `/api/contacts/${id}`, { city: 'Mesa' })
    await workspace.settle()
    expect(account.rows('people')).toMatchObject([{ id: remote.id, addresses: [{ city: 'Mesa' }] }])
  })
})

describe('restrictions', () => {
  test('go both ways although a field is refused', async () => {
    const remote = account.person()
    await account.connect()
    const id = await account.linkedContact(remote.id)
    const taken = `taken-${account.apiKey}@example.com`
    await account.addContact({ email: taken })
    await workspace.settle()
    await account.optOut(id, { doNotContact: true, channel: 'text' })
    account.update('people', remote.id, { emails: [{ value: taken }], tags: ['Do Not Call'] })
    await workspace.settle()
    expect((await account.contact(id)).optedOutChannels.toSorted()).toEqual(['call', 'text'])
    expect(account.rows('people').find((row) => row.id === remote.id)?.tags).toEqual([
      'Do Not Call',
      'Do Not Text',
    ])
    expect(await account.status()).toMatchObject({ status: 'active', problem: null })
  })

  test('of a person who was moved to the trash still hold', async () => {
    const remote = account.person()
    await account.connect()
    const id = await account.linkedContact(remote.id)
    account.update('people', remote.id, { tags: ['Do Not Contact'], stage: 'Trash' })
    await workspace.settle()
    expect((await account.contact(id)).doNotContact).toBe(true)
  })
})
