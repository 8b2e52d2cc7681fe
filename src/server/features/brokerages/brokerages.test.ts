import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrokerageMembership, BrokerageMove, ListedBrokerage } from '#contract/brokerages.ts'
import { type Brokerages, openBrokerages } from '#test/workspaces/brokerage.ts'

let app: Brokerages
beforeAll(async () => {
  app = await openBrokerages()
})
afterAll(() => app.close())

describe('A40 joining a brokerage', () => {
  test('takes an invitation that the owner of the organization accepts', async () => {
    const brokerage = await app.brokerage()
    const ann = await app.subscriber(app.newEmail('ann'))
    const invited = await app.invite(brokerage, { kind: 'office', email: ann.email })
    expect([invited.status, invited.json]).toMatchObject([201, { kind: 'office', email: ann.email }])
    expect(app.mailer.outbox?.find(({ to }) => to === ann.email)?.text).toContain('/brokerage/invitations')
    expect((await app.read(brokerage)).offices).toEqual([])

    const [invitation] = await app.received(ann)
    const url = `/api/brokerage-invitations/${invitation?.id}/accept`
    const admin = await app.member(app.newEmail('admin'), ann.organizationId, 'ADMIN')
    expect((await admin.request('POST', url)).status).toBe(404)
    expect((await ann.request('POST', url)).status).toBe(204)
    expect((await ann.request('POST', url)).status).toBe(404)
    expect((await app.read(brokerage)).offices).toMatchObject([
      { id: ann.organizationId, members: 2, credits: 1000, isSuspended: false },
    ])
    const membership = await ann.request('GET', `/api/organizations/${ann.organizationId}/brokerage`)
    expect((membership.json as BrokerageMembership).brokerage?.name).toMatch(/^Group/)
  })

  test('is refused for a member, another brokerage’s organization and beyond the limits', async () => {
    const brokerage = await app.brokerage({ maxOffices: 1 })
    const host = await app.office(brokerage)
    const member = await app.member(app.newEmail('member'), host.organizationId, 'MEMBER')
    expect((await app.join(await app.brokerage(), member)).status).toBe(403)
    const other = await app.brokerage()
    expect(await app.join(other, host)).toMatchObject({
      status: 409,
      json: { message: 'Your organization already belongs to another brokerage. Leave it first.' },
    })
    // The refused invitation stays open.
    expect(await app.received(host)).toHaveLength(1)
    expect((await app.join(brokerage, await app.subscriber(app.newEmail('late')))).status).toBe(409)
    const seats = await app.brokerage({ seats: 1 })
    const team = await app.subscriber(app.newEmail('team'))
    const invitation = { email: app.newEmail('new'), role: 'MEMBER' }
    await team.request('POST', `/api/organizations/${team.organizationId}/invitations`, invitation)
    expect(await app.join(seats, team)).toMatchObject({
      status: 409,
      json: { message: 'Your organization needs 2 seats, and the brokerage has 1 left. Ask its owner.' },
    })
  })

  test('creates a new office with the invited person as its owner', async () => {
    const brokerage = await app.brokerage()
    const person = await app.signIn(app.newEmail('new'))
    await app.join(brokerage, person, { kind: 'new_office', email: person.email, officeName: 'Lake Office' })
    expect((await app.read(brokerage)).offices).toMatchObject([{ name: 'Lake Office', members: 1 }])
    expect((await person.request('GET', '/api/auth/user')).json).toMatchObject({ role: 'OWNER' })
  })

  test('ends when the office leaves by itself, with its data and credits', async () => {
    const brokerage = await app.brokerage({ seats: 5 })
    const office = await app.office(brokerage)
    const url = `/api/organizations/${office.organizationId}/brokerage`
    const admin = await app.member(app.newEmail('admin'), office.organizationId, 'ADMIN')
    expect((await admin.request('POST', `${url}/leave`)).status).toBe(403)
    expect((await office.request('POST', `${url}/leave`)).status).toBe(204)
    expect((await office.request('GET', url)).json).toEqual({ brokerage: null })
    expect(await app.creditsOf(office)).toBe(1000)
    expect(await app.read(brokerage)).toMatchObject({ offices: [], freeSeats: 5 })
    expect((await office.request('POST', `${url}/leave`)).status).toBe(404)
  })
})

