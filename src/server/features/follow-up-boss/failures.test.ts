import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { FollowUpBossStatus } from '#contract/follow-up-boss.ts'
import { signatureOf } from '#server/platform/follow-up-boss/signature.ts'
import { SYSTEM } from '#test/fakes/follow-up-boss.ts'
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

function person(fields: Record<string, unknown> = {}) {
  return workspace.fake.add(apiKey, 'people', {
    ...{ firstName: 'Ada', lastName: 'Byron' },
    emails: [{ value: `ada-${crypto.randomUUID()}@example.com`, type: 'home', isPrimary: true }],
    phones: [{ value: '602-555-0134', type: 'mobile', isPrimary: true }],
    ...fields,
  })
}

async function addContact(fields: object = {}): Promise<string> {
  const email = `grace-${crypto.randomUUID()}@example.com`
  const input = { firstName: 'Grace', lastName: 'Hopper', email, ...fields }
  return ((await owner.request('POST', '/api/contacts', input)).json as { id: string }).id
}

const contacts = async (): Promise<{ id: string }[]> =>
  (await owner.request('GET', '/api/contacts?limit=100')).json
const contact = async (id: string): Promise<ContactDetail> =>
  (await owner.request('GET', `/api/contacts/${id}`)).json
async function firstId(): Promise<string> {
  const [first] = await contacts()
  if (!first) throw new Error('There is no contact')
  return first.id
}
const status = async () =>
  ((await owner.request('GET', '/api/follow-up-boss')).json as FollowUpBossStatus).connection
const rows = (resource: 'people' | 'notes' | 'tasks' | 'events') => workspace.fake.rows(apiKey, resource)

