import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactOrigin, OriginRequest } from '#contract/origins.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let adam: Person
let eve: Person
let max: Person
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
  ann = await app.subscriber('ann@example.com')
  adam = await app.member('adam@example.com', ann.organizationId, 'ADMIN')
  eve = await app.member('eve@example.com', ann.organizationId, 'MEMBER')
  max = await app.member('max@example.com', ann.organizationId, 'MEMBER')
  await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [eve.userId])
})
afterAll(() => app.close())
beforeEach(() => {
  now = new Date()
})

const person = () => ({ firstName: 'Iris', lastName: `Marsh${randomUUID().slice(0, 8)}` })
const add = async (member: Person) =>
  ((await member.request('POST', '/api/contacts', person())).json as { id: string }).id
/** A contact of the team that Eve works with. */
const addTeams = async () => {
  const id = await add(ann)
  expect((await ann.request('PATCH', `/api/contacts/${id}/owner`, { to: eve.userId })).status).toBe(200)
  return id
}
const originOf = (id: string) =>
  app.owner.value<string | null>('select origin_id from contacts where id = $1', [id])
const ask = (member: Person, id: string, to: 'agent' | 'team') =>
  member.request('POST', `/api/contacts/${id}/origin`, { to })
const asked = async (member: Person, id: string, to: 'agent' | 'team') => {
  const response = await ask(member, id, to)
  expect(response.status).toBe(201)
  return (response.json as ContactOrigin).request!.id
}
const answer = (member: Person, ids: string[], accept: boolean) =>
  member.request('POST', '/api/origin-requests/answer', { ids, accept })
const withdraw = (member: Person, id: string) => member.request('DELETE', `/api/origin-requests/${id}`)
const listedBy = async (member: Person) =>
  ((await member.request('GET', '/api/origin-requests?limit=100')).json as { items: OriginRequest[] }).items
const noticesOf = async (member: Person) =>
  (
    (await member.request('GET', '/api/notifications')).json as { items: { kind: string; title: string }[] }
  ).items.filter(({ kind }) => kind === 'origin')

