import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantTx } from '#server/platform/db/database.ts'
import {
  type FollowUpBossAccount,
  type FollowUpBossWorkspace,
  openFollowUpBoss,
} from '#test/workspaces/follow-up-boss.ts'
import * as queue from './store/queue.ts'

let workspace: FollowUpBossWorkspace
let account: FollowUpBossAccount

beforeAll(async () => {
  workspace = await openFollowUpBoss()
})
afterAll(() => workspace.close())
beforeEach(async () => {
  workspace.fake.reset()
  account = await workspace.addAccount()
  workspace.fake.state.limit = 10_000
})

const waitingContacts = () =>
  workspace.app.owner.value<number>(
    'select count(*)::integer from follow_up_boss_queue where organization_id = $1 and local_id is not null',
    [account.organizationId],
  )

/** Does something while the first person is being added there. */
function duringFirstWrite(work: () => Promise<unknown>): void {
  let isFirst = true
  workspace.fake.state.fault = async ({ method, path }) => {
    if (!isFirst || method !== 'POST' || path !== '/v1/people') return undefined
    isFirst = false
    await work()
    return undefined
  }
}

describe('an object', () => {
  test('waits again when a webhook names it while it is in work', async () => {
    await account.connect()
    const tenant = <T>(work: (tx: TenantTx) => Promise<T>) =>
      workspace.app.db.tenant(account.organizationId, work)
    const hear = () => tenant((tx) => queue.addRemote(tx, 'people', [77]))
    await hear()
    await hear()
    const [item, ...others] = await tenant((tx) => queue.listDue(tx, 10))
    expect([item?.ids.length, others]).toEqual([1, []])
    await tenant((tx) => queue.claim(tx, item?.ids ?? []))
    await hear()
    await tenant((tx) => queue.remove(tx, item?.ids ?? []))
    const waiting = await tenant((tx) => queue.listDue(tx, 10))
    expect(waiting).toMatchObject([{ resource: 'people', remoteId: 77, attempts: 0 }])
  })

  test('that an import could not store is tried again, then listed as a failure', async () => {
    const { id: personId } = account.person()
    account.add('tasks', { personId, name: 'On no day', dueDate: '2030-13-45' })
    await account.connect()
    expect(await account.status()).toMatchObject({ stage: 'done', waiting: 1 })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await account.passTime()
      await workspace.settle()
    }
    expect((await account.status())?.failures).toEqual([
      { problem: 'Something went wrong on our side.', count: 1 },
    ])
  })
})

describe('a poll', () => {
  test('goes on after the page at which it was cut short', async () => {
    const { id: personId } = account.person()
    await account.connect()
    workspace.fake.state.sendsHooks = false
    for (let index = 0; index < 120; index += 1) account.add('notes', { personId, body: `Note ${index}` })
    const pages: string[] = []
    let isDown = true
    workspace.fake.state.fault = ({ path, query }) => {
      if (path !== '/v1/notes') return undefined
      pages.push(query.get('next') ?? 'first')
      return isDown && query.get('next') ? { status: 503 } : undefined
    }
    await account.passTime()
    await workspace.settle()
    isDown = false
    await account.passTime()
    await workspace.settle()
    expect(pages).toEqual(['first', 'page-100', 'page-100'])
    const stored = await workspace.app.owner.value(
      'select count(*)::integer from contact_notes where organization_id = $1',
      [account.organizationId],
    )
    expect(stored).toBe(120)
  })

  test('asks for webhooks again that could not be set up', async () => {
    workspace.fake.state.isOwner = false
    await account.connect()
    expect(await account.status()).toMatchObject({ status: 'active', hasHooks: false })
    workspace.fake.state.isOwner = true
    await account.passTime()
    await workspace.settle()
    expect(await account.status()).toMatchObject({ hasHooks: true })
  })
})

describe('work in progress', () => {
  beforeEach(async () => {
    await account.connect()
    for (let index = 0; index < 3; index += 1) await account.addContact()
  })

  test('ends at once when the owner pauses the sync', async () => {
    duringFirstWrite(() => account.change({ isPaused: true }))
    await workspace.settle()
    expect(account.rows('people')).toHaveLength(1)
    await account.change({ isPaused: false })
    await workspace.settle()
    expect(account.rows('people')).toHaveLength(3)
  })

  test('ends when another process took it over, and leaves the lease to that one', async () => {
    const lease = `update follow_up_boss_connections set leased_until = now() + interval '5 minutes'
      where organization_id = $1`
    duringFirstWrite(() => workspace.app.owner.run(lease, [account.organizationId]))
    await workspace.settle()
    expect(account.rows('people')).toHaveLength(1)
    const isLeased = 'select leased_until > now() from follow_up_boss_connections where organization_id = $1'
    expect(await workspace.app.owner.value(isLeased, [account.organizationId])).toBe(true)
    await account.passTime()
    await workspace.settle()
    expect(account.rows('people')).toHaveLength(3)
  })
})

describe('all contacts', () => {
  const BOTH = { people: 'both', notes: 'both', tasks: 'both', activities: 'both' }

  test('are compared again, once, only when more may go over', async () => {
    await account.connect()
    await account.addContact()
    await workspace.settle()
    await account.change({ isPaused: true })
    await account.change({ directions: { ...BOTH, notes: 'off' } })
    await account.change({ sharesInsights: false })
    expect(await waitingContacts()).toBe(0)
    await account.change({ directions: BOTH })
    await account.change({ sharesInsights: true })
    expect(await waitingContacts()).toBe(1)
  })

  test('are compared again after a refused key, and pile up no changes before', async () => {
    await account.connect()
    await account.addContact()
    workspace.fake.state.fault = () => ({ status: 401 })
    await workspace.settle()
    await account.addContact()
    expect(await waitingContacts()).toBe(0)
    workspace.fake.state.fault = () => undefined
    await account.enterKey()
    await workspace.settle()
    expect(account.rows('people')).toHaveLength(2)
  })
})

test('a note written here is no later change of the contact', async () => {
  const remote = account.person()
  await account.connect()
  const { id } = await account.onlyContact()
  workspace.fake.state.sendsHooks = false
  await account.owner.request('PATCH', `/api/contacts/${id}`, { firstName: 'Adele' })
  await workspace.app.owner.run(
    `update follow_up_boss_queue set changed_at = now() - interval '1 hour' where organization_id = $1`,
    [account.organizationId],
  )
  account.update('people', remote.id, { firstName: 'Augusta' })
  Object.assign(remote, { updated: new Date(Date.now() - 30 * 60_000).toISOString() })
  await account.addNote(id, 'A note')
  await workspace.settle()
  expect((await account.onlyContact()).firstName).toBe('Augusta')
})
