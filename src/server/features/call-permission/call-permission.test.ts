import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallPermission, RegistryFiles, RegistryUpload } from '#contract/call-permission.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { TodayList } from '#contract/today.ts'
import { CALL_CHECK_TEXTS } from '#domain/compliance/call-permission.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let now = new Date('2026-11-20T18:00:00Z')
let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const filesUrl = (person = ann) => `/api/organizations/${person.organizationId}/do-not-call`
async function upload(body: string | Buffer, query = '', person = ann, type = 'text/plain') {
  const { status, json } = await person.request('POST', `${filesUrl(person)}${query}`, body, {
    'content-type': type,
  })
  return { status, json: json as RegistryUpload & ErrorBody }
}
let contactCount = 0
async function addContact(phone: string, person = ann): Promise<string> {
  contactCount += 1
  const contact = { firstName: 'Hazel', lastName: `Person ${contactCount}`, phone, zipCode: '78701' }
  const { id }: ContactDetail = (await person.request('POST', '/api/contacts', contact)).json
  return id
}
const permissionOf = async (id: string, person = ann): Promise<CallPermission> =>
  (await person.request('GET', `/api/contacts/${id}/call-permission`)).json

describe('do-not-call files', () => {
  test('decide which numbers may be called', async () => {
    const [listedId, clearId, otherAreaId] = [
      await addContact('(512) 555-0100'),
      await addContact('(512) 555-0101'),
      await addContact('(737) 555-0100'),
    ]
    expect(await permissionOf(listedId)).toMatchObject({
      check: 'unchecked',
      label: 'Not checked',
      asksFirst: false,
    })
    const { status, json } = await upload('512,5550100\n512,5550102\nthis is no number\n', '?asOf=2026-11-15')
    expect([status, json]).toEqual([
      200,
      { numbers: 2, areaCodes: ['512'], skipped: 1, examples: ['this is no number'] },
    ])
    expect(await permissionOf(listedId)).toMatchObject({
      check: 'listed',
      asksFirst: true,
      asOf: '2026-11-15',
    })
    expect(await permissionOf(clearId)).toMatchObject({ check: 'free', asksFirst: false, whatToDo: null })
    expect((await permissionOf(otherAreaId)).check).toBe('unchecked')
    const { checks }: RegistryFiles = (await ann.request('GET', filesUrl())).json
    expect(checks).toEqual({ free: 1, listed: 1, unchecked: 1 })
  })

  test('replace the last list, or add and remove numbers if they are change lists', async () => {
    const bob = await app.subscriber('bob@example.com')
    const [firstId, secondId] = [
      await addContact('(830) 555-0101', bob),
      await addContact('(830) 555-0102', bob),
    ]
    const readChecks = async () => [
      (await permissionOf(firstId, bob)).check,
      (await permissionOf(secondId, bob)).check,
    ]
    expect((await upload('830,5550101,2026-11-20,A\n', '?list=changes', bob)).json.message).toBe(
      'Upload the full list of area code 830 before its changes',
    )
    await upload('830,5550101\n', '', bob)
    expect(await readChecks()).toEqual(['listed', 'free'])
    await upload('830,5550101,2026-11-20,D\n830,5550102,2026-11-20,A\n', '?list=changes', bob)
    expect(await readChecks()).toEqual(['free', 'listed'])
    await upload('830,5550101\n', '', bob)
    expect(await readChecks()).toEqual(['listed', 'free'])
    const { files: uploadedFiles }: RegistryFiles = (await bob.request('GET', filesUrl(bob))).json
    expect(uploadedFiles).toEqual([
      {
        registry: 'national',
        areaCode: '830',
        numbers: 1,
        asOf: '2026-11-20',
        isCurrent: true,
        uploadedAt: now.toISOString(),
        uploadedBy: 'Ada Okafor',
      },
    ])
    expect((await bob.request('DELETE', `${filesUrl(bob)}/national/830`)).status).toBe(204)
    expect(await readChecks()).toEqual(['unchecked', 'unchecked'])
  })

  test('apply a state registry in addition to the national one', async () => {
    const id = await addContact('(210) 555-0100')
    await upload('210,5550100\n', '?registry=TX')
    expect((await permissionOf(id)).check).toBe('listed')
    const otherId = await addContact('(210) 555-0101')
    expect((await permissionOf(otherId)).check).toBe('unchecked')
    await upload('210,5550999\n')
    expect((await permissionOf(otherId)).check).toBe('free')
    expect((await permissionOf(id)).check).toBe('listed')
  })

  test('let a past client be called for 18 months after the closing', async () => {
    const cora = await app.subscriber('cora@example.com')
    const id = await addContact('(512) 555-0100', cora)
    await upload('512,5550100\n', '', cora)
    const setClosing = (relationship: string, lastClosingOn: string) =>
      cora.request('PATCH', `/api/contacts/${id}/relationship`, { relationship, lastClosingOn })
    const listToday = async () => {
      const { items }: TodayList = (await cora.request('GET', '/api/today')).json
      return items.map(({ channel, phone }) => [channel, phone])
    }
    await setClosing('past_client', '2025-05-20')
    expect(await permissionOf(id, cora)).toMatchObject({
      check: 'exempt',
      asksFirst: false,
      closing: { on: '2025-05-20', isInEffect: true },
    })
    expect(await listToday()).toEqual([['call', '+15125550100']])
    await setClosing('past_client', '2025-05-19')
    expect(await permissionOf(id, cora)).toMatchObject({
      check: 'listed',
      closing: { on: '2025-05-19', isInEffect: false },
    })
    expect(await listToday()).toEqual([])
    await setClosing('lead', '2025-05-20')
    expect(await permissionOf(id, cora)).toMatchObject({ check: 'listed', closing: null })
  })

  test('also decide about the other numbers of a contact', async () => {
    const id = await addContact('(940) 555-0101')
    const phones = ['(940) 555-0100', '(682) 555-0100'].map((phone) => ({ phone, kind: 'work' }))
    await ann.request('PATCH', `/api/contacts/${id}`, { details: { phones } })
    await upload('940,5550100\n')
    expect((await permissionOf(id)).otherNumbers).toEqual([
      { phone: '+19405550100', check: 'listed', ...CALL_CHECK_TEXTS.listed, asksFirst: true },
      { phone: '+16825550100', check: 'unchecked', ...CALL_CHECK_TEXTS.unchecked, asksFirst: false },
    ])
  })

  test('count for 31 days', async () => {
    const id = await addContact('(361) 555-0101')
    await upload('361,5550100\n')
    expect((await permissionOf(id)).check).toBe('free')
    const timeBefore = now
    now = new Date('2026-12-22T18:00:00Z')
    expect((await permissionOf(id)).check).toBe('unchecked')
    const { missing, checks }: RegistryFiles = (await ann.request('GET', filesUrl())).json
    expect(missing).toContainEqual({ areaCode: '361', contacts: 1 })
    expect(checks.free).toBe(0)
    now = timeBefore
  })

  test('may start with a byte order mark', async () => {
    const { status, json } = await upload(Buffer.from('\ufeff409,5550100\r\n409,5550101\r\n'))
    expect([status, json.numbers]).toEqual([200, 2])
  })

  test.each([
    ['deflated', 8],
    ['stored', 0],
  ] as const)('are read from a ZIP file with a %s entry', async (_, method) => {
    const text = Buffer.from('409,5550100\r\n'.repeat(5000))
    const compressed = method === 8 ? deflateRawSync(text) : text
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(method, 8)
    header.writeUInt32LE(compressed.length, 18)
    header.writeUInt16LE(8, 26)
    const directory = Buffer.from('PK\u0001\u0002 the directory')
    const zip = Buffer.concat([header, Buffer.from('list.txt'), compressed, directory])
    const { status, json } = await upload(zip, '', ann, 'application/zip')
    expect([status, json]).toEqual([200, { numbers: 5000, areaCodes: ['409'], skipped: 0, examples: [] }])
    const response = await upload(zip.subarray(0, 60), '', ann, 'application/zip')
    expect([response.status, response.json.message]).toEqual([
      422,
      'We can’t read this ZIP file. Unpack it and upload the file inside.',
    ])
  })

  test.each([
    ['text', '\ufeff463,5550100\n463,5550101\n'],
    ['XML', '\ufeff\n<list><ac val="463"><ph val="5550100"/><ph val="5550101"/></ac></list>'],
  ])('count every number of a file of %s that starts with a byte order mark', async (_, file) => {
    const { json } = await upload(file)
    expect([json.areaCodes, json.numbers, json.skipped]).toEqual([['463'], 2, 0])
  })

  test.each([
    ['a file without numbers', 'name,city\nAnn,Austin\n', '', 422],
    ['an empty file', '', '', 422],
    ['a date in the future', '512,5550100\n', '?asOf=2026-12-24', 400],
    ['an old file', '512,5550100\n', '?asOf=2026-10-01', 400],
    ['an unknown registry', '512,5550100\n', '?registry=Texas', 400],
    ['too many area codes', Array.from({ length: 41 }, (_, n) => `${200 + n},5550100\n`).join(''), '', 422],
  ])('are rejected without a change: %s', async (_, body, query, expected) => {
    const filesBefore = (await ann.request('GET', filesUrl())).json
    const { status, json } = await upload(body, query)
    expect(status).toBe(expected)
    expect(json.message).toMatch(/^[A-Z].*[^.]\.?$/)
    expect((await ann.request('GET', filesUrl())).json).toEqual(filesBefore)
  })

  test('may have a million numbers, stored as one bit each', async () => {
    const lines = (start: number) =>
      Array.from({ length: 1000 }, (_, index) => `254,${2_000_000 + (start + index) * 3}\n`).join('')
    const text = Array.from({ length: 1000 }, (_, block) => lines(block * 1000)).join('')
    const [listedId, clearId] = [await addContact('(254) 499-9997'), await addContact('(254) 499-9998')]
    const { status, json } = await upload(text)
    expect([status, json.numbers, json.skipped]).toEqual([200, 1_000_000, 0])
    expect([(await permissionOf(listedId)).check, (await permissionOf(clearId)).check]).toEqual([
      'listed',
      'free',
    ])
    const bytes = await app.owner.value<number>(
      `select length(bits) from do_not_call_numbers where area_code = '254'`,
      [],
    )
    expect(bytes).toBe(1_250_000)
  })

  test('are for administrators', async () => {
    const mia = await app.member('mia@example.com', ann.organizationId, 'MEMBER')
    expect((await upload('512,5550100\n', '', mia)).status).toBe(403)
    expect((await mia.request('GET', filesUrl())).status).toBe(200)
    expect((await mia.request('PATCH', filesUrl(), { asksUnchecked: true })).status).toBe(403)
  })
})

