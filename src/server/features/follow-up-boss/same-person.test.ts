import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { FollowUpBossStatus } from '#contract/follow-up-boss.ts'
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
  const { fake, app } = workspace
  apiKey = `fka_${crypto.randomUUID()}`
  fake.addAccount(apiKey)
  Object.assign(fake.state, { fault: () => undefined, limit: 250, afterWrite: undefined, sendsHooks: true })
  fake.passWindow()
  fake.calls.length = 0
  owner = await app.subscriber(`${apiKey}@example.com`)
})

const PHONE = '602-555-0134'

function person(fields: Record<string, unknown> = {}) {
  return workspace.fake.add(apiKey, 'people', {
    ...{ firstName: 'Ada', lastName: 'Byron' },
    emails: [{ value: `ada-${crypto.randomUUID()}@example.com`, type: 'home', isPrimary: true }],
    phones: [{ value: PHONE, type: 'mobile', isPrimary: true }],
    ...fields,
  })
}

const emailOf = (row: Record<string, unknown>) => (row.emails as { value: string }[])[0]?.value

async function addContact(fields: object): Promise<string> {
  const added = await owner.request('POST', '/api/contacts', {
    firstName: 'Ada',
    lastName: 'Byron',
    ...fields,
  })
  expect(added.status).toBe(201)
  return (added.json as { id: string }).id
}

const contact = async (id: string): Promise<ContactDetail> =>
  (await owner.request('GET', `/api/contacts/${id}`)).json
const status = async () =>
  ((await owner.request('GET', '/api/follow-up-boss')).json as FollowUpBossStatus).connection
const people = () => workspace.fake.rows(apiKey, 'people')
const optOut = (id: string, body: object) =>
  owner.request('PATCH', `/api/contacts/${id}/do-not-contact`, { reason: 'They said so', ...body })

async function linkedContact(remoteId: number): Promise<string> {
  return workspace.app.owner.value(
    `select contact_id from follow_up_boss_links where resource = 'people' and remote_id = $1`,
    [remoteId],
  )
}

describe('a person with the same address or number', () => {
  test('is not linked under another name, and the owner sees why', async () => {
    const remote = person({ lastName: null, tags: ['Do Not Call'] })
    await workspace.connect(owner, apiKey)
    const id = await addContact({ firstName: 'Grace', lastName: 'Hopper', phone: PHONE })
    await workspace.settle()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await workspace.passTime(owner)
      await workspace.settle()
    }
    expect(people()).toMatchObject([{ id: remote.id, firstName: 'Ada', lastName: null }])
    expect((await contact(id)).optedOutChannels).toEqual([])
    expect(await status()).toMatchObject({
      ...{ linkedPeople: 0, waiting: 0 },
      failures: [{ count: 1, problem: expect.stringContaining('under another name') }],
    })
  })

  test('brings nothing of a deleted contact back when the contact is added again', async () => {
    const remote = person({ addresses: [{ street: '1 Main St', city: 'Mesa', state: 'AZ', code: '85201' }] })
    await workspace.connect(owner, apiKey)
    await owner.request('DELETE', `/api/contacts/${await linkedContact(remote.id)}`)
    await workspace.settle()
    const id = await addContact({ email: emailOf(remote) })
    await workspace.settle()
    expect(await linkedContact(remote.id)).toBe(id)
    expect(await contact(id)).toMatchObject({ phone: null, address: null, city: null })
    workspace.fake.update(apiKey, 'people', remote.id, { firstName: 'Augusta' })
    await workspace.settle()
    expect(await contact(id)).toMatchObject({ firstName: 'Augusta', phone: null, address: null })
    expect(people()).toHaveLength(1)
  })
})

describe('a second record there', () => {
  test('gets the restrictions of the contact, and nothing else', async () => {
    const emails = [{ value: `twice-${apiKey}@example.com`, isPrimary: true }]
    const [first, second] = [person({ emails, phones: [] }), person({ emails, phones: [] })]
    await workspace.connect(owner, apiKey)
    const id = await linkedContact(first.id)
    expect(await linkedContact(second.id)).toBe(id)
    await optOut(id, { doNotContact: true, channel: 'call' })
    await owner.request('PATCH', `/api/contacts/${id}`, { city: 'Mesa' })
    await workspace.settle()
    expect(people().map(({ tags }) => tags)).toEqual([['Do Not Call'], ['Do Not Call']])
    expect(people().filter(({ addresses }) => (addresses as []).length > 0)).toHaveLength(1)
    const calls = workspace.fake.calls.length
    await owner.request('POST', `/api/contacts/${id}/notes`, { text: 'A note', isPinned: false })
    await workspace.settle()
    const reads = workspace.fake.calls.slice(calls).filter(({ path }) => path.startsWith('/v1/people'))
    expect(reads).toEqual([])
  })

  test('takes the place of a missing one, as after contacts were merged here', async () => {
    const remote = person()
    await workspace.connect(owner, apiKey)
    const id = await linkedContact(remote.id)
    await workspace.app.owner.run(
      'update follow_up_boss_links set local_id = gen_random_uuid() where contact_id = $1',
      [id],
    )
    await owner.request('PATCH', `/api/contacts/${id}`, { city: 'Mesa' })
    await workspace.settle()
    expect(people()).toMatchObject([{ id: remote.id, addresses: [{ city: 'Mesa' }] }])
  })
})

describe('restrictions', () => {
  test('go both ways although a field is refused', async () => {
    const remote = person({ phones: [] })
    await workspace.connect(owner, apiKey)
    const id = await linkedContact(remote.id)
    const taken = `taken-${apiKey}@example.com`
    await addContact({ email: taken })
    await workspace.settle()
    await optOut(id, { doNotContact: true, channel: 'text' })
    workspace.fake.update(apiKey, 'people', remote.id, { emails: [{ value: taken }], tags: ['Do Not Call'] })
    await workspace.settle()
    expect((await contact(id)).optedOutChannels.toSorted()).toEqual(['call', 'text'])
    expect(people().find((row) => row.id === remote.id)?.tags).toEqual(['Do Not Call', 'Do Not Text'])
    expect(await status()).toMatchObject({ status: 'active', problem: null })
  })

  test('of a person who was moved to the trash still hold', async () => {
    const remote = person()
    await workspace.connect(owner, apiKey)
    const id = await linkedContact(remote.id)
    workspace.fake.update(apiKey, 'people', remote.id, { tags: ['Do Not Contact'], stage: 'Trash' })
    await workspace.settle()
    expect((await contact(id)).doNotContact).toBe(true)
  })
})
