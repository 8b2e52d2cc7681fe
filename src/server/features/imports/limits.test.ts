import { afterEach, expect, it } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { type ImportWorkspace, openImportWorkspace, streamOf } from '#test/workspaces/imports.ts'

let ws: ImportWorkspace
let organizationId: OrganizationId
let admin: Context

afterEach(() => ws.close())

async function openWorkspace(limits: Parameters<typeof openImportWorkspace>[0]) {
  ws = await openImportWorkspace(limits)
  organizationId = await ws.createOrganization()
  admin = await ws.createUser(organizationId, 'ADMIN')
}

const rowsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `First${from + n},Last`).join('\n')
const fileWith = (from: number, count: number) => streamOf(`First Name,Last Name\n${rowsOf(from, count)}\n`)
const contactInput = (firstName: string) => ({
  ...{ firstName, lastName: 'Typed', email: null, phone: null, address: null },
  ...{ city: null, state: null, zipCode: null },
})
const CONTACT_LIMIT_MESSAGE = 'Your organization has reached 5 contacts'
const readCounter = () =>
  ws.owner.row('select contacts from organization_counters where organization_id = $1', [organizationId])

it('adds no contact beyond the limit', async () => {
  await openWorkspace({ maxContacts: 5 })
  await ws.importCsv(admin, fileWith(1, 4), false)
  await ws.contacts.add(admin, contactInput('Ada'))
  await expect(ws.contacts.add(admin, contactInput('Ben'))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(CONTACT_LIMIT_MESSAGE),
  })
  expect(await ws.countContacts(organizationId)).toBe(5)
  expect(await readCounter()).toEqual({ contacts: 5 })
})

it('imports rows up to the limit and skips the others', async () => {
  await openWorkspace({ maxContacts: 5 })
  const { importId, ...status } = await ws.importCsv(admin, fileWith(1, 7), false)
  expect(status).toMatchObject({
    ...{ status: 'done', imported: 5, skipped: 2 },
    errors: [`Row 7: ${CONTACT_LIMIT_MESSAGE}`, `Row 8: ${CONTACT_LIMIT_MESSAGE}`],
  })
  expect(await ws.listInconsistentImports(organizationId)).toEqual([])
  await expect(
    ws.imports.fixRow(admin, { importId, row: 7, input: contactInput('First6') }),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: CONTACT_LIMIT_MESSAGE,
  })
  const error = await ws.imports.acceptCsv(admin, fileWith(10, 1), { enrich: false }).catch((error) => error)
  expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining(CONTACT_LIMIT_MESSAGE) })
  const bulkImport = ws.imports.acceptBulk(admin, [{ name: 'Ada Byron' }], { enrich: false })
  await expect(bulkImport).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(CONTACT_LIMIT_MESSAGE),
  })
  const rows = await ws.owner.rows<{ id: string }>(
    'select id from contacts where organization_id = $1 limit 1',
    [organizationId],
  )
  await ws.contacts.remove(admin, rows[0]!.id)
  expect(await ws.imports.fixRow(admin, { importId, row: 7, input: contactInput('First6') })).toMatchObject({
    ...{ imported: 6, skipped: 1 },
  })
})

it('enforces the limit when contacts are added at the same time', async () => {
  await openWorkspace({ maxContacts: 5 })
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => ws.contacts.add(admin, contactInput(`Ada${n}`))),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await ws.countContacts(organizationId)).toBe(5)
  expect(await readCounter()).toEqual({ contacts: 5 })
})

it('rejects uploads while the storage limit is reached', async () => {
  await openWorkspace({ imports: { storedBytes: 100 } })
  const queued = await ws.imports.acceptCsv(admin, fileWith(1, 20), { enrich: false })
  const secondUpload = ws.imports.acceptCsv(admin, fileWith(30, 1), { enrich: false })
  await expect(secondUpload).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringMatching(/^Your organization has reached .* GB of stored files/),
  })
  await ws.queue.drain()
  expect(await ws.imports.get(admin, queued.importId)).toMatchObject({ imported: 20 })
  expect((await ws.importCsv(admin, fileWith(30, 1), false)).imported).toBe(1)
})

