import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { type ImportWorkspace, openImportWorkspace, streamOf } from '#test/workspaces/imports.ts'
import { MAX_WARNINGS } from './limits.ts'

let ws: ImportWorkspace
let organizationId: OrganizationId
let member: Context

beforeAll(async () => {
  ws = await openImportWorkspace()
})
afterAll(() => ws.close())
beforeEach(async () => {
  organizationId = await ws.createOrganization()
  member = await ws.createUser(organizationId, 'MEMBER')
})

it('names rows with truncated values in the report', async () => {
  const notes = 'n'.repeat(21_000)
  const csv = `First Name,Last Name,Notes\nAda,Okafor,Met\nBen,Okafor,${notes}\n`
  const { importId } = await ws.importCsv(member, streamOf(csv), false)
  expect(await ws.imports.get(member, importId)).toMatchObject({
    imported: 2,
    warnings: ['Row 3: The notes were cut to 20,000 characters'],
  })
})

it('names the cards of an address book', async () => {
  const card = `BEGIN:VCARD\nN:Okafor;Ada\nNOTE:${'n'.repeat(21_000)}\nEND:VCARD\n`
  const { importId } = await ws.imports.acceptVCards(member, streamOf(card), { enrich: false })
  await ws.queue.drain()
  const { warnings } = await ws.imports.get(member, importId)
  expect(warnings).toEqual(['Card 1: The notes were cut to 20,000 characters'])
})

it('lists warnings about the file first, then row warnings, and counts the rest', async () => {
  const draft = { firstName: 'Ada', lastName: 'Okafor', email: null, phone: null, address: null }
  const rows = Array.from({ length: 1234 + MAX_WARNINGS }, (_, index) => ({
    row: index + 2,
    draft: { ...draft, city: null, state: null, zipCode: null },
    warnings: ['The company was cut to 200 characters'],
  }))
  const { warnings } = await ws.importRows(member, rows, { facts: { warnings: ['Read as windows-1252'] } })
  expect(warnings).toHaveLength(1 + MAX_WARNINGS + 1)
  expect(warnings.slice(0, 2)).toEqual([
    'Read as windows-1252',
    'Row 2: The company was cut to 200 characters',
  ])
  expect(warnings.at(-1)).toBe('1,234 more warnings like these')
})
