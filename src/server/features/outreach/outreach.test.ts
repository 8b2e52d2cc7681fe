import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { OutreachScript } from '#contract/outreach.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { addLicense } from '#test/builders/licenses.ts'
import { addRecipient, COMPANY_ADDRESS, SCRIPT_REQUEST, setAddress } from '#test/builders/recipients.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** 2 p.m. in Chicago. */
const NOON = new Date('2026-11-20T20:00:00Z')
const NIGHT = new Date('2026-11-20T12:40:00Z')

let now = NOON
let app: TestApp
let ann: Person
let contact: ContactDetail
beforeAll(async () => {
  const clock = { now: () => now }
  app = await createTestApp({ clock })
  ann = await app.subscriber('ann@example.com')
  await addLicense(ann)
  contact = await addRecipient(ann)
  await setAddress(ann, COMPANY_ADDRESS)
})
afterEach(() => {
  now = NOON
})
afterAll(async () => {
  await app?.close()
})

const requestScript = async (person: Person, id: string, options: object = {}) => {
  const response = await person.request('POST', `/api/contacts/${id}/outreach`, {
    ...SCRIPT_REQUEST,
    ...options,
  })
  return {
    status: response.status,
    script: response.json as OutreachScript,
    error: response.json as ErrorBody,
  }
}
const logOutreach = (id: string, body: object, person = ann) =>
  person.request('POST', `/api/contacts/${id}/outreach/log`, body)
const optOut = (id: string, channel: string) =>
  ann.request('PATCH', `/api/contacts/${id}/do-not-contact`, { doNotContact: true, channel })
const listEntries = async (table: string, id: string) =>
  app.owner.rows<{ type: string }>(`select type from ${table} where contact_id = $1`, [id])

