import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
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

/** Notifications of a member about a stop. */
const notificationsOf = async (member: FollowUpBossAccount['owner']) =>
  ((await member.request('GET', '/api/notifications')).json as { items: Notification[] }).items.filter(
    ({ kind }) => kind === 'sync',
  )

/** Emails about a stop to members of the account. */
const stopMails = () =>
  (workspace.app.mailer.outbox ?? []).filter(
    ({ to, subject }) => to.includes(account.apiKey) && subject.includes('Follow Up Boss stopped'),
  )

test.each([
  [401, 'key'],
  [403, 'access'],
] as const)('tells each owner once when the key stops working: %s', async (code, problem) => {
  const { owner, organizationId, apiKey } = account
  const partner = await workspace.app.member(`partner-${apiKey}@example.com`, organizationId, 'OWNER')
  const admin = await workspace.app.member(`admin-${apiKey}@example.com`, organizationId, 'ADMIN')
  await account.connect()
  const settle = async () => {
    await account.addContact()
    await account.passTime()
    await workspace.settle()
  }
  workspace.fake.state.fault = () => ({ status: code })
  for (let round = 0; round < 3; round += 1) await settle()
  expect(await account.status()).toMatchObject({ status: 'failed', problem })
  expect(
    stopMails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([owner.email, partner.email].toSorted())
  expect(stopMails()[0]?.text).toContain('/settings/follow-up-boss')
  expect([
    (await notificationsOf(owner)).length,
    (await notificationsOf(partner)).length,
    (await notificationsOf(admin)).length,
  ]).toEqual([1, 1, 0])

  // The next outage is news again.
  workspace.fake.state.fault = () => undefined
  await account.enterKey()
  await settle()
  workspace.fake.state.fault = () => ({ status: code })
  await settle()
  expect(stopMails()).toHaveLength(4)
  expect(await notificationsOf(owner)).toHaveLength(2)
})

test('stops at a revoked key with a message, until the owner enters a new one', async () => {
  await account.connect()
  workspace.fake.state.fault = () => ({ status: 401 })
  await account.addContact()
  await workspace.settle()
  expect(await account.status()).toMatchObject({ status: 'failed', problem: 'key' })
  const refused = await account.enterKey()
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('refused this API key')])
  workspace.fake.state.fault = () => undefined
  expect((await account.enterKey()).status).toBe(200)
  await workspace.settle()
  expect(await account.status()).toMatchObject({ status: 'active', problem: null, waiting: 0 })
  expect(account.rows('people')).toHaveLength(1)
})

test('asks for the key again when the stored one is unreadable', async () => {
  await account.connect()
  await workspace.app.owner.run(
    `update follow_up_boss_connections set key_id = 'removed', polled_at = null where organization_id = $1`,
    [account.organizationId],
  )
  await workspace.settle()
  expect(await account.status()).toMatchObject({ status: 'failed', problem: 'unreadable' })
  const texts = [
    ...stopMails().map(({ text }) => text),
    ...(await notificationsOf(account.owner)).map(({ body }) => body),
  ]
  expect(texts).toHaveLength(2)
  for (const text of texts) expect(text).toContain("We can't use your API key anymore. Enter it again.")
  await account.enterKey()
  await workspace.settle()
  expect(await account.status()).toMatchObject({ status: 'active', problem: null })
})

describe('a stop of which a process died before it queued the emails', () => {
  beforeEach(async () => {
    await account.connect()
    await account.passTime()
    workspace.fake.state.fault = () => ({ status: 401 })
    const send = vi.spyOn(workspace.app.queue, 'send').mockRejectedValue(new Error('Died'))
    await workspace.app.services.followUpBoss.sync(account.organizationId).catch(() => {})
    send.mockRestore()
    workspace.fake.state.fault = () => undefined
    expect(await account.status()).toMatchObject({ status: 'failed' })
    expect(workspace.app.queue.pendingJobs.map(({ job }) => job)).not.toContain('mail-stopped-sync')
  })

  const sweepAndDrain = async () => {
    await workspace.app.services.followUpBoss.sweep()
    await workspace.app.queue.drain()
  }

  test('is mailed by the next sweep, once', async () => {
    await sweepAndDrain()
    await sweepAndDrain()
    expect(stopMails()).toHaveLength(1)
  })

  test('is not mailed when the owner acts before the email leaves', async () => {
    await workspace.app.services.followUpBoss.sweep()
    expect(workspace.app.queue.pendingJobs.map(({ job }) => job)).toContain('mail-stopped-sync')
    await account.enterKey()
    await sweepAndDrain()
    expect(stopMails()).toEqual([])
  })

  test('is mailed after a suspension ends', async () => {
    const setSuspended = (at: string, reason: string) =>
      workspace.app.owner.run(
        `update organizations set suspended_at = ${at}, suspended_reason = ${reason} where id = $1`,
        [account.organizationId],
      )
    await setSuspended('now()', `'A test'`)
    await sweepAndDrain()
    expect(stopMails()).toEqual([])
    await setSuspended('null', 'null')
    await sweepAndDrain()
    expect(stopMails()).toHaveLength(1)
  })
})
