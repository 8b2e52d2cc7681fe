import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FileContact } from '#domain/identity/contact-details.ts'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { type ImportWorkspace, openImportWorkspace, streamOf } from '#test/workspaces/imports.ts'

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

const ANNA = {
  ...{ firstName: 'Anna', lastName: 'Smith', email: 'anna@example.com', phone: null },
  ...{ address: null, city: null, state: null, zipCode: null },
}
const person = (changes: Partial<FileContact> = {}): FileContact => ({
  ...{ ...ANNA, details: null, optOuts: [], labels: [], notes: null, ...changes },
})

/** Tags and notes of all contacts. */
async function readTagsAndNotes(): Promise<{ tags: string[]; notes: string[] }> {
  const tags = await ws.owner.column<string>(
    `select t.name from contact_tags g join tags t on t.id = g.tag_id where g.organization_id = $1 order by 1`,
    [organizationId],
  )
  const notes = await ws.owner.column<string>(
    'select text from contact_notes where organization_id = $1 order by created_at',
    [organizationId],
  )
  return { tags, notes }
}

const tagCount = async () =>
  (await ws.owner.rows('select from tags where organization_id = $1', [organizationId])).length

/** Completes the existing contact from a skipped row with these labels and notes. */
async function completeContact(extras: Partial<FileContact>): Promise<string> {
  const { details, labels, notes } = person(extras)
  const { importId } = await ws.importRows(member, [
    { row: 2, problem: 'Row 2: Last Name is missing', raw: { firstName: 'Anna' }, details, labels, notes },
  ])
  await ws.imports.updateExisting(member, { importId, row: 2, input: ANNA })
  return importId
}

const LIST = `First Name,Last Name,Email,Labels,Notes
Anna,Smith,anna@example.com,Buyer; VIP,Met at an open house
Ben,Lee,ben@example.com,vip,
`

it('turns the labels of a CSV file into tags and its notes into one note, once', async () => {
  const { importId } = await ws.importCsv(member, streamOf(LIST), false)
  const expected = { tags: ['Buyer', 'VIP', 'VIP'], notes: ['Met at an open house'] }
  expect(await readTagsAndNotes()).toEqual(expected)
  expect(await ws.imports.get(member, importId)).toMatchObject({ kept: { labels: 2, notes: 1 } })
  expect((await ws.contacts.list(member, { search: 'vip', limit: 10, sort: 'name' })).items).toHaveLength(2)
  expect(await ws.importCsv(member, streamOf(LIST), false)).toMatchObject({ imported: 0, skipped: 2 })
  expect(await readTagsAndNotes()).toEqual(expected)
})

it('reads its own export back with tags and notes', async () => {
  await ws.importCsv(member, streamOf(LIST), false)
  let csv = ''
  for await (const part of ws.contacts.export(member, {})) csv += part
  organizationId = await ws.createOrganization()
  member = await ws.createUser(organizationId, 'MEMBER')
  await ws.importCsv(member, streamOf(csv), false)
  expect(await readTagsAndNotes()).toEqual({ tags: ['Buyer', 'VIP', 'VIP'], notes: ['Met at an open house'] })
})

it('adds labels and notes of a file to an existing contact, without duplicates', async () => {
  await ws.importRows(member, [{ row: 2, draft: person({ labels: ['Buyer'], notes: 'One' }) }])
  const extras = { labels: ['buyer', 'Seller'], notes: 'Two', details: { ...NO_DETAILS, company: 'Acme' } }
  await completeContact(extras)
  expect(await readTagsAndNotes()).toEqual({ tags: ['Buyer', 'Seller'], notes: ['One', 'Two'] })
  await completeContact({ ...extras, details: { ...NO_DETAILS, company: 'Initech' } })
  await completeContact({ notes: 'One\n\nTwo' })
  expect(await readTagsAndNotes()).toEqual({
    tags: ['Buyer', 'Seller'],
    notes: ['One', 'Two', 'Company: Initech'],
  })
})

it('writes labels beyond the limits of a contact into a note', async () => {
  const labels = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `L${100 + from + n}`)
  await ws.importRows(member, [{ row: 2, draft: person({ labels: labels(0, 49) }) }])
  await completeContact({ labels: labels(48, 4) })
  const { tags, notes } = await readTagsAndNotes()
  expect(tags).toHaveLength(50)
  expect(notes).toEqual(['Label: L150\nLabel: L151'])
})

it('writes labels beyond the limit of the organization into notes', async () => {
  await ws.owner.run(
    `insert into tags (organization_id, name, name_key) select $1, 'Tag ' || n, 'tag ' || n from generate_series(1, 1999) n`,
    [organizationId],
  )
  const labels = ['Tag 7', 'New one', 'New two']
  await ws.importRows(member, [{ row: 2, draft: person({ labels, notes: 'Hello' }) }])
  expect(await readTagsAndNotes()).toEqual({ tags: ['New one', 'Tag 7'], notes: ['Hello\n\nLabel: New two'] })
  expect(await tagCount()).toBe(2000)
})

it('removes the tags and notes of an import when it is undone', async () => {
  await ws.importRows(member, [{ row: 2, draft: person({ labels: ['Buyer'], notes: 'One' }) }])
  const importId = await completeContact({ labels: ['Buyer', 'Seller'], notes: 'Two' })
  await ws.imports.undo(member, importId)
  expect(await readTagsAndNotes()).toEqual({ tags: ['Buyer'], notes: ['One'] })
  expect(await tagCount()).toBe(1)
  expect((await ws.contacts.list(member, { search: 'seller', limit: 10, sort: 'name' })).items).toEqual([])
})
