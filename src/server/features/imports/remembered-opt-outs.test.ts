import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import type { FileContact } from '#domain/identity/contact-details.ts'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { type ImportWorkspace, openImportWorkspace } from '#test/workspaces/imports.ts'

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

const ANNA = { firstName: 'Anna', lastName: 'Smith', email: 'anna@example.com', phone: '+15125550147' }

const NO_ADDRESS = { address: null, city: null, state: null, zipCode: null }

const anna = (channels: Channel[] = [], changes: Partial<FileContact> = {}): FileContact => ({
  ...{ ...ANNA, ...NO_ADDRESS, details: null, labels: [], notes: null },
  optOuts: channels.map((channel) => ({ channel, reason: 'Column "Do Not Call": Yes, said Anna' })),
  ...changes,
})

const importPeople = (...people: FileContact[]) =>
  ws.importRows(
    member,
    people.map((draft, index) => ({ row: index + 2, draft })),
  )

async function findOnlyContact(): Promise<ContactDetail> {
  const rows = await ws.owner.rows<{ id: string }>('select id from contacts where organization_id = $1', [
    organizationId,
  ])
  expect(rows).toHaveLength(1)
  return ws.contacts.get(member, rows[0]!.id)
}

async function importAndDelete(channels: Channel[]): Promise<void> {
  await importPeople(anna(channels))
  await ws.contacts.remove(member, (await findOnlyContact()).id)
}

it('blocks the channels of a deleted contact when a file without opt-outs adds them again', async () => {
  await importAndDelete(['call', 'email'])
  const { importId, optOuts } = await importPeople(anna())
  const contact = await findOnlyContact()
  expect(contact).toMatchObject({ optedOutChannels: ['call', 'email'], doNotContact: false })
  const consents = await ws.owner.rows(
    'select channel, allowed, reason, source, import_id from contact_consents where contact_id = $1 order by channel',
    [contact.id],
  )
  const reason = expect.stringMatching(/^Opt-out request received on \w{3} \d{1,2}, \d{4}$/)
  const consent = { allowed: false, reason, source: 'import', importId }
  expect(consents).toEqual([
    { channel: 'call', ...consent },
    { channel: 'email', ...consent },
  ])
  expect(optOuts).toEqual({ people: 1, open: 1 })
})

it('blocks the channels after the import that recorded the opt-outs was undone', async () => {
  const { importId } = await importPeople(anna(['text']))
  await ws.imports.undo(member, importId)
  await importPeople(anna())
  expect((await findOnlyContact()).optedOutChannels).toEqual(['text'])
})

it('blocks channels opted out by a member when the deleted contact is synced from a device', async () => {
  await importPeople(anna())
  const { id } = await findOnlyContact()
  await ws.consents.setDoNotContact(member, id, { doNotContact: true, reason: 'By phone', channel: 'call' })
  await ws.db.tenant(organizationId, (tx) => ws.contacts.removeMany(tx, member, [id]))
  const pickedContacts = [{ name: 'Anna Smith', email: ANNA.email }]
  const { importId } = await ws.imports.acceptBulk(member, pickedContacts, { enrich: false })
  await ws.imports.run(organizationId, importId)
  const contact = await findOnlyContact()
  expect(contact.optedOutChannels).toEqual(['call'])
  const reasons = await ws.owner.rows('select reason from contact_consents where contact_id = $1', [
    contact.id,
  ])
  expect(reasons).toEqual([{ reason: expect.stringMatching(/^Opt-out request received on /) }])
})

it('blocks the channels when the contact is added by hand', async () => {
  await importAndDelete(['letter'])
  const contact = await ws.contacts.add(member, { ...ANNA, ...NO_ADDRESS })
  expect(contact.optedOutChannels).toEqual(['letter'])
})

it('blocks the channels when a skipped row is fixed', async () => {
  await importAndDelete(['call'])
  const { importId } = await ws.importRows(member, [
    { row: 2, problem: 'Row 2: Last Name is missing', raw: { firstName: 'Anna', phone: ANNA.phone } },
  ])
  await ws.imports.fixRow(member, { importId, row: 2, input: { ...ANNA, ...NO_ADDRESS } })
  expect((await findOnlyContact()).optedOutChannels).toEqual(['call'])
})

it('blocks an address or number under another name on the channels that use it', async () => {
  await importAndDelete(['call', 'email', 'letter'])
  await importPeople(anna([], { firstName: 'Robert', phone: null }))
  expect((await findOnlyContact()).optedOutChannels).toEqual(['email'])
})

it('blocks no other person, and no person in another organization', async () => {
  await importAndDelete(['call'])
  await importPeople(anna([], { firstName: 'Ben', email: 'ben@example.com', phone: '+15125550199' }))
  expect((await findOnlyContact()).optedOutChannels).toEqual([])
  organizationId = await ws.createOrganization()
  member = await ws.createUser(organizationId, 'MEMBER')
  await importPeople(anna())
  expect((await findOnlyContact()).optedOutChannels).toEqual([])
})

it('stores no names, addresses, numbers or free text', async () => {
  await importAndDelete(['call', 'email'])
  const optOuts = await ws.owner.rows<{ line: string }>(
    'select o::text as line from channel_opt_outs o where organization_id = $1',
    [organizationId],
  )
  expect(optOuts.length).toBeGreaterThan(0)
  for (const { line } of optOuts) expect(line).not.toMatch(/anna|smith|5125550147|Column/i)
})

it("opens a channel when a member lifts the opt-out with a reason, for all of the person's keys", async () => {
  await importAndDelete(['call', 'email'])
  await importPeople(anna([], { phone: null }))
  const { id } = await findOnlyContact()
  const lift = (reason: string | null) =>
    ws.consents.setDoNotContact(member, id, { doNotContact: false, reason, channel: 'call' })
  await expect(lift(null)).rejects.toMatchObject({ code: 'invalid' })
  await lift('Asked for a call back')
  await ws.contacts.remove(member, id)
  await importPeople(anna())
  expect((await findOnlyContact()).optedOutChannels).toEqual(['email'])
})