describe('limits and failures', () => {
  test('wait as long as Follow Up Boss says, and hold up no other organization', async () => {
    await workspace.connect(owner, apiKey)
    const other = await workspace.app.subscriber(`other-${apiKey}@example.com`)
    const otherKey = `other_${apiKey}`
    workspace.fake.addAccount(otherKey)
    await workspace.connect(other, otherKey)
    let isBusy = true
    workspace.fake.state.fault = ({ body }) =>
      isBusy && body.firstName === 'Grace' ? { status: 429, headers: { 'retry-after': '60' } } : undefined
    await addContact()
    await other.request('POST', '/api/contacts', {
      firstName: 'Olga',
      lastName: 'Ng',
      email: 'olga@example.com',
    })
    await workspace.settle()
    expect(await status()).toMatchObject({ status: 'active', problem: 'busy', waiting: 1 })
    expect(rows('people')).toEqual([])
    expect(workspace.fake.rows(otherKey, 'people')).toHaveLength(1)
    isBusy = false
    const calls = workspace.fake.calls.length
    await workspace.settle()
    expect(workspace.fake.calls).toHaveLength(calls)
    await workspace.passTime(owner)
    await workspace.settle()
    expect(rows('people')).toHaveLength(1)
    expect(await status()).toMatchObject({ problem: null, waiting: 0 })
  })

  test('leave the last calls of a window to other programs', async () => {
    workspace.fake.state.limit = 30
    for (let index = 0; index < 40; index += 1) await addContact()
    await workspace.connect(owner, apiKey)
    for (let window = 0; window < 5; window += 1) {
      await workspace.passTime(owner)
      await workspace.settle()
    }
    expect(rows('people')).toHaveLength(40)
    expect(new Set(rows('people').map(({ emails }) => JSON.stringify(emails))).size).toBe(40)
  })

  test('try again after errors of the server, and give up a change that is refused', async () => {
    await workspace.connect(owner, apiKey)
    workspace.fake.state.fault = () => ({ status: 503 })
    await addContact()
    await workspace.settle()
    expect(await status()).toMatchObject({ status: 'active', problem: 'down', waiting: 1 })
    workspace.fake.state.fault = ({ method, path }) =>
      method === 'POST' && path === '/v1/people' ? { status: 400 } : undefined
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await workspace.passTime(owner)
      await workspace.settle()
    }
    expect(await status()).toMatchObject({
      ...{ problem: null, waiting: 0 },
      failures: [{ problem: "Follow Up Boss didn't accept the change.", count: 1 }],
    })
  })

  test('stop at a revoked key with a message, until the owner enters a new one', async () => {
    await workspace.connect(owner, apiKey)
    workspace.fake.state.fault = () => ({ status: 401 })
    await addContact()
    await workspace.settle()
    expect(await status()).toMatchObject({ status: 'failed', problem: 'key' })
    const refused = await owner.request('POST', '/api/follow-up-boss', { apiKey })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('refused this API key')])
    workspace.fake.state.fault = () => undefined
    expect((await owner.request('POST', '/api/follow-up-boss', { apiKey })).status).toBe(200)
    await workspace.settle()
    expect(await status()).toMatchObject({ status: 'active', problem: null, waiting: 0 })
    expect(rows('people')).toHaveLength(1)
  })

  test('add nothing twice when answers are lost, as when a process is killed', async () => {
    await workspace.connect(owner, apiKey)
    const id = await addContact()
    await owner.request('POST', `/api/contacts/${id}/notes`, { text: 'Wants a porch', isPinned: false })
    await owner.request('POST', '/api/tasks', {
      contactId: id,
      title: 'Call Grace',
      dueDate: '2030-04-02T23:59:59.000Z',
    })
    // Each write arrives, but its answer doesn't.
    let lost = 0
    workspace.fake.state.afterWrite = () => {
      lost += 1
    }
    await workspace.settle()
    for (let round = 0; round < 6; round += 1) {
      // Every second time the answer arrives.
      workspace.fake.state.afterWrite = round % 2 === 0 ? undefined : () => undefined
      await workspace.passTime(owner)
      await workspace.settle()
    }
    expect(lost).toBeGreaterThan(0)
    expect([rows('people').length, rows('notes').length, rows('tasks').length]).toEqual([1, 1, 1])
    expect(
      ((await owner.request('GET', `/api/contacts/${id}/notes`)).json as { items: [] }).items,
    ).toHaveLength(1)
    expect((await contact(id)).tasks).toHaveLength(1)
  })

  test('take over the work of a process that died in the middle of an import', async () => {
    for (let index = 0; index < 3; index += 1) person({ phones: [] })
    await owner.request('POST', '/api/follow-up-boss', { apiKey })
    await owner.request('POST', '/api/follow-up-boss/import')
    // The dead process has a lease and added the first person.
    const organizationId = owner.organizationId
    await workspace.app.owner.run(
      `update follow_up_boss_connections set leased_until = now() + interval '1 minute' where organization_id = $1`,
      [organizationId],
    )
    await workspace.settle()
    expect(await contacts()).toEqual([])
    await workspace.passTime(owner)
    await workspace.settle()
    await workspace.app.owner.run(
      `update follow_up_boss_connections set stage = 'people', stage_cursor = null where organization_id = $1`,
      [organizationId],
    )
    await workspace.settle()
    expect(await contacts()).toHaveLength(3)
    expect(rows('people')).toHaveLength(3)
  })
})