describe('A40 a change of origin', () => {
  test.each([
    ['agent', 'the member', 'an administrator', () => [eve, adam]],
    ['agent', 'an administrator', 'the member', () => [adam, eve]],
    ['team', 'the member', 'an owner', () => [eve, ann]],
    ['team', 'an owner', 'the member', () => [ann, eve]],
  ] as const)('to the %s happens when %s asks and %s accepts', async (to, _asks, _accepts, people) => {
    const [asker, answerer] = people() as [Person, Person]
    const id = to === 'agent' ? await addTeams() : await add(eve)
    const before = await originOf(id)
    const request = await asked(asker, id, to)
    expect(await originOf(id)).toBe(before)
    expect((await noticesOf(answerer))[0]?.title).toBe('Change the origin of 1 contact?')
    const listed = (await listedBy(answerer)).find((each) => each.id === request)
    expect(listed).toMatchObject({ contactId: id, to, canAnswer: true, canWithdraw: false })
    expect((await answer(answerer, [request], true)).json).toEqual({ answered: 1 })
    expect(await originOf(id)).toBe(to === 'agent' ? eve.userId : null)
    expect((await noticesOf(asker))[0]?.title).toBe('Accepted: new origin of 1 contact')
    const timeline = (await ann.request('GET', `/api/contacts/${id}/timeline`)).json as {
      items: { kind: string; actor: string }[]
    }
    const changes = timeline.items.filter(({ kind }) => kind.startsWith('origin-'))
    const nameOf = ({ email }: Person) => (email === ann.email ? 'Ada Okafor' : email)
    expect(changes.map(({ kind }) => kind)).toEqual(['origin-changed', 'origin-asked'])
    expect(changes.map(({ actor }) => actor)).toEqual([nameOf(answerer), nameOf(asker)])
  })

  test('needs another person than the one who asked, whatever their role', async () => {
    const id = await add(eve)
    const byTeam = await asked(ann, id, 'team')
    for (const member of [ann, adam, max]) expect((await answer(member, [byTeam], true)).status).toBe(404)
    expect((await answer(eve, [byTeam], false)).status).toBe(200)
    const byEve = await asked(eve, id, 'team')
    for (const member of [eve, max]) expect((await answer(member, [byEve], true)).status).toBe(404)
    expect(await originOf(id)).toBe(eve.userId)
  })

  test('needs another administrator when the agent is one', async () => {
    const id = await add(ann)
    await ann.request('PATCH', `/api/contacts/${id}/owner`, { to: ann.userId })
    const request = await asked(ann, id, 'agent')
    expect((await answer(ann, [request], true)).status).toBe(404)
    expect((await answer(adam, [request], true)).status).toBe(200)
    expect(await originOf(id)).toBe(ann.userId)
    const solo = await app.subscriber('solo@example.com')
    const own = await add(solo)
    await solo.request('PATCH', `/api/contacts/${own}/owner`, { to: solo.userId })
    expect((await ask(solo, own, 'agent')).json).toMatchObject({
      code: 'conflict',
      message: 'The other side is you, too. Add another owner or administrator, who can accept.',
    })
  })

  test('can be asked for by the two sides only, once, and where it changes something', async () => {
    const id = await add(eve)
    expect((await ask(max, id, 'team')).status).toBe(403)
    expect((await ask(eve, id, 'agent')).status).toBe(409)
    expect((await ask(ann, await add(ann), 'agent')).status).toBe(409)
    await asked(eve, id, 'team')
    expect((await ask(ann, id, 'team')).status).toBe(409)
    const stranger = await app.subscriber('stranger@example.com')
    expect((await ask(stranger, id, 'team')).status).toBe(404)
    expect((await ask(eve, await add(max), 'team')).status).toBe(404)
  })

  test('is asked for in bulk, with one notification, where the caller’s side may ask', async () => {
    const ids = [await add(eve), await add(eve), await add(ann)]
    const before = (await noticesOf(eve)).length
    const result = await ann.request('POST', '/api/contacts/bulk', {
      ...{ action: 'origin', origin: 'team', contactIds: ids },
    })
    expect(result.json).toMatchObject({ done: 2, skipped: 1 })
    const notices = await noticesOf(eve)
    expect(notices.length).toBe(before + 1)
    expect(notices[0]?.title).toBe('Change the origin of 2 contacts?')
    const requests = (await listedBy(eve)).filter(({ contactId }) => ids.includes(contactId))
    expect(
      (
        await answer(
          eve,
          requests.map(({ id }) => id),
          true,
        )
      ).json,
    ).toEqual({ answered: 2 })
    expect(await Promise.all(ids.map(originOf))).toEqual([null, null, null])
  })

  test('shows a restricted member the requests of their own side only', async () => {
    const passedOn = await add(eve)
    await ann.request('PATCH', `/api/contacts/${passedOn}/owner`, { to: max.userId })
    const request = await asked(ann, passedOn, 'team')
    const ofMax = await asked(ann, await add(max), 'team')
    const listed = (await listedBy(eve)).map(({ id }) => id)
    expect(listed).toContain(request)
    expect(listed).not.toContain(ofMax)
    expect((await answer(eve, [request], true)).status).toBe(200)
    expect(await originOf(passedOn)).toBeNull()
  })

  test('ends when one side withdraws or declines, and one of concurrent answers wins', async () => {
    const id = await add(eve)
    const first = await asked(eve, id, 'team')
    expect((await withdraw(ann, first)).status).toBe(404)
    expect((await withdraw(eve, first)).status).toBe(204)
    expect((await answer(ann, [first], true)).status).toBe(404)
    const declined = await asked(eve, id, 'team')
    expect((await answer(ann, [declined], false)).status).toBe(200)
    expect(await originOf(id)).toBe(eve.userId)
    for (let round = 0; round < 5; round++) {
      const contact = await add(eve)
      const request = await asked(eve, contact, 'team')
      const results = await Promise.all([
        answer(ann, [request], true),
        withdraw(eve, request),
        answer(adam, [request], false),
      ])
      const winners = results.map(({ status }) => status < 300)
      expect(winners.filter(Boolean)).toHaveLength(1)
      expect(await originOf(contact)).toBe(winners[0] ? null : eve.userId)
    }
  })

  test('is void after 30 days, another assignment, a merge, a deletion, and when the member leaves', async () => {
    const expired = await asked(eve, await add(eve), 'team')
    now = new Date(now.getTime() + 31 * 86_400_000)
    expect((await answer(ann, [expired], true)).status).toBe(404)
    expect((await listedBy(ann)).map(({ id }) => id)).not.toContain(expired)
    await app.services.origins.removeExpired()
    expect(await app.owner.rows('select 1 from origin_requests where id = $1', [expired])).toEqual([])

    const assigned = await addTeams()
    const forAgent = await asked(eve, assigned, 'agent')
    await ann.request('PATCH', `/api/contacts/${assigned}/owner`, { to: max.userId })
    expect((await answer(ann, [forAgent], true)).status).toBe(404)

    const [kept, other] = [await add(eve), await add(eve)]
    const merged = await asked(eve, kept, 'team')
    expect((await eve.request('POST', `/api/contacts/${kept}/merge`, { otherId: other })).status).toBe(200)
    expect((await answer(ann, [merged], true)).status).toBe(404)

    const deleted = await add(eve)
    const gone = await asked(eve, deleted, 'team')
    await eve.request('DELETE', `/api/contacts/${deleted}`)
    expect((await answer(ann, [gone], true)).status).toBe(404)

    const zoe = await app.member('zoe@example.com', ann.organizationId, 'MEMBER')
    const left = await add(zoe)
    const ofZoe = await asked(zoe, left, 'team')
    await zoe.request('POST', `/api/organizations/${ann.organizationId}/leave`)
    expect((await answer(ann, [ofZoe], true)).status).toBe(404)
    expect(await originOf(left)).toBe(zoe.userId)
    expect((await ask(ann, left, 'team')).json).toMatchObject({ code: 'conflict' })
  })
})

