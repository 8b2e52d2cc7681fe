import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untar } from '#test/builders/untar.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bob: Person
const clock = { time: Date.parse('2026-11-21T12:00:00Z'), now: () => new Date(clock.time) }
beforeAll(async () => {
  app = await createTestApp({ clock })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const exportsUrl = (person: Person) => `/api/organizations/${person.organizationId}/exports`

type ExportItem = {
  id: string
  status: string
  kindsDone: number
  kinds: number
  rowsDone: number
  sha256: string
}
async function findNewestExport(person: Person): Promise<ExportItem> {
  const { json } = await person.request('GET', exportsUrl(person))
  return (json as { items: ExportItem[] }).items[0]!
}

async function download(person: Person, id: string): Promise<Buffer> {
  const response = await person.request('GET', `${exportsUrl(person)}/${id}/file`)
  expect(response.status).toBe(200)
  return response.bytes
}

describe('A8 data export', () => {
  test('contains each kind as CSV and JSON with a matching manifest, even without a subscription', async () => {
    await ann.request('POST', '/api/contacts', {
      firstName: '=cmd()',
      lastName: 'Ügly, "Q"',
      email: 'q@example.com',
    })
    await ann.request('POST', '/api/contacts', { firstName: 'Ada', lastName: 'Lee', phone: '6305550142' })
    await app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
      ann.organizationId,
    ])
    const response = await ann.request('POST', exportsUrl(ann))
    expect(response.status).toBe(202)
    await app.queue.drain()
    const newestExport = await findNewestExport(ann)
    expect(newestExport).toMatchObject({ status: 'ready', kindsDone: newestExport.kinds })
    const archive = await download(ann, newestExport.id)
    expect(createHash('sha256').update(archive).digest('hex')).toBe(newestExport.sha256)

    const files = untar(gunzipSync(archive))
    const manifest = JSON.parse(files.get('manifest.json')!) as {
      files: { name: string; rows: number; sha256: string }[]
    }
    expect(manifest.files.map(({ name }) => name)).toEqual(
      [...files.keys()].filter((name) => name !== 'manifest.json'),
    )
    for (const { name, sha256 } of manifest.files)
      expect([name, createHash('sha256').update(files.get(name)!).digest('hex')]).toEqual([name, sha256])
    expect(manifest.files.find(({ name }) => name === 'contacts.csv')?.rows).toBe(2)
    const contacts = JSON.parse(files.get('contacts.json')!) as { firstName: string }[]
    expect(contacts.map(({ firstName }) => firstName).sort()).toEqual(['=cmd()', 'Ada'])
    expect(files.get('contacts.csv')).toContain(`'=cmd(),"Ügly, ""Q""",q@example.com`)
    expect(files.get('members.csv')).toContain('ann@example.com')
    for (const name of ['settings', 'ledger', 'audit', 'skipped-rows', 'risk'])
      expect([name, files.has(`${name}.json`), files.has(`${name}.csv`)]).toEqual([name, true, true])
    expect(JSON.parse(files.get('tasks.json')!)).toEqual([])
    const notifications = await ann.request('GET', '/api/notifications')
    expect(notifications.text).toContain('Your export is ready')
    await app.owner.run(`update organizations set subscription_status = 'active' where id = $1`, [
      ann.organizationId,
    ])
  })

  test('contains the members of this organization with their roles here, and owners and teams of contacts', async () => {
    const elsewhere = await app.subscriber('elsewhere@example.com')
    await app.owner.run(
      `insert into memberships (user_id, organization_id, role, access) values ($1, $2, 'MEMBER', 'own')`,
      [elsewhere.userId, ann.organizationId],
    )
    const team = await ann.request('POST', `/api/organizations/${ann.organizationId}/teams`, {
      ...{ name: 'Listers', memberIds: [elsewhere.userId] },
    })
    const { id: teamId } = team.json as { id: string }
    const contact = (await ann.request('POST', '/api/contacts', { firstName: 'Own', lastName: 'Ed' })).json
    const { id } = contact as { id: string }
    await ann.request('PATCH', `/api/contacts/${id}/owner`, { to: elsewhere.userId, teamId })
    const filesOf = async (person: Person) => {
      await person.request('POST', exportsUrl(person))
      await app.queue.drain()
      const files = untar(gunzipSync(await download(person, (await findNewestExport(person)).id)))
      return (name: string) => JSON.parse(files.get(`${name}.json`)!) as Record<string, unknown>[]
    }
    const rowsOf = await filesOf(ann)
    const members = rowsOf('members').map(({ email, role, access }) => [email, role, access])
    expect(members.sort()).toEqual([
      ['ann@example.com', 'OWNER', 'all'],
      ['elsewhere@example.com', 'MEMBER', 'own'],
    ])
    expect(rowsOf('contacts').find((each) => each.id === id)).toMatchObject({
      ...{ ownerId: elsewhere.userId, teamId },
    })
    expect(rowsOf('teams')).toMatchObject([{ id: teamId, name: 'Listers' }])
    expect(rowsOf('team-members')).toEqual([{ teamId, userId: elsewhere.userId }])
    const others = (await filesOf(elsewhere))('members')
    expect(others).toMatchObject([{ email: 'elsewhere@example.com', role: 'OWNER' }])
    // Later tests count the exports of a day.
    await app.owner.run('delete from data_exports where organization_id = $1', [ann.organizationId])
    await app.owner.run('delete from contacts where id = $1', [id])
  })

  test('splits a large kind into several files without losing or repeating rows', async () => {
    const longText = 'x'.repeat(3000)
    await app.owner.run(
      `insert into contacts (organization_id, first_name, last_name, address, search, last_name_key)
       select $1, 'Many ' || n, 'More', $2, '', '' from generate_series(1, 4000) n`,
      [bob.organizationId, longText],
    )
    await bob.request('POST', exportsUrl(bob))
    await app.queue.drain()
    const files = untar(gunzipSync(await download(bob, (await findNewestExport(bob)).id)))
    const partNames = [...files.keys()].filter((name) => /^contacts-\d{3}\.json$/.test(name))
    expect(partNames.length).toBeGreaterThan(1)
    const rows = partNames.flatMap((name) => JSON.parse(files.get(name)!) as { firstName: string }[])
    expect(new Set(rows.map(({ firstName }) => firstName)).size).toBe(4000)
    expect(rows).toHaveLength(4000)
    await app.owner.run('delete from contacts where organization_id = $1', [bob.organizationId])
  })

  test('runs one export at a time, and five a day', async () => {
    const carl = await app.subscriber('carl@example.com')
    for (let i = 0; i < 5; i++) {
      const responses = await Promise.all([
        carl.request('POST', exportsUrl(carl)),
        carl.request('POST', exportsUrl(carl)),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([202, 409])
      await app.queue.drain()
    }
    const response = await carl.request('POST', exportsUrl(carl))
    expect([response.status, Number(response.headers['retry-after']) > 0]).toEqual([429, true])
    clock.time += DAY_MS + 1000
    expect((await carl.request('POST', exportsUrl(carl))).status).toBe(202)
    await app.queue.drain()
  })

  test('counts canceled and failed exports toward the daily limit', async () => {
    const cleo = await app.subscriber('cleo@example.com')
    for (let i = 0; i < 5; i++) {
      expect((await cleo.request('POST', exportsUrl(cleo))).status).toBe(202)
      await app.queue.drain()
      await app.owner.run(
        `update data_exports set status = $2, sha256 = null where organization_id = $1 and status = 'ready'`,
        [cleo.organizationId, i % 2 ? 'voided' : 'failed'],
      )
    }
    expect((await cleo.request('POST', exportsUrl(cleo))).status).toBe(429)
  })

  test("excludes the operator's reason", async () => {
    const finn = await app.subscriber('finn@example.com')
    await app.owner.run(
      `insert into audit_log (organization_id, actor, action, details)
       values ($1, 'user:1', 'operator.credits-adjusted', '{"amount": 5, "reason": "Threatened to sue"}'),
              ($1, 'user:1', 'contact.left', '{"reason": "Moved away"}')`,
      [finn.organizationId],
    )
    await finn.request('POST', exportsUrl(finn))
    await app.queue.drain()
    const audit = untar(gunzipSync(await download(finn, (await findNewestExport(finn)).id))).get(
      'audit.json',
    )!
    expect(audit).toContain('Moved away')
    expect(audit).not.toContain('Threatened')
    expect(JSON.parse(audit)).toContainEqual(expect.objectContaining({ details: { amount: 5 } }))
  })

  test('contains only the saved views of the member who requested it', async () => {
    const hope = await app.subscriber('hope@example.com')
    const admin = await app.member('ira@example.com', hope.organizationId, 'ADMIN')
    const member = await app.member('jed@example.com', hope.organizationId, 'MEMBER')
    for (const [person, name] of [
      [hope, 'Divorce on Elm Street'],
      [admin, 'My leads'],
      [member, 'Leaving soon'],
    ] as const)
      expect((await person.request('POST', '/api/views', { name, sort: 'name' })).status).toBe(201)
    await admin.request('POST', exportsUrl(admin))
    await app.queue.drain()
    const files = untar(gunzipSync(await download(admin, (await findNewestExport(admin)).id)))
    const allText = [...files.values()].join('\n')
    expect(JSON.parse(files.get('views.json')!)).toMatchObject([{ name: 'My leads', userId: admin.userId }])
    expect([allText.includes('Divorce on Elm'), allText.includes('Leaving soon')]).toEqual([false, false])
  })

  test('neither builds nor sends an export while the organization is suspended', async () => {
    const gus = await app.subscriber('gus@example.com')
    await gus.request('POST', exportsUrl(gus))
    await app.queue.drain()
    const { id } = await findNewestExport(gus)
    await app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'Why' where id = $1`,
      [gus.organizationId],
    )
    expect((await gus.request('POST', exportsUrl(gus))).status).toBe(403)
    expect((await gus.request('GET', `${exportsUrl(gus)}/${id}/file`)).status).toBe(403)
  })

  test('rebuilds an abandoned export', async () => {
    const dora = await app.subscriber('dora@example.com')
    const { id } = (await dora.request('POST', exportsUrl(dora))).json as { id: string }
    await app.owner.run(
      `update data_exports set status = 'running', attempts = 1, lease_until = $2 where id = $1`,
      [id, new Date(clock.time - 1000)],
    )
    await app.owner.run(
      `insert into data_export_chunks (organization_id, export_id, position, bytes) values ($1, $2, 0, 'half')`,
      [dora.organizationId, id],
    )
    await app.services.dataExport.sweep()
    await app.queue.drain()
    expect((await findNewestExport(dora)).status).toBe('ready')
    gunzipSync(await download(dora, id))
  })

  test('is canceled when a contact in it is erased, and removed after seven days', async () => {
    const eve = await app.subscriber('eve@example.com')
    const contact = await eve.request('POST', '/api/contacts', { firstName: 'Gone', lastName: 'Soon' })
    await eve.request('POST', exportsUrl(eve))
    await app.queue.drain()
    await eve.request('DELETE', `/api/contacts/${(contact.json as { id: string }).id}`)
    const voidedExport = await findNewestExport(eve)
    expect(voidedExport.status).toBe('voided')
    expect((await eve.request('GET', `${exportsUrl(eve)}/${voidedExport.id}/file`)).status).toBe(404)
    await app.owner.run(
      `insert into data_export_chunks (organization_id, export_id, position, bytes)
       select $1, $2, n, 'x' from generate_series(1000, 1450) n`,
      [eve.organizationId, voidedExport.id],
    )
    await app.services.dataExport.sweep()
    await app.queue.drain()
    expect(
      await app.owner.row(
        'select count(*)::int as chunks from data_export_chunks where organization_id = $1',
        [eve.organizationId],
      ),
    ).toEqual({ chunks: 0 })
    await eve.request('POST', exportsUrl(eve))
    await app.queue.drain()
    clock.time += 7 * DAY_MS + 1000
    await app.services.dataExport.removeOld()
    expect((await findNewestExport(eve)).status).toBe('expired')
    expect(
      await app.owner.row(
        'select count(*)::int as chunks from data_export_chunks where organization_id = $1',
        [eve.organizationId],
      ),
    ).toEqual({ chunks: 0 })
  })
})
