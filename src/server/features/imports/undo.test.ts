import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { AppError } from '#server/platform/errors.ts'
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

describe('A10 undoing an import', () => {
  const list = (name: string) => streamOf(`First Name,Last Name\n${name}1,Last\n${name}2,Last\n`)

  it('removes exactly its contacts; waiting enrichments cost nothing', async () => {
    await newOrganization()
    const keptImport = await ws.importCsv(admin, list('Kept'))
    const undoneImport = await ws.importCsv(admin, list('Gone'))
    await ws.db.tenant(organizationId, (tx) =>
      ws.credits.grantPeriod(tx, {
        key: 'p',
        amount: 100,
        start: '2026-01-01T00:00:00Z',
        end: '2099-01-01T00:00:00Z',
      }),
    )
    expect(await ws.imports.undo(admin, undoneImport.importId)).toEqual({ removed: 2 })
    await ws.enrichment.runWaiting(organizationId)
    const remaining = await ws.owner.rows(
      'select import_id, first_name from contacts where organization_id = $1 order by 2',
      [organizationId],
    )
    expect(remaining).toEqual([
      { importId: keptImport.importId, firstName: 'Kept1' },
      { importId: keptImport.importId, firstName: 'Kept2' },
    ])
    expect(await ws.imports.get(admin, undoneImport.importId)).toMatchObject({
      status: 'undone',
      imported: 2,
    })
    const charged = await ws.owner.rows(
      `select e.import_id from credit_ledger l join enrichments e on l.idempotency_key = 'enrich:' || e.id
        where l.organization_id = $1 and e.import_id = $2`,
      [organizationId, undoneImport.importId],
    )
    expect(charged).toEqual([])
    await expect(ws.imports.undo(admin, undoneImport.importId)).rejects.toMatchObject({ code: 'conflict' })
    expect(await ws.importCsv(admin, list('Gone'))).toMatchObject({ imported: 2 })
  })

  it('MEMBER can undo only their own imports, ADMIN and OWNER all', async () => {
    await newOrganization()
    const [member, other, owner] = [
      await ws.createUser(organizationId, 'MEMBER'),
      await ws.createUser(organizationId, 'MEMBER'),
      await ws.createUser(organizationId, 'OWNER'),
    ]
    const ownImport = await ws.importCsv(member, list('Mine'))
    const otherImport = await ws.importCsv(other, list('Theirs'))
    await expect(ws.imports.undo(member, otherImport.importId)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await ws.imports.undo(member, ownImport.importId)).toEqual({ removed: 2 })
    expect(await ws.imports.undo(owner, otherImport.importId)).toEqual({ removed: 2 })
  })

  it('is possible for 30 days and only for finished imports', async () => {
    await newOrganization()
    const oldImport = await ws.importCsv(admin, list('Old'))
    ws.time.now = new Date(Date.now() + 31 * 24 * 3600 * 1000)
    await expect(ws.imports.undo(admin, oldImport.importId)).rejects.toMatchObject({ code: 'conflict' })
    ws.time.now = new Date()
    const { importId } = await ws.imports.acceptCsv(admin, list('New'), { enrich: true })
    await expect(ws.imports.undo(admin, importId)).rejects.toMatchObject({ code: 'conflict' })
    await ws.queue.drain()
    expect(await ws.countContacts(organizationId)).toBe(4)
  })

  it("treats another organization's import as unknown", async () => {
    await newOrganization()
    const { importId } = await ws.importCsv(admin, list('Ours'))
    const stranger = await ws.createUser(await ws.createOrganization(), 'OWNER')
    const unknownId = '00000000-0000-4000-8000-000000000000'
    for (const method of [ws.imports.get, ws.imports.undo]) {
      const [foreign, missing] = await Promise.all(
        [importId, unknownId].map((id) =>
          method(stranger, id).catch((error: AppError) => [error.code, error.message]),
        ),
      )
      expect(foreign).toEqual(missing)
      expect(foreign).toEqual(['not_found', 'Import not found'])
    }
  })
})
