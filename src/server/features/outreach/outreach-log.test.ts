import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutreachRetention } from '#contract/outreach.ts'
import { addLicense, LICENSE } from '#test/builders/licenses.ts'
import { addRecipient } from '#test/builders/recipients.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const NOON = new Date('2026-11-20T20:00:00Z')
const LETTER = 'Dear Hazel,\n\nDo you have any questions about homes, "big" or small?\n\nAda'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOON } })
})
afterAll(() => app.close())

let count = 0
const openOffice = () => app.subscriber(`owner${++count}@example.com`)
const log = (person: Person, id: string, body: object) =>
  person.request('POST', `/api/contacts/${id}/outreach/log`, body)
const pathOf = (person: Person, end = '') => `/api/organizations/${person.organizationId}/outreach-log${end}`

/** Rows of the downloaded file by column name. */
async function download(person: Person): Promise<Record<string, string>[]> {
  const response = await person.request('GET', pathOf(person, '.csv'))
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [header = [], ...rows] = parseCsv(response.text.replace(/^\uFEFF/, ''))
  return rows.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])))
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('A40 the outreach log', () => {
  test('says who sent what to whom and when, with the license line, newest first', async () => {
    const owner = await openOffice()
    await addLicense(owner)
    const hazel = await addRecipient(owner)
    await log(owner, hazel.id, { channel: 'letter', text: LETTER })
    await log(owner, hazel.id, { channel: 'text', kind: 'personal', text: 'Hi Hazel, see you on Sunday!' })
    await log(owner, hazel.id, { channel: 'call' })
    const byHand = { type: 'email', note: 'Sent from my phone', at: '2026-11-19T20:00:00Z' }
    await owner.request('POST', `/api/contacts/${hazel.id}/activities`, byHand)
    const rows = await download(owner)
    expect(rows.map((row) => [row.Channel, row.Type])).toEqual(
      expect.arrayContaining([
        ['Letter', 'Marketing'],
        ['Text message', 'Personal'],
        ['Call', 'Marketing'],
      ]),
    )
    expect(rows).toHaveLength(4)
    expect(rows.at(-1)).toMatchObject({
      ...{ 'Time (UTC)': '2026-11-19T20:00:00.000Z', Channel: 'Email', Type: 'Logged by hand' },
      ...{ Note: 'Sent from my phone', Script: '', 'Guard findings': 'Not checked' },
    })
    const line = `${LICENSE.licensedName}\nIL license ${LICENSE.licenseNumber}\n${LICENSE.brokerageName}`
    expect(rows.find((row) => row.Channel === 'Letter')).toMatchObject({
      ...{ Member: 'Ada Okafor', Contact: 'Hazel Abernathy', 'Contact ID': hazel.id },
      ...{ Script: `${LETTER}\n\n${line}`, 'License state': 'IL', 'License line': line },
      'Guard findings': 'None',
    })
    expect(rows.find((row) => row.Channel === 'Text message')?.Note).toBe('Sent as a personal message')
    expect(rows.find((row) => row.Channel === 'Call')).toMatchObject({
      ...{ Script: '', 'Guard findings': 'Not checked', 'License line': '' },
    })
  })

  test('starts no formula in a spreadsheet, whatever members and contacts are called', async () => {
    const owner = await openOffice()
    await addLicense(owner, { licensedName: '=HYPERLINK("http://evil.example")' })
    const { id } = await addRecipient(owner, { firstName: '=cmd()', lastName: '@SUM(1)' })
    await log(owner, id, { channel: 'letter', text: '=1+1 Do you have any questions about homes?' })
    const [row] = await download(owner)
    expect(row).toMatchObject({
      Contact: "'=cmd() @SUM(1)",
      Script: expect.stringMatching(/^'=1\+1 /),
      'License line': expect.stringMatching(/^'=HYPERLINK/),
    })
  })

  test('has every entry once, over pages', async () => {
    const owner = await openOffice()
    const { id } = await addRecipient(owner)
    await app.owner.run(
      `with many as (select gen_random_uuid() as id, now() - make_interval(mins => n / 3) as at, n
                       from generate_series(1, 1203) n),
            logged as (insert into activities (organization_id, contact_id, id, type, at)
                         select $1, $2, id, 'call', at from many)
       insert into outreach_log (organization_id, activity_id, channel, kind, at, is_checked)
         select $1, id, 'call', 'marketing', at, false from many where n % 2 = 0`,
      [owner.organizationId, id],
    )
    const rows = await download(owner)
    expect([rows.length, new Set(rows.map(({ Entry }) => Entry)).size]).toEqual([1203, 1203])
    const times = rows.map((row) => row['Time (UTC)'] ?? '')
    expect(times).toEqual([...times].sort().reverse())
    expect(rows.filter(({ Type }) => Type === 'Marketing')).toHaveLength(601)
  })

  test('follows its contact through a merge and its undo, and names no deleted one', async () => {
    const owner = await openOffice()
    await addLicense(owner)
    const [kept, other] = [await addRecipient(owner), await addRecipient(owner, { firstName: 'Ruth' })]
    await log(owner, other.id, { channel: 'letter', text: LETTER })
    const merge = await owner.request('POST', `/api/contacts/${kept.id}/merge`, { otherId: other.id })
    expect((await download(owner))[0]).toMatchObject({ 'Contact ID': kept.id })
    await owner.request('POST', `/api/merges/${(merge.json as { mergeId: string }).mergeId}/undo`)
    expect((await download(owner))[0]).toMatchObject({ 'Contact ID': other.id, Contact: 'Ruth Abernathy' })
    await owner.request('DELETE', `/api/contacts/${other.id}`)
    expect(await download(owner)).toMatchObject([
      { Contact: 'Deleted contact', 'Contact ID': '', Script: '', Channel: 'Letter', Member: 'Ada Okafor' },
    ])
  })

  test('covers the longest retention period of the states in which members are licensed', async () => {
    const owner = await openOffice()
    const { id } = await addRecipient(owner)
    const call = (at: string) =>
      app.owner.run(
        `insert into activities (organization_id, contact_id, type, at) values ($1, $2, 'call', $3)`,
        [owner.organizationId, id, at],
      )
    for (const year of [2025, 2022, 2020, 2018]) await call(`${year}-06-01T00:00:00Z`)
    const retention = async () => (await owner.request('GET', pathOf(owner))).json as OutreachRetention
    const years = async () => (await download(owner)).map((row) => row['Time (UTC)']?.slice(0, 4))
    expect(await retention()).toEqual({ years: 7, states: [] })
    expect(await years()).toEqual(['2025', '2022', '2020'])
    await addLicense(owner, { state: 'CA' })
    expect(await retention()).toEqual({
      years: 3,
      states: [{ state: 'CA', years: 3, citation: 'Cal. Bus. & Prof. Code § 10148(a)', isChecked: true }],
    })
    expect(await years()).toEqual(['2025'])
    const member = await app.member(`agent${count}@example.com`, owner.organizationId, 'MEMBER')
    await addLicense(member, { state: 'FL' })
    expect((await retention()).years).toBe(5)
    expect(await years()).toEqual(['2025', '2022'])
    // The period of Ohio wasn't read, so the longest one counts.
    await addLicense(member, { state: 'OH' })
    expect((await retention()).years).toBe(7)
  })

  test('is for the owner only, and each download is in the audit log', async () => {
    const owner = await openOffice()
    for (const role of ['ADMIN', 'MEMBER'] as const) {
      const person = await app.member(`${role}${count}@example.com`.toLowerCase(), owner.organizationId, role)
      expect((await person.request('GET', pathOf(owner, '.csv'))).status).toBe(403)
      expect((await person.request('GET', pathOf(owner))).status).toBe(403)
    }
    expect((await (await openOffice()).request('GET', pathOf(owner, '.csv'))).status).toBe(404)
    await download(owner)
    expect(
      await app.owner.rows(
        `select actor, details from audit_log where action = 'outreach.exported' and organization_id = $1`,
        [owner.organizationId],
      ),
    ).toEqual([{ actor: `user:${owner.userId}`, details: { years: 7 } }])
  })
})