describe('exemptions', () => {
  const exemptionsUrl = (id: string) => `/api/contacts/${id}/call-exemptions`

  test('allow a listed number until they expire, and remain on record', async () => {
    const id = await addContact('(254) 555-0100')
    await upload('254,5550100\n')
    const exemption: CallPermission = (
      await ann.request('POST', exemptionsUrl(id), { kind: 'inquiry', note: 'Open house' })
    ).json
    expect(exemption).toMatchObject({
      check: 'exempt',
      asksFirst: false,
      exemptions: [{ kind: 'inquiry', note: 'Open house', recordedBy: 'Ada Okafor', isInEffect: true }],
    })
    const response = await ann.request('DELETE', `${exemptionsUrl(id)}/${exemption.exemptions[0]?.id}`)
    expect(response.json).toMatchObject({ check: 'listed', exemptions: [] })
    const oldExemption: CallPermission = (
      await ann.request('POST', exemptionsUrl(id), { kind: 'deal', at: '2025-01-01T12:00:00Z' })
    ).json
    expect(oldExemption).toMatchObject({ check: 'listed', exemptions: [{ kind: 'deal', isInEffect: false }] })
    const rows = await app.owner.rows('select from call_exemptions where contact_id = $1', [id])
    expect(rows).toHaveLength(2)
  })

  test("can't be in the future", async () => {
    const id = await addContact('(254) 555-0101')
    expect(
      (await ann.request('POST', exemptionsUrl(id), { kind: 'deal', at: '2027-01-01T12:00:00Z' })).status,
    ).toBe(400)
  })
})