describe('A40 a brokerage', () => {
  test('exists only for its owner and supervisors, who can’t change it', async () => {
    const brokerage = await app.brokerage()
    const supervisor = await app.signIn(app.newEmail('supervisor'))
    const stranger = await app.subscriber(app.newEmail('stranger'))
    const office = await app.office(brokerage)
    await app.join(brokerage, supervisor, { kind: 'supervisor', email: supervisor.email })
    const rolesOf = async (person: typeof office) =>
      ((await person.request('GET', '/api/brokerages')).json as ListedBrokerage[]).map(({ role }) => role)
    expect(await Promise.all([brokerage.owner, supervisor, stranger, office].map(rolesOf))).toEqual([
      ['owner'],
      ['supervisor'],
      [],
      [],
    ])
    for (const path of ['', '/compliance', '/moves']) {
      expect((await supervisor.request('GET', brokerage.at(path))).status).toBe(200)
      for (const person of [stranger, office])
        expect((await person.request('GET', brokerage.at(path))).status).toBe(404)
    }
    const changes: [string, string, object?][] = [
      ['PATCH', '', { sharesDoNotContact: true }],
      ['POST', '/credits', { from: randomUUID(), to: randomUUID(), amount: 1, requestId: randomUUID() }],
      ['POST', '/seats', { from: null, to: office.organizationId, amount: 1, requestId: randomUUID() }],
      ['POST', '/invitations', { kind: 'office', email: 'x@example.com' }],
      ['POST', '/transfer', { userId: supervisor.userId }],
      ['DELETE', `/offices/${office.organizationId}`],
      ['DELETE', `/supervisors/${supervisor.userId}`],
    ]
    for (const [method, path, body] of changes)
      for (const person of path.startsWith('/supervisors')
        ? [stranger, office]
        : [supervisor, stranger, office])
        expect([path, (await person.request(method, brokerage.at(path), body)).status]).toEqual([path, 404])
  })

  test('always has an owner: it passes to a supervising broker, and the owner’s account stays', async () => {
    const brokerage = await app.brokerage()
    const { owner } = brokerage
    const successor = await app.signIn(app.newEmail('successor'))
    const deletion = { email: owner.email }
    expect(await owner.request('POST', '/api/profile/delete', deletion)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('Make a supervising broker its owner first') },
    })
    expect((await owner.request('POST', brokerage.at('/transfer'), { userId: owner.userId })).status).toBe(
      404,
    )
    expect(
      (await owner.request('POST', brokerage.at('/transfer'), { userId: successor.userId })).status,
    ).toBe(404)
    await app.join(brokerage, successor, { kind: 'supervisor', email: successor.email })
    expect(
      (await owner.request('POST', brokerage.at('/transfer'), { userId: successor.userId })).status,
    ).toBe(204)
    expect((await successor.request('GET', brokerage.at())).json).toMatchObject({ role: 'owner' })
    expect((await owner.request('GET', brokerage.at())).json).toMatchObject({ role: 'supervisor' })
    expect((await owner.request('POST', '/api/profile/delete', deletion)).status).toBe(204)
  })

  test('keeps the account of its owner when their only organization is erased', async () => {
    const brokerage = await app.brokerage()
    const { owner } = brokerage
    const name = 'Own office'
    const created = await owner.request('POST', '/api/auth/organizations', { companyName: name })
    const { organizationId } = created.json as { organizationId: string }
    expect((await owner.request('POST', `/api/organizations/${organizationId}/erase`, { name })).status).toBe(
      202,
    )
    await app.queue.drain()
    expect(await app.owner.exists('select 1 from organizations where id = $1', [organizationId])).toBe(false)
    expect(await app.owner.exists('select 1 from users where id = $1', [owner.userId])).toBe(true)
  })

  test('loses the sums of an erased office and logs its remaining credits', async () => {
    const brokerage = await app.brokerage()
    const office = await app.office(brokerage, 70)
    const name = `Company of ${office.email}`
    await office.request('POST', `/api/organizations/${office.organizationId}/erase`, { name })
    expect((await app.read(brokerage)).offices).toEqual([])
    await app.queue.drain()
    const { items } = (await brokerage.owner.request('GET', brokerage.at('/moves'))).json as {
      items: BrokerageMove[]
    }
    expect(items).toMatchObject([{ kind: 'expired_credits', amount: 70, fromName: null, toName: null }])
  })
})
