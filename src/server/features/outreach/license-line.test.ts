import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import type { OutreachScript } from '#contract/outreach.ts'
import type { LicenseRequirement } from '#domain/compliance/license-line.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { addLicense, LICENSE } from '#test/builders/licenses.ts'
import { addRecipient, COMPANY_ADDRESS, SCRIPT_REQUEST, setAddress } from '#test/builders/recipients.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** 2 p.m. in Chicago. */
const NOON = new Date('2026-11-20T20:00:00Z')
const TEXT = 'Hi Hazel, this is Ada. Do you have questions about homes? Reply STOP to opt out.'

let app: TestApp
let ann: Person
let unlicensed: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOON } })
  ann = await app.subscriber('ann@example.com')
  await setAddress(ann, COMPANY_ADDRESS)
  await addLicense(ann)
  await addLicense(ann, { state: 'CA', licenseNumber: '01234567' })
  unlicensed = await app.member('new@example.com', ann.organizationId, 'MEMBER')
})
afterAll(() => app.close())

let count = 0
const addPerson = (fields: object = {}) => addRecipient(ann, { lastName: `Person ${++count}`, ...fields })
const write = async (id: string, options: object, person = ann) =>
  (await person.request('POST', `/api/contacts/${id}/outreach`, { ...SCRIPT_REQUEST, ...options }))
    .json as OutreachScript
const log = (id: string, body: object, person = ann) =>
  person.request('POST', `/api/contacts/${id}/outreach/log`, body)
const requirementOf = async (id: string, person = ann) =>
  (await person.request('GET', `/api/contacts/${id}/outreach/license`)).json as LicenseRequirement
const sentTo = (id: string) =>
  app.owner.one<{ script: string | null; licenseLine: string | null; licenseState: string | null }>(
    `select t.script, l.license_line, l.license_state
       from outreach_log l join outreach_texts t using (organization_id, id) where t.contact_id = $1`,
    [id],
  )

describe('A40 a script', () => {
  test('carries the line of the license that covers the contact on every channel', async () => {
    for (const [fields, line] of [
      [{ state: 'IL' }, `${LICENSE.licensedName}, ${LICENSE.brokerageName}`],
      [
        { state: 'CA', city: 'Fresno', zipCode: '93650' },
        `${LICENSE.licensedName}, DRE #01234567, ${LICENSE.brokerageName}`,
      ],
    ] as const) {
      const { id } = await addPerson(fields)
      for (const channel of CHANNELS) {
        const script = await write(id, { channel })
        expect(script.guard).toMatchObject({ allowed: true, findings: [] })
        expect(script.licenseLine).not.toBeNull()
        const isFirst = channel === 'call'
        expect(
          isFirst ? script.text.startsWith(script.licenseLine!) : script.text.endsWith(script.licenseLine!),
        ).toBe(true)
      }
      expect((await write(id, { channel: 'text' })).licenseLine).toBe(line)
    }
  })

  test('uses the state of a property when the contact has none', async () => {
    const { id } = await addPerson({ state: null, city: null, zipCode: null })
    await app.owner.run(
      `insert into properties (organization_id, contact_id, address, state) values ($1, $2, '1 Elm St', 'California')`,
      [ann.organizationId, id],
    )
    expect(await requirementOf(id)).toMatchObject({ state: 'CA', title: 'Required by California law' })
  })

  test('says what is missing without a license, and can not be logged', async () => {
    const { id } = await addPerson()
    for (const channel of CHANNELS) {
      const script = await write(id, { channel }, unlicensed)
      expect(script.guard).toMatchObject({ allowed: false, clean: null })
      expect(script.guard.findings).toMatchObject([
        { rule: 'license-missing', why: expect.stringContaining('must show your license') },
      ])
    }
    const response = await log(id, { channel: 'text', text: TEXT }, unlicensed)
    expect([response.status, (response.json as ErrorBody).fields]).toEqual([
      422,
      { text: expect.stringContaining('must show your license') },
    ])
    // The words of a call can't be checked.
    expect((await log(id, { channel: 'call' }, unlicensed)).status).toBe(201)
  })

  test('has no trace of another organization’s or member’s license', async () => {
    const bob = await app.subscriber('bob@example.com')
    const { id } = await addPerson()
    expect((await bob.request('GET', `/api/contacts/${id}/outreach/license`)).status).toBe(404)
    expect(await requirementOf(id, unlicensed)).toMatchObject({ state: null, lines: null })
  })
})

describe('A40 a logged text', () => {
  test('gets the line back that was edited away, and keeps one that is there', async () => {
    const { id } = await addPerson()
    const line = `${LICENSE.licensedName}, ${LICENSE.brokerageName}`
    expect((await log(id, { channel: 'text', text: TEXT })).status).toBe(201)
    expect(await sentTo(id)).toEqual({ script: `${TEXT}\n${line}`, licenseLine: line, licenseState: 'IL' })
    const other = await addPerson()
    await log(other.id, { channel: 'text', text: `${TEXT} ${line}` })
    expect((await sentTo(other.id)).script).toBe(`${TEXT} ${line}`)
  })

  test('needs no line after a first message where only the first contact must show it', async () => {
    const { id } = await addPerson({ state: 'CA', city: 'Fresno', zipCode: '93650' })
    expect(await requirementOf(id)).toMatchObject({ isFirstContact: true, appliesTo: 'first-contact' })
    await log(id, { channel: 'letter', text: 'Dear Hazel, any questions about homes? Ada' })
    expect((await requirementOf(id)).isFirstContact).toBe(false)
    expect((await write(id, { channel: 'text' })).licenseLine).toBeNull()
  })

  test('is still a first contact after calls without an answer, and no longer after a conversation', async () => {
    const { id } = await addPerson()
    const call = (outcome: string) =>
      ann.request('POST', `/api/contacts/${id}/activities`, { type: 'call', outcome })
    await call('no_answer')
    expect((await requirementOf(id)).isFirstContact).toBe(true)
    await call('reached')
    expect((await requirementOf(id)).isFirstContact).toBe(false)
    // Illinois wants it in all marketing, but not in a personal message.
    expect((await write(id, { channel: 'text' })).licenseLine).not.toBeNull()
    expect((await write(id, { channel: 'text', kind: 'personal' })).licenseLine).toBeNull()
  })

  test('loses its text and its contact when the contact is deleted, and stays on record', async () => {
    const { id } = await addPerson({ firstName: 'Canary' })
    await log(id, { channel: 'letter', text: 'Dear Canary, any questions about homes? Ada' })
    await ann.request('DELETE', `/api/contacts/${id}`)
    expect(await app.owner.rows('select 1 from outreach_texts where contact_id = $1', [id])).toEqual([])
    const entries = await app.owner.rows<{ line: string }>(
      `select l::text as line from outreach_log l
        where not exists (select from outreach_texts t where t.organization_id = l.organization_id and t.id = l.id)`,
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]?.line).not.toContain('Canary')
  })
})
