import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const deleteContact = async (remoteId: number) =>
  account.owner.request('DELETE', `/api/contacts/${await account.linkedContact(remoteId)}`)
const disconnect = () => account.owner.request('DELETE', '/api/follow-up-boss')
const tombstones = () =>
  workspace.app.owner.rows<{ personHash: Buffer }>(
    'select person_hash from follow_up_boss_tombstones where organization_id = $1',
    [account.organizationId],
  )

test('people who were deleted here stay away after the account is connected again, twice', async () => {
  const emails = [{ value: `twice-${account.apiKey}@example.com`, isPrimary: true }]
  const [first, second] = [account.person({ emails }), account.person({ emails })]
  const other = account.person({ firstName: 'Olga' })
  await account.connect()
  await deleteContact(first.id)
  await workspace.settle()
  for (let round = 0; round < 2; round += 1) {
    await disconnect()
    expect(await tombstones()).toHaveLength(2)
    await account.connect()
    account.update('people', second.id, { firstName: 'Augusta' })
    await account.passTime()
    await workspace.settle()
    expect((await account.onlyContact()).firstName).toBe('Olga')
    expect(await account.linkedContact(other.id)).toBe((await account.onlyContact()).id)
    expect(await tombstones()).toEqual([])
    expect((await account.status())?.deletedHere).toBeGreaterThan(0)
  }
})

test('a suppressed person who was never a contact leaves no tombstone and is not counted', async () => {
  const email = `ada-${account.apiKey}@example.com`
  const id = await account.addContact({ firstName: 'Ada', lastName: 'Byron', email })
  await account.owner.request('DELETE', `/api/contacts/${id}?suppress=1`)
  account.person({ emails: [{ value: email, isPrimary: true }] })
  await account.connect()
  expect(await account.contacts()).toEqual([])
  expect(await account.status()).toMatchObject({ deletedHere: 0 })
  await disconnect()
  expect(await tombstones()).toEqual([])
})

test('a deleted contact whose restrictions alone were synced counts before and after a disconnect', async () => {
  const email = `ada-${account.apiKey}@example.com`
  const id = await account.addContact({ firstName: 'Ada', lastName: 'Byron', email })
  account.person({ emails: [{ value: email, isPrimary: true }] })
  await account.enterKey()
  await account.change({ directions: { people: 'off', notes: 'both', tasks: 'both', activities: 'both' } })
  await account.connect()
  await account.owner.request('DELETE', `/api/contacts/${id}`)
  await workspace.settle()
  expect(await account.status()).toMatchObject({ deletedHere: 1 })
  await disconnect()
  await account.connect()
  expect(await account.contacts()).toEqual([])
  expect(await account.status()).toMatchObject({ deletedHere: 1 })
})

test('a tombstone names no one, and another account has none', async () => {
  const { id } = account.person()
  await account.connect()
  await deleteContact(id)
  await disconnect()
  const [{ personHash } = { personHash: Buffer.alloc(0) }] = await tombstones()
  expect(personHash).toHaveLength(32)
  // The same number in another account.
  await account.enterKey()
  await workspace.app.owner.run(
    'update follow_up_boss_connections set account_id = 999 where organization_id = $1',
    [account.organizationId],
  )
  await account.owner.request('POST', '/api/follow-up-boss/import')
  await workspace.settle()
  expect(await account.contacts()).toHaveLength(1)
  expect(await tombstones()).toHaveLength(1)
})

test('a contact who is added here again while disconnected gets what the person asked for, and no notes', async () => {
  const email = `ada-${account.apiKey}@example.com`
  const { id: personId } = account.person({
    emails: [{ value: email, isPrimary: true }],
    tags: ['Do Not Call'],
  })
  account.add('notes', { personId, body: 'Of the deleted one' })
  await account.connect()
  await deleteContact(personId)
  await disconnect()
  const id = await account.addContact({ firstName: 'Ada', lastName: 'Byron', email })
  await account.connect()
  expect(await account.contact(id)).toMatchObject({ optedOutChannels: ['call'] })
  expect(await account.notes(id)).toEqual([])
})

test('a contact who is added here again gets nothing of the deleted one', async () => {
  const email = `ada-${account.apiKey}@example.com`
  const { id: remoteId } = account.person({
    emails: [{ value: email, isPrimary: true }],
    phones: [{ value: '602-555-0134', isPrimary: true }],
  })
  await account.connect()
  await deleteContact(remoteId)
  await disconnect()
  const id = await account.addContact({ firstName: 'Ada', lastName: 'Byron', email })
  await account.connect()
  expect(await account.contact(id)).toMatchObject({ phone: null })
  expect(await account.linkedContact(remoteId)).toBe(id)
  expect(await tombstones()).toEqual([])
})
