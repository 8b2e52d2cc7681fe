import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { createApi } from '#server/platform/http/api.ts'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import type { Session } from '#server/platform/http/session.ts'
import { MALFORMED_CSV } from '#test/data/malformed-csv.ts'
import { type ImportWorkspace, openImportWorkspace } from '#test/workspaces/imports.ts'
import { importsRoutes } from './routes.ts'

const CSV = '/api/contacts/import/csv'
const BULK = '/api/contacts/import/bulk'
const LIST = 'First Name,Last Name,Email\nAnna,Smith,anna@example.com\nBen,,\nAnna,Smith,ANNA@example.com\n'
const DATA = new URL('../../../../test/data/', import.meta.url)

let ws: ImportWorkspace
let app: FastifyInstance
let organizationId: OrganizationId
let session: Session

beforeAll(async () => {
  ws = await openImportWorkspace()
  app = await createAppShell({ appUrl: 'http://localhost:3000', logLevel: 'silent', bodyLimit: 1024 * 1024 })
  const api = createApi(app, { read: async () => session, findCached: () => null }, () => {})
  importsRoutes(api, ws.imports)
  await app.listen({ host: '127.0.0.1', port: 0 })
  await ws.queue.start()
  await signIn()
})
afterAll(async () => {
  await app.close()
  await ws.close()
})

/** Signs in the OWNER of a new organization for the following calls. */
async function signIn(): Promise<void> {
  organizationId = await ws.createOrganization()
  const { actor } = await ws.createUser(organizationId, 'OWNER')
  if (actor.kind !== 'user') throw new Error('Not a user')
  const { userId, role } = actor
  session = {
    userId,
    email: 'a@b.c',
    organizationId,
    role,
    subscriptionStatus: 'active',
    access: 'all',
    isPlatformAdmin: false,
    isSuspended: false,
  }
}

async function post(url: string, payload: string | Buffer | Readable, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'text/plain', ...headers },
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

const bulk = (contacts: unknown[], headers: Record<string, string> = {}) =>
  post(BULK, JSON.stringify({ contacts }), { 'content-type': 'application/json', ...headers })

const leftovers = () => ws.owner.rows('select id from imports where organization_id = $1', [organizationId])

it('A10 responds when a small import is done', async () => {
  await signIn()
  const { status, body } = await post(CSV, LIST)
  expect(status).toBe(200)
  expect(body).toEqual({
    importId: expect.any(String),
    ...{ imported: 1, skipped: 2, total: 3 },
    errors: ['Row 3: Last Name is missing', 'Row 4: Already in your contacts'],
  })
  const state = await app.inject({ url: `/api/imports/${body.importId}` })
  expect(state.json()).toMatchObject({ ...body, kind: 'csv', status: 'done', progress: 1, failure: null })
})

it('A10 imports the published list with the published counts', async () => {
  await signIn()
  const expected = JSON.parse(readFileSync(new URL('expected.json', DATA), 'utf8'))['contacts-1000.csv']
  const { status, body } = await post(CSV, readFileSync(new URL('contacts-1000.csv', DATA)), {
    'content-type': 'text/csv; charset=utf-8',
  })
  const { imported, skipped, total } = expected
  expect({ status, ...body }).toMatchObject({ status: 200, imported, skipped, total })
})

it('A10 responds immediately when the caller prefers it and for large files', async () => {
  await signIn()
  const response = await post(CSV, LIST, { prefer: 'wait=5, respond-async' })
  expect(response.status).toBe(202)
  expect(response.headers.location).toBe(`/api/imports/${response.body.importId}`)
  const rows = Array.from({ length: 5001 }, (_, n) => `First${n},Last`)
  const largeImport = await post(CSV, ['First Name,Last Name', ...rows].join('\n'))
  expect(largeImport.status).toBe(202)
  expect(Object.keys(largeImport.body)).toEqual(['importId'])
})

it('A10 explains what is wrong with a file without contacts', async () => {
  await signIn()
  for (const csv of ['', 'First Name,Last Name\n', 'Dear all,\n']) {
    const { status, body } = await post(CSV, csv)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'unprocessable' })
    expect(body.message).toContain('No CSV data')
  }
  expect(await leftovers()).toEqual([])
})

it('A10 accepts only uncompressed text', async () => {
  await signIn()
  expect((await post(CSV, '{}', { 'content-type': 'application/json' })).status).toBe(415)
  for (const encoding of ['gzip', 'br', 'deflate', 'GZIP', 'nonsense']) {
    expect((await post(CSV, gzipSync(LIST), { 'content-encoding': encoding })).status, encoding).toBe(415)
  }
  expect((await post(CSV, LIST, { 'content-encoding': 'identity' })).status).toBe(200)
  expect(await leftovers()).toHaveLength(1)
})

