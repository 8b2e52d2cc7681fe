import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { FollowUpBossStatus } from '#contract/follow-up-boss.ts'
import { composeServices } from '#server/compose.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Person } from '#test/test-app.ts'
import { type FollowUpBossWorkspace, openFollowUpBoss } from '#test/workspaces/follow-up-boss.ts'

let workspace: FollowUpBossWorkspace
let owner: Person

beforeAll(async () => {
  workspace = await openFollowUpBoss()
})
afterAll(() => workspace.close())
beforeEach(async () => {
  const apiKey = `fka_${crypto.randomUUID()}`
  workspace.fake.addAccount(apiKey)
  workspace.fake.state.fault = () => undefined
  workspace.fake.passWindow()
  owner = await workspace.app.subscriber(`${apiKey}@example.com`)
  await workspace.connect(owner, apiKey)
})

const addContact = () => {
  const email = `grace-${crypto.randomUUID()}@example.com`
  return owner.request('POST', '/api/contacts', { firstName: 'Grace', lastName: 'Hopper', email })
}
const status = async () =>
  ((await owner.request('GET', '/api/follow-up-boss')).json as FollowUpBossStatus).connection
const pendingJobs = () =>
  workspace.app.queue.pendingJobs
    .filter(({ data }) => 'organizationId' in data && data.organizationId === owner.organizationId)
    .map(({ job }) => job)

test('changes of contacts wait for an owner who disconnects instead of failing', async () => {
  const { app } = workspace
  const waiting = `select count(*)::integer from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const [adding] = await app.owner.transaction(async (tx) => {
    await tx.run('delete from follow_up_boss_connections where organization_id = $1', [owner.organizationId])
    const added = addContact()
    await vi.waitFor(async () => expect(await app.owner.value(waiting)).toBe(1), 5000)
    return [added]
  })
  expect((await adding)?.status).toBe(201)
})

test('a change wakes the sync, and no webhooks without an endpoint', async () => {
  await addContact()
  expect(pendingJobs()).toContain('sync-follow-up-boss')
  expect(pendingJobs()).not.toContain('send-webhooks')
  await workspace.settle()
})

test('a pause leaves the next wake-up its place in the queue', async () => {
  await addContact()
  await workspace.app.queue.drain()
  workspace.fake.state.fault = () => ({ status: 429, headers: { 'retry-after': '60' } })
  await addContact()
  await workspace.app.queue.drain()
  expect(await status()).toMatchObject({ problem: 'busy', waiting: 1 })
  const { queue } = workspace.app
  const send = vi.spyOn(queue, 'send')
  await workspace.passTime(owner)
  await workspace.app.services.followUpBoss.sync(parseOrganizationId(owner.organizationId))
  expect(send.mock.calls.map(([job]) => job)).not.toContain('sync-follow-up-boss')
  send.mockRestore()
})

test('a process without the settings of the operator leaves the work to others', async () => {
  const { platform, payments } = workspace.app
  const other = composeServices(
    { ...platform, followUpBoss: null, db: { ...platform.db, onAnnounced: () => {} } },
    payments,
  )
  await addContact()
  await other.followUpBoss.sync(parseOrganizationId(owner.organizationId))
  expect(await status()).toMatchObject({ status: 'active', problem: null, waiting: 1 })
  await workspace.settle()
  expect(await status()).toMatchObject({ waiting: 0 })
})
