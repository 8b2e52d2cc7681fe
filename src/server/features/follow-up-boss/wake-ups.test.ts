import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { composeServices } from '#server/compose.ts'
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
  await account.connect()
})

const pendingJobs = () =>
  workspace.app.queue.pendingJobs
    .filter(({ data }) => 'organizationId' in data && data.organizationId === account.organizationId)
    .map(({ job }) => job)

test('changes of contacts wait for an owner who disconnects instead of failing', async () => {
  const { app } = workspace
  const waiting = `select count(*)::integer from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const [adding] = await app.owner.transaction(async (tx) => {
    await tx.run('delete from follow_up_boss_connections where organization_id = $1', [
      account.organizationId,
    ])
    const added = account.addContact()
    await vi.waitFor(async () => expect(await app.owner.value(waiting)).toBe(1), 5000)
    return [added]
  })
  expect(await adding).toEqual(expect.any(String))
})

test('a change wakes the sync, and no webhooks without an endpoint', async () => {
  await account.addContact()
  expect(pendingJobs()).toContain('sync-follow-up-boss')
  expect(pendingJobs()).not.toContain('send-webhooks')
  await workspace.settle()
})

test('a pause leaves the next wake-up its place in the queue', async () => {
  await account.addContact()
  await workspace.app.queue.drain()
  workspace.fake.state.fault = () => ({ status: 429, headers: { 'retry-after': '60' } })
  await account.addContact()
  await workspace.app.queue.drain()
  expect(await account.status()).toMatchObject({ problem: 'busy', waiting: 1 })
  const { queue } = workspace.app
  const send = vi.spyOn(queue, 'send')
  await account.passTime()
  await workspace.app.services.followUpBoss.sync(account.organizationId)
  expect(send.mock.calls.map(([job]) => job)).not.toContain('sync-follow-up-boss')
  send.mockRestore()
})

test('a process without the settings of the operator leaves the work to others', async () => {
  const { platform, payments } = workspace.app
  const other = composeServices(
    { ...platform, followUpBoss: null, db: { ...platform.db, onAnnounced: () => {} } },
    payments,
  )
  await account.addContact()
  await other.followUpBoss.sync(account.organizationId)
  expect(await account.status()).toMatchObject({ status: 'active', problem: null, waiting: 1 })
  await workspace.settle()
  expect(await account.status()).toMatchObject({ waiting: 0 })
})
