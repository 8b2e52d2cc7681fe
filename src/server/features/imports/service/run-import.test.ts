import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERIFY_JOB } from '#server/features/contacts/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { type ImportWorkspace, openImportWorkspace, streamOf } from '#test/workspaces/imports.ts'

let ws: ImportWorkspace
let organizationId: OrganizationId
let admin: Context

beforeAll(async () => {
  ws = await openImportWorkspace()
})
afterAll(() => ws.close())

async function newOrganization() {
  organizationId = await ws.createOrganization()
  admin = await ws.createUser(organizationId, 'ADMIN')
}

describe('A10 running imports', () => {
  it('adds no contact twice when two users import the same file at once', async () => {
    await newOrganization()
    const lines = Array.from({ length: 3500 }, (_, n) => `First${n},Last${n},p${n}@example.com`)
    const file = (rows: string[]) => streamOf(['First Name,Last Name,Email', ...rows].join('\n'))
    const accepted = await Promise.all([
      ws.imports.acceptCsv(admin, file(lines), { enrich: true }),
      ws.imports.acceptCsv(admin, file(lines.toReversed()), { enrich: true }),
    ])
    await Promise.all(accepted.map(({ importId }) => ws.imports.run(organizationId, importId)))
    const outcomes = await Promise.all(accepted.map(({ importId }) => ws.imports.get(admin, importId)))
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(outcomes.map(({ imported }) => imported).reduce((a, b) => a + b)).toBe(3500)
    expect(await ws.countContacts(organizationId)).toBe(3500)
    expect(await ws.listInconsistentImports(organizationId)).toEqual([])
    await ws.queue.drain()
  })

  it('resumes after the last chunk without repeating or losing rows', async () => {
    await newOrganization()
    const csv = ['First Name,Last Name,Email']
    for (let n = 2; n <= 4501; n++)
      csv.push(n % 10 === 0 ? `First${n},,` : `First${n},Last,p${n}@example.com`)
    const { importId } = await ws.imports.acceptCsv(admin, streamOf(csv.join('\n')), { enrich: true })
    const { publish } = ws.events
    let chunks = 0
    ws.events.publish = (tx, organization, event) => {
      if (event.type === 'import.changed') chunks += 1
      // The server stops in the middle of the third chunk.
      if (chunks === 3)
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })
      publish(tx, organization, event)
    }
    await expect(ws.queue.drain()).rejects.toThrow('terminated')
    ws.events.publish = publish
    expect(await ws.imports.get(admin, importId)).toMatchObject({
      status: 'running',
      imported: 1800,
      skipped: 200,
    })
    expect(await ws.listInconsistentImports(organizationId)).toEqual([])
    await ws.imports.sweep()
    await ws.queue.drain()
    expect(await ws.imports.get(admin, importId)).toMatchObject({
      status: 'done',
      imported: 4050,
      skipped: 450,
      total: 4500,
    })
    expect(await ws.countContacts(organizationId)).toBe(4050)
    expect(await ws.listInconsistentImports(organizationId)).toEqual([])
  })

  it('adds each row once when several jobs run the import concurrently', async () => {
    await newOrganization()
    const csv = ['First Name,Last Name', ...Array.from({ length: 3000 }, (_, n) => `First${n},Last${n}`)]
    const { importId } = await ws.imports.acceptCsv(admin, streamOf(csv.join('\n')), { enrich: true })
    await Promise.all([1, 2, 3].map(() => ws.imports.run(organizationId, importId)))
    await ws.queue.drain()
    expect(await ws.imports.get(admin, importId)).toMatchObject({ status: 'done', imported: 3000 })
    expect(await ws.countContacts(organizationId)).toBe(3000)
  })

  it('fails with a readable message on a permanent error', async () => {
    await newOrganization()
    const csv = ['First Name,Last Name', ...Array.from({ length: 1500 }, (_, n) => `First${n},Last${n}`)]
    const { importId } = await ws.imports.acceptCsv(admin, streamOf(csv.join('\n')), { enrich: true })
    await ws.owner.run(
      `update import_chunks set drafts = '[[1200, "Broken"]]' where import_id = $1 and first_row > 1000`,
      [importId],
    )
    await ws.queue.drain()
    const outcome = await ws.imports.get(admin, importId)
    expect(outcome).toMatchObject({ status: 'failed', imported: 1000, total: 1500 })
    expect(outcome.failure).toMatch(/problem on our side/)
    await expect(ws.imports.result(admin, importId)).rejects.toMatchObject({ code: 'internal' })
    expect(await ws.countContacts(organizationId)).toBe(1000)
    expect(await ws.owner.rows('select row from import_rows where import_id = $1', [importId])).toEqual([])
    expect(await ws.owner.rows('select from import_chunks where import_id = $1', [importId])).toEqual([])
  })

  it('verifies contacts immediately when no enrichment is requested, and enriches them otherwise', async () => {
    await newOrganization()
    const csv = (name: string) =>
      streamOf(
        ['First Name,Last Name', ...Array.from({ length: 450 }, (_, n) => `${name}${n},Last`)].join('\n'),
      )
    const plainImport = await ws.importCsv(admin, csv('Plain'), false)
    const verify = ws.queue.pendingJobs.filter(
      ({ job, data }) =>
        job === VERIFY_JOB && (data as { organizationId: string }).organizationId === organizationId,
    )
    // One wake-up: due contacts are in the table.
    expect(verify.map(({ data }) => data)).toEqual([{ organizationId }])
    const dueContactsSql =
      'select id from contacts where organization_id = $1 and verification_due_at <= now()'
    expect(await ws.owner.rows(dueContactsSql, [organizationId])).toHaveLength(450)
    expect(plainImport.enrichment).toEqual({ requested: false, waiting: 0, done: 0, outOfCredits: false })
    const enriched = await ws.importCsv(admin, csv('Enriched'))
    expect(enriched.enrichment).toEqual({ requested: true, waiting: 450, done: 0, outOfCredits: true })
  })
})
