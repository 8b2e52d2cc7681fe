import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { FollowUpBossStatus } from '#contract/follow-up-boss.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Person } from '#test/test-app.ts'
import { type FollowUpBossWorkspace, openFollowUpBoss } from '#test/workspaces/follow-up-boss.ts'
import * as queue from './store/queue.ts'

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
  Object.assign(fake.state, { fault: () => undefined, limit: 10_000, sendsHooks: true, isOwner: true })
  fake.passWindow()
  fake.calls.length = 0
  owner = await app.subscriber(`${apiKey}@example.com`)
})

const person = (fields: Record<string, unknown> = {}) =>
  workspace.fake.add(apiKey, 'people', {
    ...{ firstName: 'Ada', lastName: 'Byron' },
    emails: [{ value: `ada-${crypto.randomUUID()}@example.com`, type: 'home', isPrimary: true }],
    ...fields,
  })
const addContact = () => {
  const email = `grace-${crypto.randomUUID()}@example.com`
  return owner.request('POST', '/api/contacts', { firstName: 'Grace', lastName: 'Hopper', email })
}
const onlyContact = async (): Promise<ContactDetail> => {
  const [{ id }] = (await owner.request('GET', '/api/contacts?limit=100')).json as [{ id: string }]
  return (await owner.request('GET', `/api/contacts/${id}`)).json
}
const status = async () =>
  ((await owner.request('GET', '/api/follow-up-boss')).json as FollowUpBossStatus).connection
const change = (body: object) => owner.request('PATCH', '/api/follow-up-boss', body)
const people = () => workspace.fake.rows(apiKey, 'people')
const waitingContacts = () =>
  workspace.app.owner.value<number>(
    'select count(*)::integer from follow_up_boss_queue where organization_id = $1 and local_id is not null',
    [owner.organizationId],
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
    await workspace.connect(owner, apiKey)
    const tenant = <T>(work: (tx: TenantTx) => Promise<T>) =>
      workspace.app.db.tenant(parseOrganizationId(owner.organizationId), work)
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
    const { id: personId } = person()
    workspace.fake.add(apiKey, 'tasks', { personId, name: 'On no day', dueDate: '2030-13-45' })
    await workspace.connect(owner, apiKey)
    expect(await status()).toMatchObject({ stage: 'done', waiting: 1 })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await workspace.passTime(owner)
      await workspace.settle()
    }
    expect((await status())?.failures).toEqual([{ problem: 'Something went wrong on our side.', count: 1 }])
  })
})

describe('a poll', () => {
  test('goes on after the page at which it was cut short', async () => {
    const { id: personId } = person()
    await workspace.connect(owner, apiKey)
    workspace.fake.state.sendsHooks = false
    for (let index = 0; index < 120; index += 1)
      workspace.fake.add(apiKey, 'notes', { personId, body: `Note ${index}` })
    const pages: string[] = []
    let isDown = true
    workspace.fake.state.fault = ({ path, query }) => {
      if (path !== '/v1/notes') return undefined
      pages.push(query.get('next') ?? 'first')
      return isDown && query.get('next') ? { status: 503 } : undefined
    }
    await workspace.passTime(owner)
    await workspace.settle()
    isDown = false
    await workspace.passTime(owner)
    await workspace.settle()
    expect(pages).toEqual(['first', 'page-100', 'page-100'])
    const stored = await workspace.app.owner.value(
      'select count(*)::integer from contact_notes where organization_id = $1',
      [owner.organizationId],
    )
    expect(stored).toBe(120)
  })

  test('asks for webhooks again that could not be set up', async () => {
    workspace.fake.state.isOwner = false
    await workspace.connect(owner, apiKey)
    expect(await status()).toMatchObject({ status: 'active', hasHooks: false })
    workspace.fake.state.isOwner = true
    await workspace.passTime(owner)
    await workspace.settle()
    expect(await status()).toMatchObject({ hasHooks: true })
  })
})

describe('work in progress', () => {
  beforeEach(async () => {
    await workspace.connect(owner, apiKey)
    for (let index = 0; index < 3; index += 1) await addContact()
  })

  test('ends at once when the owner pauses the sync', async () => {
    duringFirstWrite(() => change({ isPaused: true }))
    await workspace.settle()
    expect(people()).toHaveLength(1)
    await change({ isPaused: false })
    await workspace.settle()
    expect(people()).toHaveLength(3)
  })

  test('ends when another process took it over, and leaves the lease to that one', async () => {
    const lease = `update follow_up_boss_connections set leased_until = now() + interval '5 minutes'
      where organization_id = $1`
    duringFirstWrite(() => workspace.app.owner.run(lease, [owner.organizationId]))
    await workspace.settle()
    expect(people()).toHaveLength(1)
    const isLeased = 'select leased_until > now() from follow_up_boss_connections where organization_id = $1'
    expect(await workspace.app.owner.value(isLeased, [owner.organizationId])).toBe(true)
    await workspace.passTime(owner)
    await workspace.settle()
    expect(people()).toHaveLength(3)
  })
})

describe('all contacts', () => {
  const BOTH = { people: 'both', notes: 'both', tasks: 'both', activities: 'both' }

  test('are compared again, once, only when more may go over', async () => {
    await workspace.connect(owner, apiKey)
    await addContact()
    await workspace.settle()
    await change({ isPaused: true })
    await change({ directions: { ...BOTH, notes: 'off' } })
    await change({ sharesInsights: false })
    expect(await waitingContacts()).toBe(0)
    await change({ directions: BOTH })
    await change({ sharesInsights: true })
    expect(await waitingContacts()).toBe(1)
  })

  test('are compared again after a refused key, and pile up no changes before', async () => {
    await workspace.connect(owner, apiKey)
    await addContact()
    workspace.fake.state.fault = () => ({ status: 401 })
    await workspace.settle()
    await addContact()
    expect(await waitingContacts()).toBe(0)
    workspace.fake.state.fault = () => undefined
    await owner.request('POST', '/api/follow-up-boss', { apiKey })
    await workspace.settle()
    expect(people()).toHaveLength(2)
  })
})

test('a note written here is no later change of the contact', async () => {
  const remote = person()
  await workspace.connect(owner, apiKey)
  const { id } = await onlyContact()
  workspace.fake.state.sendsHooks = false
  await owner.request('PATCH', `/api/contacts/${id}`, { firstName: 'Adele' })
  await workspace.app.owner.run(
    `update follow_up_boss_queue set changed_at = now() - interval '1 hour' where organization_id = $1`,
    [owner.organizationId],
  )
  workspace.fake.update(apiKey, 'people', remote.id, { firstName: 'Augusta' })
  Object.assign(remote, { updated: new Date(Date.now() - 30 * 60_000).toISOString() })
  await owner.request('POST', `/api/contacts/${id}/notes`, { text: 'A note', isPinned: false })
  await workspace.settle()
  expect((await onlyContact()).firstName).toBe('Augusta')
})