it('A10 never fails on a malformed file', async () => {
  await signIn()
  for (const { name, bytes, expected } of MALFORMED_CSV) {
    const { status, body } = await post(`${CSV}?enrich=0`, Buffer.from(bytes()), { prefer: 'respond-async' })
    expect(status, name).toBe('error' in expected ? 422 : 202)
    if ('error' in expected) expect(body.message, name).toMatch(expected.error)
  }
}, 60_000)

it('A10 rejects a file that is too large, announced or not', async () => {
  await signIn()
  const { port } = app.server.address() as AddressInfo
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-type': 'text/plain', 'content-length': 129 * 1024 * 1024 }
    const request = httpRequest(
      { host: '127.0.0.1', port, path: CSV, method: 'POST', headers },
      (response) => {
        resolve(response.statusCode)
        response.resume()
        request.destroy()
      },
    )
    request.on('error', reject)
    request.flushHeaders()
  })
  expect(status).toBe(413)
  const block = Buffer.alloc(1024 * 1024, 'x')
  const response = await fetch(`http://127.0.0.1:${port}${CSV}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: Readable.from(['First Name,Last Name\n', ...Array.from({ length: 140 }, () => block)]) as never,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(413)
  expect((await response.json()).message).toBe('Files can be up to 128 MB')
  expect(await leftovers()).toEqual([])
}, 60_000)

it('A10 keeps the connection open after a rejection', async () => {
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const picture = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(8_000_000),
  ])
  const send = (method: string, path: string, body?: Buffer) =>
    new Promise<{ status: number | undefined; socket: unknown }>((resolve, reject) => {
      const headers = body ? { 'content-type': 'text/plain', 'content-length': body.length } : {}
      const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
        const { socket } = response
        response.resume().on('end', () => resolve({ status: response.statusCode, socket }))
      })
      request.on('error', reject)
      request.end(body)
    })
  const rejected = await send('POST', CSV, picture)
  const next = await send('GET', '/api/imports/00000000-0000-4000-8000-000000000000')
  agent.destroy()
  expect([rejected.status, next.status]).toEqual([422, 404])
  expect(next.socket).toBe(rejected.socket)
})

it('A10 leaves nothing behind after an interrupted upload', async () => {
  await signIn()
  const { port } = app.server.address() as AddressInfo
  const cleanup = new Promise<void>((resolve) => {
    const { acceptCsv } = ws.imports
    ws.imports.acceptCsv = async (...args) => {
      ws.imports.acceptCsv = acceptCsv
      return acceptCsv(...args).finally(() => resolve())
    }
  })
  const headers = { 'content-type': 'text/plain', 'content-length': 10_000_000 }
  const request = httpRequest({ host: '127.0.0.1', port, path: CSV, method: 'POST', headers })
  request.on('error', () => {})
  request.write(`First Name,Last Name\n${'Anna,Smith\n'.repeat(30_000)}`, () => request.destroy())
  await cleanup
  expect(await leftovers()).toEqual([])
})

it('A19 imports the contacts picked on a device', async () => {
  await signIn()
  const { status, body } = await bulk([
    { name: 'Anna Smith', phone: '630-555-0142', email: '', address: '' },
    { name: 'Ben Jones', phone: '', email: '', address: '' },
    { name: 'Mum', phone: '', email: '', address: '' },
  ])
  expect({ status, ...body }).toMatchObject({
    ...{ status: 200, imported: 2, skipped: 1, total: 3 },
    errors: ['Contact 3: Last Name is missing'],
  })
  expect((await bulk([], {})).status).toBe(422)
  expect((await bulk([{ name: 'Cy Lee', age: 3 }])).status).toBe(400)
})

it('A10 undo returns the number of removed contacts and reveals nothing to other organizations', async () => {
  await signIn()
  const { body } = await post(CSV, LIST)
  const ownSession = session
  await signIn()
  const undo = (id: string) => app.inject({ method: 'POST', url: `/api/imports/${id}/undo` })
  const [foreignResponse, unknownResponse] = [
    await undo(body.importId),
    await undo('00000000-0000-4000-8000-000000000000'),
  ]
  const { requestId: _, ...refusal } = foreignResponse.json()
  expect(foreignResponse.statusCode).toBe(404)
  expect(unknownResponse.json()).toMatchObject(refusal)
  session = ownSession
  expect((await undo(body.importId)).json()).toEqual({ removed: 1 })
  expect((await undo(body.importId)).statusCode).toBe(409)
})
