import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untar } from '#test/builders/untar.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let eve: Person
let max: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  eve = await app.member('eve@example.com', ann.organizationId, 'MEMBER')
  max = await app.member('max@example.com', ann.organizationId, 'MEMBER')
  await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [eve.userId])
})
afterAll(() => app.close())

const add = async (person: Person, firstName: string) =>
  (
    (await person.request('POST', '/api/contacts', { firstName, lastName: 'Marsh', phone: '5125550142' }))
      .json as {
      id: string
    }
  ).id
const downloadBy = (person: Person) =>
  person.request('GET', `/api/organizations/${ann.organizationId}/own-contacts/file`)
const filesOf = async (person: Person) => {
  const response = await downloadBy(person)
  expect(response.status).toBe(200)
  return untar(gunzipSync(response.bytes))
}
const namesIn = (files: Map<string, string>) =>
  (JSON.parse(files.get('contacts.json')!) as { firstName: string }[])
    .map(({ firstName }) => firstName)
    .sort()

describe('A40 the download of the contacts that a member brought', () => {
  test('has them with everything about them, also those of a new owner, and nothing else', async () => {
    const kept = await add(eve, 'Kept')
    const passedOn = await add(eve, 'Passed')
    const foreign = await add(max, 'Foreign')
    const byTeam = await add(ann, 'Team')
    for (const [id, person] of [
      [kept, eve],
      [foreign, max],
    ] as const) {
      const note = { text: `Note about ${id}` }
      expect((await person.request('POST', `/api/contacts/${id}/notes`, note)).status).toBe(201)
      const tag = { create: [`Tag ${id.slice(-6)}`] }
      expect((await person.request('PATCH', `/api/contacts/${id}/tags`, tag)).status).toBe(200)
      const task = { contactId: id, title: `Task about ${id}` }
      expect((await person.request('POST', '/api/tasks', task)).status).toBe(201)
    }
    await app.owner.run(
      `insert into contact_consents (organization_id, contact_id, channel, allowed, source)
       values ($1, $2, 'text', false, 'contact'), ($1, $3, 'text', false, 'contact')`,
      [ann.organizationId, passedOn, foreign],
    )
    for (const [id, to] of [
      [passedOn, max.userId],
      [foreign, eve.userId],
    ])
      expect((await ann.request('PATCH', `/api/contacts/${id}/owner`, { to })).status).toBe(200)

    const files = await filesOf(eve)
    expect(namesIn(files)).toEqual(['Kept', 'Passed'])
    const text = [...files.values()].join('\n')
    expect(text).toContain(`Note about ${kept}`)
    expect(text).toContain(`Tag ${kept.slice(-6)}`)
    expect(text).toContain(`Task about ${kept}`)
    expect(files.get('consents.json')).toContain(passedOn)
    for (const id of [foreign, byTeam]) expect(text).not.toContain(id)
    expect(text).not.toContain(`Tag ${foreign.slice(-6)}`)
    for (const name of ['members', 'audit', 'ledger', 'settings', 'imports', 'views'])
      expect([name, files.has(`${name}.json`)]).toEqual([name, false])
    const manifest = JSON.parse(files.get('manifest.json')!) as { files: { name: string; rows: number }[] }
    expect(manifest).toMatchObject({ organizationId: ann.organizationId, contactsOf: eve.userId })
    expect(manifest.files.find(({ name }) => name === 'contacts.csv')?.rows).toBe(2)
    expect(namesIn(await filesOf(max))).toEqual(['Foreign'])
  })

  test('is empty for someone who brought none, and recorded', async () => {
    expect(namesIn(await filesOf(ann))).toEqual([])
    const recorded = await app.owner.column(
      `select subject from audit_log where organization_id = $1 and action = 'data-export.own-contacts-downloaded'`,
      [ann.organizationId],
    )
    expect(recorded).toContain(ann.userId)
    expect((await ann.request('GET', `/api/organizations/${ann.organizationId}/exports`)).json).toMatchObject(
      {
        items: [],
      },
    )
  })

  test('is closed to strangers and former members', async () => {
    const stranger = await app.subscriber('stranger@example.com')
    expect([403, 404]).toContain((await downloadBy(stranger)).status)
    await max.request('POST', `/api/organizations/${ann.organizationId}/leave`)
    expect([401, 403, 404]).toContain((await downloadBy(max)).status)
  })
})