it('counts skipped rows and archives as storage, skipped rows for 30 days', async () => {
  await openWorkspace({ imports: { storedBytes: 200 } })
  const badRows = Array.from({ length: 20 }, (_, n) => `First${n},`).join('\n')
  const { importId } = await ws.importCsv(admin, streamOf(`First Name,Last Name\n${badRows}\n`), false)
  const upload = () => ws.importCsv(admin, fileWith(1, 1), false)
  await expect(upload()).rejects.toMatchObject({ code: 'too_large' })
  await ws.owner.run(`update imports set finished_at = now() - interval '31 days' where id = $1`, [importId])
  await ws.imports.sweep()
  expect((await upload()).imported).toBe(1)
  await ws.owner.run(
    `insert into data_exports (organization_id, status, sha256, bytes, created_at) values ($1, 'ready', 'x', 300, now())`,
    [organizationId],
  )
  await expect(upload()).rejects.toMatchObject({ code: 'too_large' })
})

it('limits concurrent uploads of an organization and of a member', async () => {
  await openWorkspace({ imports: { uploads: 2, uploadsOfUser: 1 } })
  const secondMember = await ws.createUser(organizationId, 'MEMBER')
  const thirdMember = await ws.createUser(organizationId, 'MEMBER')
  const files = [createSlowFile(), createSlowFile(), createSlowFile()] as const
  const first = ws.imports.acceptCsv(admin, files[0].bytes, { enrich: false })
  await files[0].started
  const rateLimited = { code: 'rate_limited', retryAfterSeconds: 10 }
  await expect(ws.imports.acceptCsv(admin, fileWith(1, 1), { enrich: false })).rejects.toMatchObject(
    rateLimited,
  )
  const second = ws.imports.acceptCsv(secondMember, files[1].bytes, { enrich: false })
  await files[1].started
  await expect(ws.imports.acceptCsv(thirdMember, fileWith(1, 1), { enrich: false })).rejects.toMatchObject(
    rateLimited,
  )
  files[0].end()
  files[1].end()
  await Promise.all([first, second])
  expect(await ws.imports.acceptCsv(admin, fileWith(1, 1), { enrich: false })).toMatchObject({ total: 1 })
})

it('starts only a few of many concurrent uploads', async () => {
  await openWorkspace({ imports: { uploads: 3, uploadsOfUser: 3 } })
  const files = Array.from({ length: 8 }, createSlowFile)
  const uploads = files.map(({ bytes }) => ws.imports.acceptCsv(admin, bytes, { enrich: false }))
  let rejectedCount = 0
  const outcomes = uploads.map((upload) =>
    upload.then(
      () => 'accepted',
      () => {
        rejectedCount += 1
        if (rejectedCount === 5) for (const { end } of files) end()
        return 'rejected'
      },
    ),
  )
  expect((await Promise.all(outcomes)).sort().join(' ')).toBe(
    'accepted accepted accepted rejected rejected rejected rejected rejected',
  )
})

it('queues an import while others of its organization run, and starts it afterwards', async () => {
  await openWorkspace({ imports: { running: 1 } })
  const [running] = await ws.owner.rows<{ id: string }>(
    `insert into imports (organization_id, kind, status, total) values ($1, 'csv', 'running', 1) returning id`,
    [organizationId],
  )
  const waitingImport = await ws.imports.acceptCsv(admin, fileWith(1, 1), { enrich: false })
  await ws.queue.drain()
  expect((await ws.imports.get(admin, waitingImport.importId)).status).toBe('queued')
  const stranger = await ws.createUser(await ws.createOrganization(), 'OWNER')
  expect((await ws.importCsv(stranger, fileWith(1, 1), false)).status).toBe('done')
  await ws.owner.run(`update imports set status = 'failed' where id = $1`, [running?.id])
  expect((await ws.importCsv(admin, fileWith(2, 1), false)).status).toBe('done')
  expect((await ws.imports.get(admin, waitingImport.importId)).status).toBe('done')
})

/** A file that starts to arrive and ends on request. */
function createSlowFile() {
  const firstStart = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  async function* bytes() {
    firstStart.resolve()
    yield Buffer.from('First Name,Last Name\nAda,')
    await ended.promise
    yield Buffer.from('Byron\n')
  }
  return { bytes: bytes(), started: firstStart.promise, end: () => ended.resolve() }
}