describe('webhooks', () => {
  const send = (path: string, payload: object, signature?: string) => {
    const body = JSON.stringify(payload)
    return workspace.app.visitor('POST', path, body, {
      'content-type': 'application/json',
      'fub-signature': signature ?? signatureOf(Buffer.from(body), SYSTEM.systemKey),
    })
  }
  const path = async () =>
    `/api/follow-up-boss/hooks/${await workspace.app.owner.value(
      'select hook_id from follow_up_boss_connections where organization_id = $1',
      [owner.organizationId],
    )}`

  test('are accepted only with the right signature, and repeating them changes nothing', async () => {
    workspace.fake.state.sendsHooks = false
    await workspace.connect(owner, apiKey)
    const { id } = person()
    const event = { eventId: 'e1', event: 'peopleCreated', resourceIds: [id], uri: 'http://169.254.169.254/' }
    const refused = await send(await path(), event, signatureOf(Buffer.from('{}'), SYSTEM.systemKey))
    expect(refused.status).toBe(404)
    await workspace.settle()
    expect(await contacts()).toEqual([])
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect((await send(await path(), event)).status).toBe(204)
      await workspace.settle()
    }
    expect(await contacts()).toHaveLength(1)
    expect(workspace.fake.calls.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  test("of another organization's account read only the own account", async () => {
    workspace.fake.state.sendsHooks = false
    await workspace.connect(owner, apiKey)
    const otherKey = `other_${apiKey}`
    workspace.fake.addAccount(otherKey)
    const { id } = workspace.fake.add(otherKey, 'people', { firstName: 'Eve', lastName: 'Other' })
    expect((await send(await path(), { event: 'peopleCreated', resourceIds: [id] })).status).toBe(204)
    await workspace.settle()
    expect(await contacts()).toEqual([])
    const unknown = `/api/follow-up-boss/hooks/${crypto.randomUUID()}`
    expect((await send(unknown, { event: 'peopleCreated', resourceIds: [id] })).status).toBe(204)
  })

  test('are replaced by polling when they are lost', async () => {
    await workspace.connect(owner, apiKey)
    workspace.fake.state.sendsHooks = false
    const { id: personId } = person()
    workspace.fake.add(apiKey, 'notes', { personId, body: 'Missed' })
    await workspace.settle()
    expect(await contacts()).toEqual([])
    await workspace.passTime(owner)
    await workspace.settle()
    const notes = (await owner.request('GET', `/api/contacts/${await firstId()}/notes`)).json as {
      items: { text: string }[]
    }
    expect(notes.items.map(({ text }) => text)).toEqual(['Missed'])
  })
})

describe('the owner', () => {
  test('pauses, resumes and disconnects; nothing is deleted on either side', async () => {
    const remote = person()
    await workspace.connect(owner, apiKey)
    await owner.request('PATCH', '/api/follow-up-boss', { isPaused: true })
    workspace.fake.update(apiKey, 'people', remote.id, { firstName: 'Augusta' })
    await workspace.settle()
    expect((await contact(await firstId())).firstName).toBe('Ada')
    await owner.request('PATCH', '/api/follow-up-boss', { isPaused: false })
    await workspace.settle()
    expect((await contact(await firstId())).firstName).toBe('Augusta')
    expect((await owner.request('DELETE', '/api/follow-up-boss')).status).toBe(204)
    await workspace.settle()
    expect(await status()).toBeNull()
    expect(workspace.fake.hooks().filter((hook) => hook.apiKey === apiKey)).toEqual([])
    expect([await contacts(), rows('people')].map(({ length }) => length)).toEqual([1, 1])
    expect(
      await workspace.app.owner.value(
        'select count(*)::int from follow_up_boss_links where organization_id = $1',
        [owner.organizationId],
      ),
    ).toBe(0)
    await workspace.connect(owner, apiKey)
    expect(await contacts()).toHaveLength(1)
  })

  test('cannot replace the key by one of another account', async () => {
    await workspace.connect(owner, apiKey)
    await workspace.app.owner.run(
      'update follow_up_boss_connections set account_id = 999 where organization_id = $1',
      [owner.organizationId],
    )
    const refused = await owner.request('POST', '/api/follow-up-boss', { apiKey })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('another account')])
  })

  test('has their work stopped while the organization is suspended', async () => {
    await workspace.connect(owner, apiKey)
    await workspace.app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`,
      [owner.organizationId],
    )
    person()
    workspace.fake.calls.length = 0
    await workspace.settle()
    expect(workspace.fake.calls).toEqual([])
  })
})
