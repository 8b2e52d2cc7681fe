import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { FollowUpBossStatus } from '#contract/follow-up-boss.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
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

const PHONE = '+16025550134'

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
const optOut = (id: string, body: object) =>
  owner.request('PATCH', `/api/contacts/${id}/do-not-contact`, { reason: 'They said so', ...body })

describe('the stricter side wins', () => {
  test.each([
    ['all', 'Do Not Contact'],
    ['call', 'Do Not Call'],
    ['text', 'Do Not Text'],
    ['email', 'Unsubscribed'],
    ['letter', 'Do Not Mail'],
  ] as const)('for %s, in both directions and never loosened', async (channel, tag) => {
    const remote = person()
    await workspace.connect(owner, apiKey)
    const id = await firstId()
    const isBlocked = async () => {
      const { doNotContact, optedOutChannels } = await contact(id)
      return channel === 'all' ? doNotContact : optedOutChannels.includes(channel)
    }
    workspace.fake.update(apiKey, 'people', remote.id, { tags: ['Buyer', tag] })
    await workspace.settle()
    expect(await isBlocked()).toBe(true)

    // Removed there: it comes back from here, and the other tags stay.
    workspace.fake.update(apiKey, 'people', remote.id, { tags: ['Buyer'] })
    await workspace.settle()
    expect([await isBlocked(), rows('people')[0]?.tags]).toEqual([true, ['Buyer', tag]])

    // Lifted here: it comes back from there.
    expect((await optOut(id, { doNotContact: false, channel })).status).toBe(200)
    await workspace.settle()
    expect([await isBlocked(), rows('people')[0]?.tags]).toEqual([true, ['Buyer', tag]])
  })

  test('for each set of channels on either side: both have their union afterward', async () => {
    await workspace.connect(owner, apiKey)
    const tags = { call: 'Do Not Call', text: 'Do Not Text', email: 'Unsubscribed', letter: 'Do Not Mail' }
    const subsets = [
      [],
      ['call'],
      ['text', 'email'],
      ['call', 'letter'],
      [...CHANNELS],
    ] as (typeof CHANNELS)[number][][]
    for (const ours of subsets)
      for (const theirs of subsets) {
        const remote = person({ phones: [] })
        await workspace.settle()
        const id = await linkedContact(remote.id)
        workspace.fake.state.sendsHooks = false
        workspace.fake.update(apiKey, 'people', remote.id, { tags: theirs.map((channel) => tags[channel]) })
        workspace.fake.state.sendsHooks = true
        for (const channel of ours) await optOut(id, { doNotContact: true, channel })
        workspace.fake.update(apiKey, 'people', remote.id, {})
        await workspace.settle()
        const union = CHANNELS.filter((channel) => ours.includes(channel) || theirs.includes(channel))
        expect((await contact(id)).optedOutChannels.toSorted()).toEqual(union.toSorted())
        const tagsThere = rows('people').find((each) => each.id === remote.id)?.tags as string[]
        expect(tagsThere.toSorted()).toEqual(union.map((channel) => tags[channel]).toSorted())
      }
  })

  test('for wrong numbers and people who unsubscribed', async () => {
    const remote = person()
    await workspace.connect(owner, apiKey)
    const id = await firstId()
    workspace.fake.update(apiKey, 'people', remote.id, {
      phones: [{ value: '602-555-0134', type: 'mobile', isPrimary: true, status: 'Invalid' }],
    })
    workspace.fake.add(apiKey, 'events', { personId: remote.id, type: 'Unsubscribed' })
    await workspace.settle()
    expect(await contact(id)).toMatchObject({
      ...{ phone: PHONE, phoneVerified: 'failed', optedOutChannels: ['email'] },
      phoneVerificationReason: 'Marked as a wrong number in Follow Up Boss',
    })

    const other = person({ firstName: 'Ida', phones: [{ value: '602-555-0155', isPrimary: true }] })
    await workspace.settle()
    const otherId = await linkedContact(other.id)
    await owner.request('POST', `/api/contacts/${otherId}/activities`, {
      type: 'call',
      outcome: 'wrong_number',
    })
    await workspace.settle()
    expect(rows('people').find((each) => each.id === other.id)?.phones).toMatchObject([{ status: 'Invalid' }])
  })

  test('and a contact who opted out of everything is not added there', async () => {
    const id = await addContact()
    await optOut(id, { doNotContact: true })
    await workspace.connect(owner, apiKey)
    expect(rows('people')).toEqual([])
  })
})

