import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let own: Person
let team: Person
let mate: Person
let seesAll: Person
let teamId: string
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  seesAll = await app.member('all@example.com', ann.organizationId, 'MEMBER')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.owner.run('delete from teams')
  const member = (name: string) =>
    app.member(`${name}-${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
  own = await member('own')
  team = await member('team')
  mate = await member('mate')
  await setAccess(own, 'own')
  for (const person of [team, mate]) await setAccess(person, 'team')
  teamId = await addTeam(team, mate, seesAll)
  for (const person of [ann, own, team, mate, seesAll]) await addAnswer(person)
})

const path = (rest: string) => `/api/organizations/${ann.organizationId}/${rest}`
const setAccess = ({ userId }: Person, access: string) =>
  ann.request('PATCH', path(`member-settings/${userId}`), { access })
const addTeam = async (...members: Person[]) => {
  const memberIds = members.map(({ userId }) => userId)
  return (
    (await ann.request('POST', path('teams'), { name: randomUUID(), memberIds })).json as { id: string }
  ).id
}
const setMembers = (...members: Person[]) =>
  ann.request('PATCH', path(`teams/${teamId}`), { memberIds: members.map(({ userId }) => userId) })

/** Adds an answer of the assistant that counts contacts and names none, to a member's only session. */
async function addAnswer({ userId }: Person): Promise<void> {
  await app.owner.run('delete from chat_messages m using sessions s where s.sid = m.sid and s.user_id = $1', [
    userId,
  ])
  await app.owner.run(
    `insert into chat_messages (organization_id, sid, user_role, role, content)
     select $1, sid, 'MEMBER', 'assistant', 'You have 120 contacts' from sessions where user_id = $2 limit 1`,
    [ann.organizationId, userId],
  )
}

/** Which of the people still have their answer. */
async function whoHasAnswers(): Promise<string[]> {
  const ids = await app.owner.column<string>(
    'select s.user_id from chat_messages m join sessions s on s.sid = m.sid',
  )
  const people = { ann, own, team, mate, seesAll }
  return Object.entries(people).flatMap(([name, { userId }]) => (ids.includes(userId) ? [name] : []))
}

async function addContact(fields: object = {}): Promise<string> {
  const { json } = await ann.request('POST', '/api/contacts', { firstName: 'Iris', lastName: randomUUID() })
  const { id } = json as { id: string }
  await ann.request('PATCH', `/api/contacts/${id}/owner`, fields)
  return id
}
const assign = (id: string, to: object) => ann.request('PATCH', `/api/contacts/${id}/owner`, to)

describe('A40 earlier answers of the assistant', () => {
  test('go when a member leaves a team, and stay when one joins', async () => {
    await setMembers(team, mate, seesAll, own)
    expect(await whoHasAnswers()).toEqual(['ann', 'own', 'team', 'mate', 'seesAll'])
    await setMembers(team, seesAll, own)
    expect(await whoHasAnswers()).toEqual(['ann', 'own', 'seesAll'])
  })

  test('go when a team is deleted', async () => {
    await ann.request('DELETE', path(`teams/${teamId}`))
    expect(await whoHasAnswers()).toEqual(['ann', 'own', 'seesAll'])
  })

  test('go for the team of a member who leaves the organization', async () => {
    await ann.request('DELETE', path(`members/${mate.userId}`))
    expect(await whoHasAnswers()).toEqual(['ann', 'own', 'seesAll'])
  })

  test('go when a contact is assigned away, for those who saw it only by its owner', async () => {
    const [ofOwn, ofMate] = [await addContact({ to: own.userId }), await addContact({ to: mate.userId })]
    await assign(ofMate, { to: team.userId })
    expect(await whoHasAnswers()).toEqual(['ann', 'own', 'team', 'mate', 'seesAll'])
    await assign(ofOwn, { to: mate.userId })
    expect(await whoHasAnswers()).toEqual(['ann', 'team', 'mate', 'seesAll'])
    const ids = [ofMate, ofOwn]
    await ann.request('POST', '/api/contacts/bulk', {
      action: 'owner',
      contactIds: ids,
      assignTo: own.userId,
    })
    expect(await whoHasAnswers()).toEqual(['ann', 'seesAll'])
  })

  test('go when a contact leaves a team, for those who saw it only by the team', async () => {
    const id = await addContact({ to: mate.userId, teamId })
    await assign(id, { teamId: null })
    expect(await whoHasAnswers()).toEqual(['ann', 'own', 'team', 'mate', 'seesAll'])
    await assign(id, { teamId, to: own.userId })
    expect(await whoHasAnswers()).toEqual(['ann', 'own', 'team', 'mate', 'seesAll'])
    await assign(id, { teamId: null })
    expect(await whoHasAnswers()).toEqual(['ann', 'own', 'seesAll'])
  })
})