test('unchecked numbers need a confirmation if the organization requires it', async () => {
  const cid = await app.subscriber('cid@example.com')
  const id = await addContact('(512) 555-0100', cid)
  expect((await permissionOf(id, cid)).asksFirst).toBe(false)
  expect((await cid.request('PATCH', filesUrl(cid), { asksUnchecked: true })).json).toMatchObject({
    asksUnchecked: true,
  })
  expect((await permissionOf(id, cid)).asksFirst).toBe(true)
})

test('Today does not offer the number of someone on a registry', async () => {
  const dee = await app.subscriber('dee@example.com')
  await addContact('(512) 555-0100', dee)
  await upload('512,5550100\n', '', dee)
  const todayBefore: TodayList = (await dee.request('GET', '/api/today')).json
  expect(todayBefore.items).toEqual([])
  const emailContact = {
    firstName: 'Sam',
    lastName: 'Writes',
    phone: '(512) 555-0100',
    email: 'sam@example.org',
  }
  await dee.request('POST', '/api/contacts', emailContact)
  const { items }: TodayList = (await dee.request('GET', '/api/today')).json
  expect(items).toMatchObject([
    { contact: { firstName: 'Sam' }, channel: 'email', phone: null, callCheck: 'listed' },
  ])
})

describe('rules of a state', () => {
  test('limit the calls of all members in 24 hours', async () => {
    const bob = await app.member('colleague@example.com', ann.organizationId, 'MEMBER')
    const id = await addContact('(305) 555-0107')
    const logCall = (person: Person, at: string, outcome = 'no_answer') =>
      person.request('POST', `/api/contacts/${id}/activities`, { type: 'call', outcome, at })
    await logCall(ann, '2026-11-19T17:00:00Z')
    await logCall(ann, '2026-11-19T19:00:00Z', 'left_message')
    await logCall(bob, '2026-11-20T15:00:00Z')
    await ann.request('POST', `/api/contacts/${id}/activities`, { type: 'text' })
    expect(await permissionOf(id)).toMatchObject({
      callsToday: 2,
      callLimit: 3,
      callLimitText: null,
      asksFirst: false,
    })
    await logCall(ann, '2026-11-20T17:00:00Z', 'call_back_later')
    expect(await permissionOf(id)).toMatchObject({
      callsToday: 3,
      callLimitText: expect.stringContaining('Florida allows 3 calls to one person'),
      asksFirst: true,
    })
  })

  test('the state of residence takes precedence over the area code', async () => {
    const contact = { firstName: 'Hazel', lastName: 'Reyes', phone: '(305) 555-0108', zipCode: '83702' }
    const { id }: ContactDetail = (await ann.request('POST', '/api/contacts', { ...contact, state: 'ID' }))
      .json
    expect(await permissionOf(id)).toMatchObject({ callLimit: null, callingHours: { allowed: true } })
    expect((await permissionOf(id)).callingHours.why).toBe('It’s 11:00 a.m. in Boise.')
  })
})