async function linkedContact(remoteId: number): Promise<string> {
  return workspace.app.owner.value(
    `select contact_id from follow_up_boss_links where resource = 'people' and remote_id = $1`,
    [remoteId],
  )
}

describe('deleted people', () => {
  test('are not added again after they were deleted here, with or without suppression', async () => {
    const remote = person()
    const other = person({ phones: [] })
    await workspace.connect(owner, apiKey)
    const [first, second] = [await linkedContact(remote.id), await linkedContact(other.id)]
    await owner.request('DELETE', `/api/contacts/${first}`)
    await owner.request('DELETE', `/api/contacts/${second}?suppress=1`)
    await workspace.settle()
    for (const { id } of [remote, other])
      workspace.fake.update(apiKey, 'people', id, { firstName: 'Augusta' })
    // The same person under another id.
    workspace.fake.add(apiKey, 'people', { firstName: 'Ada', lastName: 'Byron', emails: other.emails })
    await workspace.passTime(owner)
    await workspace.settle()
    expect(await contacts()).toEqual([])
    expect(rows('people')).toHaveLength(3)
    expect(await status()).toMatchObject({ linkedPeople: 0, deletedHere: 2 })
    const seen = await workspace.app.owner.column(
      'select seen from follow_up_boss_links where organization_id = $1',
      [owner.organizationId],
    )
    expect(seen).toEqual([{}, {}, {}])
  })

  test('stay here after they were deleted, trashed or merged there, and are not added there again', async () => {
    const [gone, trashed, merged, kept] = [person(), person(), person(), person()].map((row, index) => {
      workspace.fake.update(apiKey, 'people', row.id, { phones: [], firstName: `Ada${index}` })
      return row
    })
    if (!gone || !trashed || !merged || !kept) throw new Error('There are no people')
    await workspace.connect(owner, apiKey)
    workspace.fake.remove(apiKey, 'people', gone.id)
    workspace.fake.update(apiKey, 'people', trashed.id, { stage: 'Trash' })
    workspace.fake.merge(apiKey, kept.id, merged.id)
    await workspace.settle()
    for (const { id } of await contacts())
      await owner.request('PATCH', `/api/contacts/${id}`, { city: 'Mesa' })
    await workspace.settle()
    expect(await contacts()).toHaveLength(4)
    expect(rows('people')).toHaveLength(2)
  })
})

describe('signals and scores', () => {
  test('leave only after the owner turned it on, which is audited', async () => {
    const id = await addContact()
    await workspace.app.owner.run('update contacts set nine_d_score = 81 where id = $1', [id])
    await workspace.app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, confidence_score, source, description, evidence_key)
       values ($1, $2, 'divorce', 60, 0.9, 'test', 'Petition filed', 'a key')`,
      [owner.organizationId, id],
    )
    await workspace.app.owner.run(
      `insert into tasks (organization_id, contact_id, title, auto_key) values ($1, $2, 'About the divorce', 'divorce')`,
      [owner.organizationId, id],
    )
    await workspace.connect(owner, apiKey)
    const sent = () => JSON.stringify([...rows('people'), ...rows('notes'), ...rows('tasks')])
    expect(sent()).not.toMatch(/divorce|score|Petition/i)
    await owner.request('PATCH', '/api/follow-up-boss', { sharesInsights: true })
    await workspace.settle()
    expect(rows('notes')).toMatchObject([{ body: '9D score: 81 of 100\nDivorce: Petition filed' }])
    expect(rows('tasks')).toMatchObject([{ name: 'About the divorce' }])
    const audited = await workspace.app.owner.column(
      `select details from audit_log where action = 'follow-up-boss.changed' and organization_id = $1`,
      [owner.organizationId],
    )
    expect(audited).toEqual([{ fields: 'sharesInsights', sharesInsights: true }])
  })
})
