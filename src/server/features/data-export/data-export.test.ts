import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const DAY = 86_400_000
const exportsOf = (person: Person) => `/api/organizations/${person.organizationId}/exports`

type Shown = {
  id: string
  status: string
  kindsDone: number
  kinds: number
  rowsDone: number
  sha256: string
}
async function newest(person: Person): Promise<Shown> {
  const { json } = await person.request('GET', exportsOf(person))
  return (json as { items: Shown[] }).items[0]!
}

/** Files of a tar archive by name. */
function untar(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = 0; archive[at] !== 0; ) {
    const name = archive.toString('ascii', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.toString('ascii', at + 124, at + 135), 8)
    const block = archive.subarray(at, at + 512)
    const stated = Number.parseInt(archive.toString('ascii', at + 148, at + 154), 8)
    const sum = block.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0)
    expect([name, sum]).toEqual([name, stated])
    files.set(name, archive.toString('utf8', at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

async function download(person: Person, id: string): Promise<Buffer> {
  const answer = await person.request('GET', `${exportsOf(person)}/${id}/file`)
  expect(answer.status).toBe(200)
  return answer.bytes
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
    const begun = await ann.request('POST', exportsOf(ann))
    expect(begun.status).toBe(202)
    await app.queue.drain()
    const ready = await newest(ann)
    expect(ready).toMatchObject({ status: 'ready', kindsDone: ready.kinds })
    const file = await download(ann, ready.id)
    expect(createHash('sha256').update(file).digest('hex')).toBe(ready.sha256)

    const files = untar(gunzipSync(file))
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

  test('splits a large kind into several files without losing or repeating rows', async () => {
    const long = 'x'.repeat(3000)
    await app.owner.run(
      `insert into contacts (organization_id, first_name, last_name, address, search, last_name_key)
       select $1, 'Many ' || n, 'More', $2, '', '' from generate_series(1, 4000) n`,
      [bob.organizationId, long],
    )
    await bob.request('POST', exportsOf(bob))
    await app.queue.drain()
    const files = untar(gunzipSync(await download(bob, (await newest(bob)).id)))
    const parts = [...files.keys()].filter((name) => /^contacts-\d{3}\.json$/.test(name))
    expect(parts.length).toBeGreaterThan(1)
    const names = parts.flatMap((name) => JSON.parse(files.get(name)!) as { firstName: string }[])
    expect(new Set(names.map(({ firstName }) => firstName)).size).toBe(4000)
    expect(names).toHaveLength(4000)
    await app.owner.run('delete from contacts where organization_id = $1', [bob.organizationId])
  })

  test('runs one export at a time, five a day', async () => {
    const carl = await app.subscriber('carl@example.com')
    for (let i = 0; i < 5; i++) {
      const both = await Promise.all([
        carl.request('POST', exportsOf(carl)),
        carl.request('POST', exportsOf(carl)),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
      await app.queue.drain()
    }
    const sixth = await carl.request('POST', exportsOf(carl))
    expect([sixth.status, Number(sixth.headers['retry-after']) > 0]).toEqual([429, true])
    clock.time += DAY + 1000
    expect((await carl.request('POST', exportsOf(carl))).status).toBe(202)
    await app.queue.drain()
  })

  test('counts canceled and failed exports toward the daily limit', async () => {
    const cleo = await app.subscriber('cleo@example.com')
    for (let i = 0; i < 5; i++) {
      expect((await cleo.request('POST', exportsOf(cleo))).status).toBe(202)
      await app.queue.drain()
      await app.owner.run(
        `update data_exports set status = $2, sha256 = null where organization_id = $1 and status = 'ready'`,
        [cleo.organizationId, i % 2 ? 'voided' : 'failed'],
      )
    }
    expect((await cleo.request('POST', exportsOf(cleo))).status).toBe(429)
  })

  test("leaves out the operator's reason", async () => {
    const finn = await app.subscriber('finn@example.com')
    await app.owner.run(
      `insert into audit_log (organization_id, actor, action, details)
       values ($1, 'user:1', 'operator.credits-adjusted', '{"amount": 5, "reason": "Threatened to sue"}'),
              ($1, 'user:1', 'contact.left', '{"reason": "Moved away"}')`,
      [finn.organizationId],
    )
    await finn.request('POST', exportsOf(finn))
    await app.queue.drain()
    const audit = untar(gunzipSync(await download(finn, (await newest(finn)).id))).get('audit.json')!
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
    await admin.request('POST', exportsOf(admin))
    await app.queue.drain()
    const files = untar(gunzipSync(await download(admin, (await newest(admin)).id)))
    const all = [...files.values()].join('\n')
    expect(JSON.parse(files.get('views.json')!)).toMatchObject([{ name: 'My leads', userId: admin.userId }])
    expect([all.includes('Divorce on Elm'), all.includes('Leaving soon')]).toEqual([false, false])
  })

  test('neither builds nor sends an export while the organization is suspended', async () => {
    const gus = await app.subscriber('gus@example.com')
    await gus.request('POST', exportsOf(gus))
    await app.queue.drain()
    const { id } = await newest(gus)
    await app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'Why' where id = $1`,
      [gus.organizationId],
    )
    expect((await gus.request('POST', exportsOf(gus))).status).toBe(403)
    expect((await gus.request('GET', `${exportsOf(gus)}/${id}/file`)).status).toBe(403)
  })

  test('rebuilds an abandoned export, and the old worker writes nothing more', async () => {
    const dora = await app.subscriber('dora@example.com')
    const { id } = (await dora.request('POST', exportsOf(dora))).json as { id: string }
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
    expect((await newest(dora)).status).toBe('ready')
    gunzipSync(await download(dora, id))
  })

  test('is canceled when a contact in it is erased, and removed after seven days', async () => {
    const eve = await app.subscriber('eve@example.com')
    const contact = await eve.request('POST', '/api/contacts', { firstName: 'Gone', lastName: 'Soon' })
    await eve.request('POST', exportsOf(eve))
    await app.queue.drain()
    await eve.request('DELETE', `/api/contacts/${(contact.json as { id: string }).id}`)
    const taken = await newest(eve)
    expect(taken.status).toBe('voided')
    expect((await eve.request('GET', `${exportsOf(eve)}/${taken.id}/file`)).status).toBe(404)
    await app.owner.run(
      `insert into data_export_chunks (organization_id, export_id, position, bytes)
       select $1, $2, n, 'x' from generate_series(1000, 1450) n`,
      [eve.organizationId, taken.id],
    )
    await app.services.dataExport.sweep()
    await app.queue.drain()
    expect(
      await app.owner.row('select count(*)::int as left from data_export_chunks where organization_id = $1', [
        eve.organizationId,
      ]),
    ).toEqual({ left: 0 })
    await eve.request('POST', exportsOf(eve))
    await app.queue.drain()
    clock.time += 7 * DAY + 1000
    await app.services.dataExport.removeOld()
    expect((await newest(eve)).status).toBe('expired')
    expect(
      await app.owner.row('select count(*)::int as left from data_export_chunks where organization_id = $1', [
        eve.organizationId,
      ]),
    ).toEqual({ left: 0 })
  })
})