describe('A40 the origin of a contact', () => {
  test('survives assignment, an import of the same person and a merge by others than its side', async () => {
    const [ofEve, ofMax, ofTeam] = [await add(eve), await add(max), await add(ann)]
    await ann.request('PATCH', `/api/contacts/${ofEve}/owner`, { to: max.userId })
    const { lastName } = (await ann.request('GET', `/api/contacts/${ofEve}`)).json as { lastName: string }
    const csv = `First Name,Last Name,City\nIris,${lastName},Austin\n`
    await ann.request('POST', `/api/contacts/import/csv?enrich=0&assignTo=${max.userId}`, csv, {
      'content-type': 'text/csv',
      prefer: 'respond-async',
    })
    await app.queue.drain()
    expect(await originOf(ofEve)).toBe(eve.userId)
    const merge = (member: Person, kept: string, other: string) =>
      member.request('POST', `/api/contacts/${kept}/merge`, { otherId: other })
    expect((await merge(ann, ofTeam, ofEve)).status).toBe(409)
    expect((await merge(max, ofMax, ofEve)).status).toBe(409)
    expect((await merge(max, ofMax, ofTeam)).status).toBe(409)
    // An administrator can't agree for the team to keep its contact as their own.
    await app.owner.run(`update memberships set role = 'ADMIN' where user_id = $1`, [max.userId])
    expect((await merge(max, ofMax, ofTeam)).status).toBe(409)
    await app.owner.run(`update memberships set role = 'MEMBER' where user_id = $1`, [max.userId])
    // Each side may give up its own.
    const undone = await merge(ann, ofMax, ofTeam)
    expect(undone.status).toBe(200)
    expect(await originOf(ofMax)).toBe(max.userId)
    const { mergeId } = undone.json as { mergeId: string }
    await app.owner.run('update contacts set origin_id = null where id = $1', [ofMax])
    expect((await ann.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
    expect([await originOf(ofMax), await originOf(ofTeam)]).toEqual([null, null])
  })

  test('shows to everyone who sees the contact, and requests to the two sides', async () => {
    const id = await add(eve)
    await asked(eve, id, 'team')
    const shown = async (member: Person) =>
      (await member.request('GET', `/api/contacts/${id}/origin`)).json as ContactOrigin
    expect(await shown(ann)).toMatchObject({ origin: 'agent', canAsk: false, request: { canAnswer: true } })
    expect(await shown(eve)).toMatchObject({ request: { canWithdraw: true } })
    expect(await shown(max)).toMatchObject({ origin: 'agent', canAsk: false, request: null })
    expect((await eve.request('GET', `/api/contacts/${await add(max)}/origin`)).status).toBe(404)
  })
})
