import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHANNELS } from '#domain/compliance/outreach.ts'
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

const PHONE = '+16025550134'
const PHONES = [{ value: '602-555-0134', type: 'mobile', isPrimary: true }]

describe('the stricter side wins', () => {
  test.each([
    ['all', 'Do Not Contact'],
    ['call', 'Do Not Call'],
    ['text', 'Do Not Text'],
    ['email', 'Unsubscribed'],
    ['letter', 'Do Not Mail'],
  ] as const)('for %s, in both directions and never loosened', async (channel, tag) => {
    const remote = account.person()
    await account.connect()
    const { id } = await account.onlyContact()
    const isBlocked = async () => {
      const { doNotContact, optedOutChannels } = await account.contact(id)
      return channel === 'all' ? doNotContact : optedOutChannels.includes(channel)
    }
    account.update('people', remote.id, { tags: ['Buyer', tag] })
    await workspace.settle()
    expect(await isBlocked()).toBe(true)

    // Removed there: it comes back from here, and the other tags stay.
    account.update('people', remote.id, { tags: ['Buyer'] })
    await workspace.settle()
    expect([await isBlocked(), account.rows('people')[0]?.tags]).toEqual([true, ['Buyer', tag]])

    // Lifted here: it comes back from there.
    expect((await account.optOut(id, { doNotContact: false, channel })).status).toBe(200)
    await workspace.settle()
    expect([await isBlocked(), account.rows('people')[0]?.tags]).toEqual([true, ['Buyer', tag]])
  })

  test('for each set of channels on either side: both have their union afterward', async () => {
    await account.connect()
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
        const remote = account.person()
        await workspace.settle()
        const id = await account.linkedContact(remote.id)
        workspace.fake.state.sendsHooks = false
        account.update('people', remote.id, { tags: theirs.map((channel) => tags[channel]) })
        workspace.fake.state.sendsHooks = true
        for (const channel of ours) await account.optOut(id, { doNotContact: true, channel })
        account.update('people', remote.id, {})
        await workspace.settle()
        const union = CHANNELS.filter((channel) => ours.includes(channel) || theirs.includes(channel))
        expect((await account.contact(id)).optedOutChannels.toSorted()).toEqual(union.toSorted())
        const tagsThere = account.rows('people').find((each) => each.id === remote.id)?.tags as string[]
        expect(tagsThere.toSorted()).toEqual(union.map((channel) => tags[channel]).toSorted())
      }
  })

  test('for wrong numbers and people who unsubscribed', async () => {
    const remote = account.person({ phones: PHONES })
    await account.connect()
    const { id } = await account.onlyContact()
    account.update('people', remote.id, {
      phones: [{ value: '602-555-0134', type: 'mobile', isPrimary: true, status: 'Invalid' }],
    })
    account.add('events', { personId: remote.id, type: 'Unsubscribed' })
    await workspace.settle()
    expect(await account.contact(id)).toMatchObject({
      ...{ phone: PHONE, phoneVerified: 'failed', optedOutChannels: ['email'] },
      phoneVerificationReason: 'Marked as a wrong number in Follow Up Boss',
    })

    const other = account.person({ firstName: 'Ida', phones: [{ value: '602-555-0155', isPrimary: true }] })
    await workspace.settle()
    const otherId = await account.linkedContact(other.id)
    await account.owner.request('POST', `/api/contacts/${otherId}/activities`, {
      type: 'call',
      outcome: 'wrong_number',
    })
    await workspace.settle()
    expect(account.rows('people').find((each) => each.id === other.id)?.phones).toMatchObject([
      { status: 'Invalid' },
    ])
  })

  test('and a contact who opted out of everything is not added there', async () => {
    const id = await account.addContact()
    await account.optOut(id, { doNotContact: true })
    await account.connect()
    expect(account.rows('people')).toEqual([])
  })
})

describe('deleted people', () => {
  test('are not added again after they were deleted here, with or without suppression', async () => {
    const remote = account.person()
    const other = account.person()
    await account.connect()
    const [first, second] = [await account.linkedContact(remote.id), await account.linkedContact(other.id)]
    await account.owner.request('DELETE', `/api/contacts/${first}`)
    await account.owner.request('DELETE', `/api/contacts/${second}?suppress=1`)
    await workspace.settle()
    for (const { id } of [remote, other]) account.update('people', id, { firstName: 'Augusta' })
    // The same person under another id.
    account.add('people', { firstName: 'Ada', lastName: 'Byron', emails: other.emails })
    await account.passTime()
    await workspace.settle()
    expect(await account.contacts()).toEqual([])
    expect(account.rows('people')).toHaveLength(3)
    expect(await account.status()).toMatchObject({ linkedPeople: 0, deletedHere: 2 })
    const seen = await workspace.app.owner.column(
      'select seen from follow_up_boss_links where organization_id = $1',
      [account.organizationId],
    )
    expect(seen).toEqual([{}, {}, {}])
  })

  test('stay here after they were deleted, trashed or merged there, and are not added there again', async () => {
    const gone = account.person({ firstName: 'Ada' })
    const trashed = account.person({ firstName: 'Bea' })
    const merged = account.person({ firstName: 'Cleo' })
    const kept = account.person({ firstName: 'Dora' })
    await account.connect()
    account.remove('people', gone.id)
    account.update('people', trashed.id, { stage: 'Trash' })
    account.merge(kept.id, merged.id)
    await workspace.settle()
    for (const { id } of await account.contacts())
      await account.owner.request('PATCH', `/api/contacts/${id}`, { city: 'Mesa' })
    await workspace.settle()
    expect(await account.contacts()).toHaveLength(4)
    expect(account.rows('people')).toHaveLength(2)
  })
})

describe('signals and scores', () => {
  test('leave only after the owner turned it on, which is audited', async () => {
    const id = await account.addContact()
    await workspace.app.owner.run('update contacts set nine_d_score = 81 where id = $1', [id])
    await workspace.app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, confidence_score, source, description, evidence_key)
       values ($1, $2, 'divorce', 60, 0.9, 'test', 'Petition filed', 'a key')`,
      [account.organizationId, id],
    )
    await workspace.app.owner.run(
      `insert into tasks (organization_id, contact_id, title, auto_key) values ($1, $2, 'About the divorce', 'divorce')`,
      [account.organizationId, id],
    )
    await account.connect()
    const sent = () =>
      JSON.stringify([...account.rows('people'), ...account.rows('notes'), ...account.rows('tasks')])
    expect(sent()).not.toMatch(/divorce|score|Petition/i)
    await account.change({ sharesInsights: true })
    await workspace.settle()
    expect(account.rows('notes')).toMatchObject([{ body: '9D score: 81 of 100\nDivorce: Petition filed' }])
    expect(account.rows('tasks')).toMatchObject([{ name: 'About the divorce' }])
    const audited = await workspace.app.owner.column(
      `select details from audit_log where action = 'follow-up-boss.changed' and organization_id = $1`,
      [account.organizationId],
    )
    expect(audited).toEqual([{ fields: 'sharesInsights', sharesInsights: true }])
  })
})