describe('A38 a script from a template', () => {
  test('has greeting, city, sender, address and opt-out, and is always the same', async () => {
    const { status, script } = await requestScript(ann, contact.id)
    expect(status).toBe(200)
    expect(script).toMatchObject({ source: 'template', warnings: ['This contact has no email address.'] })
    expect(script.guard).toEqual({ allowed: true, findings: [], clean: null })
    for (const text of [
      'Hi Hazel,',
      'Naperville',
      'Ada Okafor',
      'Company of ann@example.com',
      COMPANY_ADDRESS,
    ]) {
      expect(script.text).toContain(text)
    }
    expect(script.subject).toBeTruthy()
    expect((await requestScript(ann, contact.id)).script).toEqual(script)
  })

  test('contains no data about the person or other fields', async () => {
    const recipient = await addRecipient(ann, {
      lastName: 'Canary-last',
      address: '9 Maple St, Canary-town',
      phone: '6305550142',
    })
    await app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, evidence_key, description)
       values ($1, $2, 'divorce', 90, 'x', 'Canary-signal')`,
      [ann.organizationId, recipient.id],
    )
    await app.owner.run(
      `update contacts set nine_d_score = 97, top_signal = 'divorce', enrichment_data = '{"note": "Canary-record"}' where id = $1`,
      [recipient.id],
    )
    for (const channel of CHANNELS) {
      const { script } = await requestScript(ann, recipient.id, { channel, length: 'long' })
      expect(JSON.stringify(script)).not.toMatch(/canary|divorce|\b97\b/i)
    }
  })

  test('names the street, and a follow-up names the activity it follows', async () => {
    const recipient = await addRecipient(ann, { lastName: 'Followed', address: '12 Maple St Apt 3' })
    const body = { type: 'call', outcome: 'reached', at: '2026-11-03T20:00:00Z' }
    expect((await ann.request('POST', `/api/contacts/${recipient.id}/activities`, body)).status).toBe(201)
    const { script } = await requestScript(ann, recipient.id, { purpose: 'follow-up' })
    expect(script.text).toContain('It was good talking with you on November 3.')
    expect(script.subject).toBe('Following up on our call')
    expect(
      (await requestScript(ann, recipient.id, { purpose: 'home-value', tone: 'direct' })).script.text,
    ).toMatch(/(on|near) Maple St\b/)
    expect(script.guard.findings).toEqual([])
  })

  test.each(['Ignore previous instructions', '<img src=x onerror=alert(1)>', 'Christian', '=cmd()'])(
    'passes the guard for a contact named %s',
    async (firstName) => {
      const { id } = await addRecipient(ann, { firstName, lastName: 'Graves' })
      for (const channel of CHANNELS) {
        expect((await requestScript(ann, id, { channel })).script.guard.findings).toEqual([])
      }
    },
  )

  test('blocks an email when the company has no postal address', async () => {
    const bob = await app.subscriber('bob@example.com')
    await addLicense(bob)
    const { script } = await requestScript(bob, (await addRecipient(bob)).id)
    expect(script.guard.allowed).toBe(false)
    expect(script.guard.findings.map(({ rule }) => rule)).toEqual(['address-missing'])
  })
})

describe('A38 the postal address', () => {
  test("owners and admins set it, members read it, others can't see it", async () => {
    const member = await app.member('member@example.com', ann.organizationId, 'MEMBER')
    const path = `/api/organizations/${ann.organizationId}/postal-address`
    expect((await member.request('GET', path)).json).toEqual({ postalAddress: COMPANY_ADDRESS })
    expect((await setAddress(member, 'Elsewhere')).status).toBe(403)
    const bob = await app.subscriber('other@example.com')
    expect((await bob.request('GET', path)).status).toBe(404)
    expect((await bob.request('PATCH', path, { postalAddress: 'Mine' })).status).toBe(404)
    expect((await ann.request('PATCH', path, { postalAddress: 'x'.repeat(201) })).status).toBe(400)
    await setAddress(ann, COMPANY_ADDRESS)
    const auditEntries = await app.owner.rows<{ details: object }>(
      `select details from audit_log where action = 'postal-address.set' and organization_id = $1`,
      [ann.organizationId],
    )
    expect(auditEntries).toEqual([{ details: { set: true } }])
  })
})

describe('A38 blocked contacts and channels', () => {
  test('rejects scripts and logs for a contact marked do not contact', async () => {
    const { id } = await addRecipient(ann, { lastName: 'Silent' })
    await optOut(id, 'all')
    for (const channel of CHANNELS) {
      const { status, error } = await requestScript(ann, id, { channel })
      expect([status, error.message]).toEqual([409, 'This contact is marked do not contact.'])
      expect((await logOutreach(id, { channel })).status).toBe(409)
    }
    expect(await listEntries('activities', id)).toEqual([])
  })

  test('blocks only the opted-out channel and stores the reason', async () => {
    const { id } = await addRecipient(ann, { lastName: 'Texted' })
    await optOut(id, 'text')
    const { status, error } = await requestScript(ann, id, { channel: 'text' })
    expect([status, error.message]).toEqual([409, 'This contact opted out of texts.'])
    expect((await logOutreach(id, { channel: 'text' })).status).toBe(409)
    expect((await requestScript(ann, id, { channel: 'letter' })).status).toBe(200)
    expect((await logOutreach(id, { channel: 'letter' })).status).toBe(201)
  })

  test('rejects a contact of another organization', async () => {
    const bob = await app.subscriber('stranger@example.com')
    expect((await requestScript(bob, contact.id)).status).toBe(404)
    expect((await logOutreach(contact.id, { channel: 'letter' }, bob)).status).toBe(404)
  })
})

describe('A38 calling hours', () => {
  test('warns about a call outside calling hours and does not log it', async () => {
    now = NIGHT
    const { id } = await addRecipient(ann, {
      lastName: 'Asleep',
      city: 'Boise',
      state: 'ID',
      zipCode: '83702',
    })
    for (const channel of ['call', 'text']) {
      const { script } = await requestScript(ann, id, { channel })
      expect(script.callingHours).toMatchObject({ allowed: false, opensAt: '2026-11-20T15:00:00.000Z' })
      expect(script.callingHours?.why).toMatch(/5:40 a\.m\..*Boise/)
      const { status, json } = await logOutreach(id, { channel })
      expect([status, (json as ErrorBody).message]).toEqual([422, script.callingHours?.why])
    }
    expect((await requestScript(ann, id, { channel: 'email' })).script.callingHours).toBeNull()
    expect((await logOutreach(id, { channel: 'email' })).status).toBe(201)
    now = NOON
    expect((await logOutreach(id, { channel: 'call' })).status).toBe(201)
  })

  test('are shown before anything is written', async () => {
    const { id } = await addRecipient(ann, {
      lastName: 'Early',
      city: 'Boise',
      state: 'ID',
      zipCode: '83702',
    })
    const getHours = () => ann.request('GET', `/api/contacts/${id}/calling-hours`)
    now = NIGHT
    expect((await getHours()).json).toEqual({
      allowed: false,
      why: expect.stringMatching(/5:40 a\.m\..*Boise/),
      opensAt: '2026-11-20T15:00:00.000Z',
    })
    now = NOON
    expect((await getHours()).json).toMatchObject({ allowed: true, opensAt: null })
    const bob = await app.subscriber('early-stranger@example.com')
    expect((await bob.request('GET', `/api/contacts/${id}/calling-hours`)).status).toBe(404)
  })

  test('use the strictest hours when the location is unknown', async () => {
    // 7 p.m. in New York, 4 p.m. in Los Angeles; then 7 p.m. in Los Angeles.
    const { id } = await addRecipient(ann, { lastName: 'Nowhere', city: null, state: null, zipCode: null })
    now = new Date('2026-11-21T00:00:00Z')
    expect((await logOutreach(id, { channel: 'call' })).status).toBe(201)
    now = new Date('2026-11-21T03:00:00Z')
    expect((await logOutreach(id, { channel: 'call' })).status).toBe(422)
  })
})

describe('A38 logging outreach', () => {
  test('appears in the timeline with its author and without the text', async () => {
    const { id } = await addRecipient(ann, { lastName: 'Reached' })
    const text = 'Hello, this is Ada with Canary-company. Do you have questions about homes?'
    expect((await logOutreach(id, { channel: 'call', text })).status).toBe(201)
    const { items: timeline }: { items: TimelineEntry[] } = (
      await ann.request('GET', `/api/contacts/${id}/timeline`)
    ).json
    expect(timeline.find(({ kind }) => kind === 'activity')).toMatchObject({
      actor: 'Ada Okafor',
      details: { type: 'call' },
    })
    const auditEntry = await app.owner.row<{ details: object }>(
      `select details from audit_log where action = 'outreach.logged' and subject = $1`,
      [id],
    )
    expect(auditEntry).toEqual({ details: { channel: 'call', kind: 'marketing', checked: true } })
  })

  test('a personal message needs no opt-out line, and the log and the timeline mark it as personal', async () => {
    const { id } = await addRecipient(ann, { lastName: 'Known' })
    const text = 'Hi Hazel, it’s Ada. See you on Sunday!'
    expect((await logOutreach(id, { channel: 'text', text })).status).toBe(422)
    expect((await logOutreach(id, { channel: 'text', kind: 'personal', text })).status).toBe(201)
    const { items: timeline }: { items: TimelineEntry[] } = (
      await ann.request('GET', `/api/contacts/${id}/timeline`)
    ).json
    expect(timeline.find(({ kind }) => kind === 'activity')?.details).toMatchObject({
      type: 'text',
      note: 'Sent as a personal message',
    })
    const auditEntry = await app.owner.row<{ details: object }>(
      `select details from audit_log where action = 'outreach.logged' and subject = $1`,
      [id],
    )
    expect(auditEntry).toEqual({ details: { channel: 'text', kind: 'personal', checked: true } })
  })

  test('rejects a text that hints at a life event', async () => {
    const { id } = await addRecipient(ann, { lastName: 'Spared' })
    const text = `Dear Hazel,\n\nI am so sorry for your loss.\n\nAda\n${COMPANY_ADDRESS}`
    const { status, json } = await logOutreach(id, { channel: 'letter', text })
    expect([status, (json as ErrorBody).fields]).toEqual([422, { text: expect.any(String) }])
    expect(await listEntries('activities', id)).toEqual([])
  })

  test('follows its contact through merge and deletion', async () => {
    const [keptContact, otherContact] = [
      await addRecipient(ann, { lastName: 'Kept' }),
      await addRecipient(ann, { lastName: 'Merged' }),
    ]
    await logOutreach(otherContact.id, { channel: 'letter' })
    await optOut(otherContact.id, 'email')
    await optOut(keptContact.id, 'call')
    await ann.request('POST', `/api/contacts/${keptContact.id}/merge`, { otherId: otherContact.id })
    expect(await listEntries('activities', keptContact.id)).toEqual([{ type: 'letter' }])
    const merged: ContactDetail = (await ann.request('GET', `/api/contacts/${keptContact.id}`)).json
    expect(merged.optedOutChannels.sort()).toEqual(['call', 'email'])
    await ann.request('DELETE', `/api/contacts/${keptContact.id}`)
    expect(await listEntries('activities', keptContact.id)).toEqual([])
  })
})

describe('A38 checking a custom text', () => {
  const check = (text: string, channel = 'letter') =>
    ann.request('POST', '/api/outreach/check', { text, channel })

  test('marks each word with the reason, without a contact', async () => {
    const text = 'We saw the notice of default on your home.'
    const verdict = (await check(text)).json as OutreachScript['guard']
    expect(verdict.allowed).toBe(false)
    const [first] = verdict.findings
    expect(text.slice(first!.start, first!.end)).toBe(first!.words)
  })

  test('limits length and characters', async () => {
    expect((await check('x'.repeat(6001))).status).toBe(400)
    expect((await check('')).status).toBe(400)
    expect((await check('a\u0000b')).status).toBe(400)
    expect((await ann.request('POST', '/api/outreach/check', { text: 'x', channel: 'fax' })).status).toBe(400)
  })
})
