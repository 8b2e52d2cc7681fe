import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeMapping } from '#contract/imports.ts'
import { SYNC_CONSENT } from '#domain/compliance/sync-consent.ts'
import type { CsvMapping } from '#domain/contact-files/csv-fields.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const CSV = '/api/contacts/import/csv'
const BULK = '/api/contacts/import/bulk'
const LIST = 'First Name,Last Name,Email\nAnna,Smith,anna@example.com\nBen,,\nAnna,Smith,ANNA@example.com\n'

let app: TestApp
let person: Person
let subscriberCount = 0

beforeAll(async () => {
  app = await createTestApp()
  await app.queue.start()
})
afterAll(async () => {
  await app.queue.stop()
  await app.close()
})

/** Signs in the owner of a new organization for the following calls. */
async function newSubscriber(): Promise<void> {
  subscriberCount += 1
  person = await app.subscriber(`person${subscriberCount}@example.com`)
}

type Body = Record<string, unknown> & { importId: string; message: string }

async function request(method: string, url: string, payload?: string, headers?: Record<string, string>) {
  const response = await person.request(method as 'GET', url, payload, headers)
  const { status, headers: responseHeaders, text } = response
  const isJson = String(responseHeaders['content-type']).startsWith('application/json')
  const body: Body = isJson ? response.json : { importId: '', message: '' }
  return { status, headers: responseHeaders, text, body }
}

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  request('POST', url, payload, { 'content-type': 'text/plain', ...headers })
const get = (url: string) => request('GET', url)

it('A10 previews a file and imports it with the chosen columns', async () => {
  await newSubscriber()
  const file = 'Imię,Nazwisko,Miasto\nAnna,Smith,Lisle\nBen,Jones,Aurora\n'
  const preview = await post('/api/imports/preview?whole=1', file)
  expect(preview).toMatchObject({
    status: 200,
    body: {
      columns: [
        { header: 'Imię', field: null, confidence: null, sample: 'Anna' },
        { header: 'Nazwisko', field: null },
        { header: 'Miasto', field: null },
      ],
      rows: [
        ['Anna', 'Smith', 'Lisle'],
        ['Ben', 'Jones', 'Aurora'],
      ],
      ...{ delimiter: ',', encoding: 'utf-8', headerRow: 1, remembered: null, hasCouples: false },
    },
  })
  expect((await post(CSV, file)).status).toBe(422)
  const mapping = encodeMapping({ 0: 'firstName', 1: 'lastName', 2: 'city' })
  expect(await post(`${CSV}?mapping=${mapping}`, file)).toMatchObject({ status: 200, body: { imported: 2 } })
  const invalidMappings = [
    'x',
    '%00',
    encodeMapping({ 999999: 'city' }),
    btoa('[1]'),
    btoa('{"id":"0"}'),
    btoa('{"city":"all"}'),
    'A'.repeat(12_001),
  ]
  for (const mapping of invalidMappings)
    expect((await post(`${CSV}?mapping=${mapping}`, file)).status, mapping).toBe(400)
  expect((await post('/api/imports/preview', 'x'.repeat(129 * 1024))).status).toBe(413)
  expect((await post('/api/imports/preview?whole=1', '')).body.message).toContain('No CSV data')
})

it('A10 remembers a mapping for the next file with the same header, until it is undone', async () => {
  await newSubscriber()
  const file = (person: string) => `Imię,Nazwisko,Miasto\n${person},Lisle\n`
  const mapping = encodeMapping({ 0: 'firstName', 1: 'lastName', 2: 'none' })
  await post(`${CSV}?mapping=${mapping}`, file('Anna,Smith'))
  const preview = await post('/api/imports/preview?whole=1', ' IMIĘ,Nazwisko,miasto\nBen,Jones,Gary\n')
  expect(preview.body.remembered).toEqual({ 0: 'firstName', 1: 'lastName', 2: 'none' })
  expect(await post(CSV, file('Ben,Jones'))).toMatchObject({ status: 200, body: { imported: 1 } })
  await newSubscriber()
  const otherPreview = await post('/api/imports/preview?whole=1', file('Cy,Lee'))
  expect(otherPreview.body.remembered).toBeNull()
})

it('A10 accepts a mapping of a thousand columns in one URL', async () => {
  await newSubscriber()
  const header = ['First Name', 'Last Name', ...Array.from({ length: 998 }, (_, index) => `Foo ${index}`)]
  const corrections: CsvMapping = Object.fromEntries(
    Array.from({ length: 998 }, (_, index) => [
      index + 2,
      index % 2 === 0 ? ('notes' as const) : ('labels' as const),
    ]),
  )
  const response = await post(
    `${CSV}?mapping=${encodeMapping(corrections)}`,
    `${header.join()}\nAnna,Smith\n`,
  )
  expect(response).toMatchObject({ status: 200, body: { imported: 1 } })
})

it('A10 accepts address books as vCard only, up to 10 MB', async () => {
  await newSubscriber()
  const vcf = '/api/contacts/import/vcf'
  const card = 'BEGIN:VCARD\nN:Smith;Anna\nEND:VCARD\n'
  const { status, body } = await post(vcf, card, { 'content-type': 'text/vcard; charset=utf-8' })
  expect({ status, ...body }).toMatchObject({ status: 200, imported: 1, total: 1 })
  expect((await post(vcf, card, { 'content-type': 'text/x-vcard' })).status).toBe(200)
  expect((await post(vcf, card)).status).toBe(415)
  const response = await post(vcf, 'x'.repeat(10 * 1024 * 1024 + 1), { 'content-type': 'text/vcard' })
  expect([response.status, response.body.message]).toEqual([413, 'Files can be up to 10 MB'])
})

it('A10 lets the importer list, download and fix skipped rows', async () => {
  await newSubscriber()
  const { body } = await post(CSV, LIST)
  const rows = `/api/imports/${body.importId}`
  const page = await get(`${rows}/refused?limit=1`)
  expect(page.body).toEqual({
    items: [{ row: 3, problem: 'Row 3: Last Name is missing', contact: { firstName: 'Ben' } }],
    next: '3',
  })
  const file = await get(`${rows}/refused.csv`)
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="skipped_rows.csv"',
  })
  expect(file.text).toContain('Ben,,,,,,,,Row 3: Last Name is missing\r\n')
  const fix = (row: string, firstName: string) =>
    post(`${rows}/rows/${row}`, JSON.stringify({ firstName, lastName: 'Jones' }), {
      'content-type': 'application/json',
    })
  expect((await fix('3', '')).body.fields).toEqual({ firstName: 'Required' })
  expect((await fix('3', 'Ben')).body).toEqual({ contactId: expect.any(String), imported: 2, skipped: 1 })
  expect((await fix('3', 'Ben')).status).toBe(404)
  for (const row of ['0', '-1', 'x', '99999999999']) expect((await fix(row, 'Ben')).status).toBe(400)
  await newSubscriber()
  for (const url of [`${rows}/refused`, `${rows}/refused.csv`]) expect((await get(url)).status).toBe(404)
  expect((await fix('4', 'Ben')).status).toBe(404)
})

it('A19 accepts consent only to the displayed text', async () => {
  await newSubscriber()
  const send = (consent: string) =>
    post(`${BULK}?consent=${consent}`, JSON.stringify({ contacts: [{ name: 'Anna Smith' }] }), {
      'content-type': 'application/json',
    })
  expect((await send(SYNC_CONSENT.version)).status).toBe(200)
  expect((await send('1999')).status).toBe(400)
})
