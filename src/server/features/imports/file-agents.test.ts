import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let eve: Person
let max: Person
let zoe: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  const member = (name: string) => app.member(`${name}@example.com`, ann.organizationId, 'MEMBER')
  eve = await member('eve')
  max = await member('max')
  zoe = await member('zoe')
  await app.owner.run(`update memberships set access = 'own' where user_id = any($1)`, [
    [eve.userId, max.userId],
  ])
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.owner.run('delete from contacts')
  await app.owner.run('update users set first_name = null, last_name = null')
})

describe('A40 assigning a file to the agents it names', () => {
  const importFile = async (lines: readonly string[], query: string, person = ann) => {
    const csv = ['First Name,Last Name,Email,Assigned Agent', ...lines, ''].join('\n')
    const { json } = await person.request('POST', `/api/contacts/import/csv?enrich=0${query}`, csv, {
      'content-type': 'text/csv',
      prefer: 'respond-async',
    })
    await app.queue.drain()
    const { importId } = json as { importId: string }
    return { importId, agents: await agentsOf(importId) }
  }
  const agentsOf = async (importId: string) =>
    ((await ann.request('GET', `/api/imports/${importId}`)).json as { agents: unknown }).agents
  const ownersByName = () =>
    app.owner.rows<{ name: string; ownerId: string | null; agent: string | null }>(
      `select first_name as name, owner_id, details->'history'->>'assignedTo' as agent from contacts order by first_name`,
    )
  const nameMembers = async (names: readonly (readonly [Person, string, string])[]) => {
    for (const [{ userId }, first, last] of names)
      await app.owner.run('update users set first_name = $2, last_name = $3 where id = $1', [
        ...[userId, first, last],
      ])
  }
  const lines = [
    'A,Person,a@mail.com,eve stone',
    'B,Person,b@mail.com,MAX@example.com',
    'C,Person,c@mail.com,Max Lee',
    'D,Person,d@mail.com,Gone Agent',
    'E,Person,e@mail.com,',
  ]

  test('matches full names and email addresses, keeps other names, and counts both in the report', async () => {
    await nameMembers([
      [eve, 'Eve', 'Stone'],
      [max, 'Max', 'Lee'],
      [zoe, 'Max', 'Lee'],
    ])
    expect((await importFile(lines, '&assignTo=file')).agents).toEqual({ matched: 2, unmatched: 2 })
    expect(await ownersByName()).toEqual([
      { name: 'A', ownerId: eve.userId, agent: 'eve stone' },
      { name: 'B', ownerId: max.userId, agent: 'MAX@example.com' },
      { name: 'C', ownerId: null, agent: 'Max Lee' },
      { name: 'D', ownerId: null, agent: 'Gone Agent' },
      { name: 'E', ownerId: null, agent: null },
    ])
    expect((await eve.request('GET', '/api/notifications')).text).toContain('was assigned to you')
  })

  test('leaves contacts whose agent is no member with the member who imports them', async () => {
    await nameMembers([[eve, 'Eve', 'Stone']])
    await importFile(lines, '&assignTo=file', zoe)
    const owners = (await ownersByName()).map(({ ownerId }) => ownerId)
    expect(owners).toEqual([eve.userId, max.userId, zoe.userId, zoe.userId, zoe.userId])
  })

  test('ignores the names without that choice, and for members who may not assign', async () => {
    await nameMembers([[eve, 'Eve', 'Stone']])
    expect((await importFile(lines, '')).agents).toBeNull()
    expect((await ownersByName()).every(({ ownerId }) => ownerId === null)).toBe(true)
    const file = `First Name,Last Name,Agent\nNew,${randomUUID()},Max Lee\n`
    const refused = await eve.request('POST', '/api/contacts/import/csv?enrich=0&assignTo=file', file, {
      'content-type': 'text/csv',
    })
    expect(refused.status).toBe(403)
  })

  test('assigns a skipped row to its agent when it is fixed', async () => {
    await nameMembers([[eve, 'Eve', 'Stone']])
    const { importId } = await importFile(
      ['A,Person,a@mail.com,', ',,b@mail.com,Eve Stone'],
      '&assignTo=file',
    )
    const { items } = (await ann.request('GET', `/api/imports/${importId}/refused`)).json as {
      items: { row: number }[]
    }
    const fixed = { firstName: 'Fixed', lastName: 'Person' }
    expect((await ann.request('POST', `/api/imports/${importId}/rows/${items[0]?.row}`, fixed)).status).toBe(
      200,
    )
    expect((await ownersByName()).find(({ name }) => name === 'Fixed')?.ownerId).toBe(eve.userId)
  })
})
