import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const LIST_CSV = [
  'First Name,Last Name,Email,City',
  'Anna,Smith,anna@example.com,Lisle',
  'Ben,,ben@example.com,=1+1',
  'Anna,Smith,ANNA@example.com,Aurora',
  'Cy,,cy@example.com,',
  '"Dee,,,',
].join('\n')

const correctedContact = (firstName: string, lastName: string, email: string) => ({
  ...{ firstName, lastName, email },
  ...{ phone: null, address: null, city: null, state: null, zipCode: null },
})

const fix = (importId: string, row: number, input = correctedContact('Ben', 'Jones', 'ben@example.com')) =>
  ws.imports.fixRow(admin, { importId, row, input })

describe('A10 skipped rows', () => {
  it('are listed by page with their readable parts', async () => {
    await newOrganization()
    const { importId } = await ws.importCsv(admin, streamOf(LIST_CSV), false)
    const firstPage = await ws.imports.listSkipped(admin, importId, { after: 0, limit: 2 })
    expect(firstPage).toEqual({
      items: [
        {
          row: 3,
          problem: 'Row 3: Last Name is missing',
          contact: { firstName: 'Ben', email: 'ben@example.com', city: '=1+1' },
        },
        {
          row: 4,
          problem: 'Row 4: Already in your contacts',
          contact: expect.objectContaining({ firstName: 'Anna', city: 'Aurora', phone: null }),
        },
      ],
      next: '4',
    })
    const secondPage = await ws.imports.listSkipped(admin, importId, { after: 4, limit: 50 })
    expect(secondPage.items.map(({ row, contact }) => [row, contact?.firstName])).toEqual([
      [5, 'Cy'],
      [6, undefined],
    ])
    expect(secondPage.next).toBeNull()
  })

  it('are exported as CSV with the problem and without formulas', async () => {
    await newOrganization()
    const { importId } = await ws.importCsv(admin, streamOf(LIST_CSV), false)
    let csv = ''
    for await (const part of await ws.imports.skippedCsv(admin, importId)) csv += part
    expect(csv.split('\r\n').slice(0, 3)).toEqual([
      'First Name,Last Name,Email,Phone,Address,City,State,Zip,Problem',
      "Ben,,ben@example.com,,,'=1+1,,,Row 3: Last Name is missing",
      'Anna,Smith,anna@example.com,,,Aurora,,,Row 4: Already in your contacts',
    ])
    // After fixing it in a spreadsheet, the file can be imported as is.
    const secondImport = await ws.importCsv(admin, streamOf(csv.replace('Ben,,', 'Ben,Jones,')), false)
    expect(secondImport).toMatchObject({ imported: 1, total: 4 })
  })

  it('become contacts once fixed; undo removes them', async () => {
    await newOrganization()
    const { importId } = await ws.importCsv(admin, streamOf(LIST_CSV), false)
    const fixed = await fix(importId, 3)
    expect(fixed).toMatchObject({ imported: 2, skipped: 3 })
    expect(await ws.imports.get(admin, importId)).toMatchObject({ imported: 2, skipped: 3, total: 5 })
    expect(await ws.listInconsistentImports(organizationId)).toEqual([])
    expect(ws.queue.pendingJobs.map(({ data }) => data)).toContainEqual({
      organizationId,
      contactIds: [fixed.contactId],
    })
    await expect(fix(importId, 3)).rejects.toMatchObject({ code: 'not_found', message: 'Row not found' })
    await expect(fix(importId, 2)).rejects.toMatchObject({ code: 'not_found' })
    expect(await ws.imports.undo(admin, importId)).toEqual({ removed: 2 })
    await expect(fix(importId, 5)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('are enriched when the import requested it', async () => {
    await newOrganization()
    const { importId } = await ws.importCsv(admin, streamOf(LIST_CSV))
    expect((await ws.imports.get(admin, importId)).enrichment.waiting).toBe(1)
    await fix(importId, 3)
    expect((await ws.imports.get(admin, importId)).enrichment.waiting).toBe(2)
  })

  it('stay skipped when the contact already exists', async () => {
    await newOrganization()
    const { importId } = await ws.importCsv(admin, streamOf(LIST_CSV), false)
    await expect(
      fix(importId, 3, correctedContact('Anna', 'Smith', 'anna@example.com')),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'Already in your contacts',
      contactId: expect.any(String),
    })
    expect(await ws.imports.get(admin, importId)).toMatchObject({ imported: 1, skipped: 4 })
    const [first, second] = await Promise.allSettled([fix(importId, 3), fix(importId, 5)])
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await ws.listInconsistentImports(organizationId)).toEqual([])
  })

  it('are cleared after 30 days; the reasons stay', async () => {
    await newOrganization()
    const { importId } = await ws.importCsv(admin, streamOf(LIST_CSV), false)
    const listStoredRows = () =>
      ws.owner.rows('select row from import_rows where import_id = $1 and raw is not null', [importId])
    await ws.imports.sweep()
    expect(await listStoredRows()).toHaveLength(3)
    await ws.owner.run(
      `update imports set finished_at = now() - interval '31 days', created_at = now() - interval '31 days'
        where id = $1`,
      [importId],
    )
    await ws.imports.sweep()
    expect(await listStoredRows()).toEqual([])
    const { items: rows } = await ws.imports.listSkipped(admin, importId, { after: 0, limit: 50 })
    expect(rows.map(({ contact }) => contact)).toEqual([null, null, null, null])
    await expect(fix(importId, 3)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('are not stored for people on the suppression list', async () => {
    await newOrganization()
    const csv = 'First Name,Last Name,Email\nAnna,Smith,anna@example.com\n'
    await ws.importCsv(admin, streamOf(csv), false)
    await ws.owner.run('update contacts set do_not_contact = true where organization_id = $1', [
      organizationId,
    ])
    const rows = await ws.owner.rows<{ id: string }>('select id from contacts where organization_id = $1', [
      organizationId,
    ])
    for (const { id } of rows) await ws.contacts.remove(admin, id)
    const { importId } = await ws.importCsv(admin, streamOf(csv), false)
    expect((await ws.imports.listSkipped(admin, importId, { after: 0, limit: 50 })).items).toEqual([
      { row: 2, problem: 'Row 2: This person is on the do-not-contact list', contact: null },
    ])
  })
})

describe('A10 address books', () => {
  it('are imported card by card', async () => {
    await newOrganization()
    const cards = ['N:Smith;Anna', 'N:;Mum', 'FN:Anna Smith'].map(
      (line) => `BEGIN:VCARD\n${line}\nEMAIL:anna@example.com\nEND:VCARD\n`,
    )
    const { importId } = await ws.imports.acceptVCards(admin, streamOf(cards.join('')), { enrich: false })
    await ws.queue.drain()
    expect(await ws.imports.get(admin, importId)).toMatchObject({
      ...{ kind: 'vcf', imported: 1, skipped: 2, total: 3 },
      errors: ['Card 2: Last Name is missing', 'Card 3: Already in your contacts'],
    })
    await expect(ws.imports.acceptVCards(admin, streamOf('hello'), { enrich: false })).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining('no contacts in it'),
    })
    expect(
      await ws.owner.rows('select id from imports where organization_id = $1', [organizationId]),
    ).toHaveLength(1)
  })
})

describe('A19 consent', () => {
  it("is logged with the text's version and no personal data", async () => {
    await newOrganization()
    const pickedContacts = [{ name: 'Anna Smith', email: 'anna@example.com' }]
    const { importId } = await ws.imports.acceptBulk(admin, pickedContacts, {
      enrich: false,
      consent: '2026-11-21',
    })
    await ws.imports.acceptBulk(admin, pickedContacts, { enrich: false })
    expect(
      await ws.owner.rows(
        `select subject, details from audit_log where organization_id = $1 and action = 'sync.consented'`,
        [organizationId],
      ),
    ).toEqual([{ subject: importId, details: { version: '2026-11-21', contacts: 1 } }])
  })
})
