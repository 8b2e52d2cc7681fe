import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signatureOf } from '#server/platform/follow-up-boss/signature.ts'
import { SYSTEM } from '#test/fakes/follow-up-boss.ts'
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

describe('limits and failures', () => {
  test('wait as long as Follow Up Boss says, and hold up no other organization', async () => {
    await account.connect()
    const other = await workspace.addAccount()
    await other.connect()
    let isBusy = true
    workspace.fake.state.fault = ({ body }) =>
      isBusy && body.firstName === 'Grace' ? { status: 429, headers: { 'retry-after': '60' } } : undefined
    await account.addContact()
    await other.addContact({ firstName: 'Olga' })
    await workspace.settle()
    expect(await account.status()).toMatchObject({ status: 'active', problem: 'busy', waiting: 1 })
    expect(account.rows('people')).toEqual([])
    expect(other.rows('people')).toHaveLength(1)
    isBusy = false
    const calls = workspace.fake.calls.length
    await workspace.settle()
    expect(workspace.fake.calls).toHaveLength(calls)
    await account.passTime()
    await workspace.settle()
    expect(account.rows('people')).toHaveLength(1)
    expect(await account.status()).toMatchObject({ problem: null, waiting: 0 })
  })

  test('leave the last calls of a window to other programs', async () => {
    workspace.fake.state.limit = 30
    for (let index = 0; index < 40; index += 1) await account.addContact()
    await account.connect()
    for (let window = 0; window < 5; window += 1) {
      await account.passTime()
      await workspace.settle()
    }
    expect(account.rows('people')).toHaveLength(40)
    expect(new Set(account.rows('people').map(({ emails }) => JSON.stringify(emails))).size).toBe(40)
  })

  test('try again after errors of the server, and give up a change that is refused', async () => {
    await account.connect()
    workspace.fake.state.fault = () => ({ status: 503 })
    await account.addContact()
    await workspace.settle()
    expect(await account.status()).toMatchObject({ status: 'active', problem: 'down', waiting: 1 })
    workspace.fake.state.fault = ({ method, path }) =>
      method === 'POST' && path === '/v1/people' ? { status: 400 } : undefined
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await account.passTime()
      await workspace.settle()
    }
    expect(await account.status()).toMatchObject({
      ...{ problem: null, waiting: 0 },
      failures: [{ problem: "Follow Up Boss didn't accept the change.", count: 1 }],
    })
  })

  test('add nothing twice when answers are lost, as when a process is killed', async () => {
    await account.connect()
    const id = await account.addContact()
    await account.addNote(id, 'Wants a porch')
    await account.owner.request('POST', '/api/tasks', {
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
      await account.passTime()
      await workspace.settle()
    }
    expect(lost).toBeGreaterThan(0)
    const counts = (['people', 'notes', 'tasks'] as const).map((resource) => account.rows(resource).length)
    expect(counts).toEqual([1, 1, 1])
    expect(await account.notes(id)).toHaveLength(1)
    expect((await account.contact(id)).tasks).toHaveLength(1)
  })

  test('take over the work of a process that died in the middle of an import', async () => {
    for (let index = 0; index < 3; index += 1) account.person()
    await account.enterKey()
    await account.owner.request('POST', '/api/follow-up-boss/import')
    // The dead process has a lease and added the first person.
    const organizationId = account.organizationId
    await workspace.app.owner.run(
      `update follow_up_boss_connections set leased_until = now() + interval '1 minute' where organization_id = $1`,
      [organizationId],
    )
    await workspace.settle()
    expect(await account.contacts()).toEqual([])
    await account.passTime()
    await workspace.settle()
    await workspace.app.owner.run(
      `update follow_up_boss_connections set stage = 'people', stage_cursor = null where organization_id = $1`,
      [organizationId],
    )
    await workspace.settle()
    expect(await account.contacts()).toHaveLength(3)
    expect(account.rows('people')).toHaveLength(3)
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
      [account.organizationId],
    )}`

  test('are accepted only with the right signature, and repeating them changes nothing', async () => {
    workspace.fake.state.sendsHooks = false
    await account.connect()
    const { id } = account.person()
    const event = { eventId: 'e1', event: 'peopleCreated', resourceIds: [id], uri: 'http://169.254.169.254/' }
    const refused = await send(await path(), event, signatureOf(Buffer.from('{}'), SYSTEM.systemKey))
    expect(refused.status).toBe(404)
    await workspace.settle()
    expect(await account.contacts()).toEqual([])
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect((await send(await path(), event)).status).toBe(204)
      await workspace.settle()
    }
    expect(await account.contacts()).toHaveLength(1)
    expect(workspace.fake.calls.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  test("of another organization's account read only the own account", async () => {
    workspace.fake.state.sendsHooks = false
    await account.connect()
    const otherKey = `other_${account.apiKey}`
    workspace.fake.addAccount(otherKey)
    const { id } = workspace.fake.add(otherKey, 'people', { firstName: 'Eve', lastName: 'Other' })
    expect((await send(await path(), { event: 'peopleCreated', resourceIds: [id] })).status).toBe(204)
    await workspace.settle()
    expect(await account.contacts()).toEqual([])
    const unknown = `/api/follow-up-boss/hooks/${crypto.randomUUID()}`
    expect((await send(unknown, { event: 'peopleCreated', resourceIds: [id] })).status).toBe(204)
  })

  test('are replaced by polling when they are lost', async () => {
    await account.connect()
    workspace.fake.state.sendsHooks = false
    const { id: personId } = account.person()
    account.add('notes', { personId, body: 'Missed' })
    await workspace.settle()
    expect(await account.contacts()).toEqual([])
    await account.passTime()
    await workspace.settle()
    const notes = await account.notes((await account.onlyContact()).id)
    expect(notes.map(({ text }) => text)).toEqual(['Missed'])
  })
})

describe('the owner', () => {
  test('pauses, resumes and disconnects; nothing is deleted on either side', async () => {
    const remote = account.person()
    await account.connect()
    await account.change({ isPaused: true })
    account.update('people', remote.id, { firstName: 'Augusta' })
    await workspace.settle()
    expect((await account.onlyContact()).firstName).toBe('Ada')
    await account.change({ isPaused: false })
    await workspace.settle()
    expect((await account.onlyContact()).firstName).toBe('Augusta')
    expect((await account.owner.request('DELETE', '/api/follow-up-boss')).status).toBe(204)
    await workspace.settle()
    expect(await account.status()).toBeNull()
    expect(workspace.fake.hooks().filter((hook) => hook.apiKey === account.apiKey)).toEqual([])
    expect([await account.contacts(), account.rows('people')].map(({ length }) => length)).toEqual([1, 1])
    expect(
      await workspace.app.owner.value(
        'select count(*)::int from follow_up_boss_links where organization_id = $1',
        [account.organizationId],
      ),
    ).toBe(0)
    await account.connect()
    expect(await account.contacts()).toHaveLength(1)
  })

  test('cannot replace the key by one of another account', async () => {
    await account.connect()
    await workspace.app.owner.run(
      'update follow_up_boss_connections set account_id = 999 where organization_id = $1',
      [account.organizationId],
    )
    const refused = await account.enterKey()
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('another account')])
  })

  test('has their work stopped while the organization is suspended', async () => {
    await account.connect()
    await workspace.app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`,
      [account.organizationId],
    )
    account.person()
    workspace.fake.calls.length = 0
    await workspace.settle()
    expect(workspace.fake.calls).toEqual([])
  })
})
