import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppShell } from './platform/http/app-shell.ts'
import { serverErrors } from './platform/metrics.ts'

/** Generous, for a busy machine. */
const IN_TIME = { timeout: 15_000 }

let app: FastifyInstance
const statuses: number[] = []
const loggedErrors: unknown[] = []
let requestCount = 0
beforeAll(async () => {
  app = await createAppShell({ appUrl: 'http://localhost', logLevel: 'silent', bodyLimit: 1024 * 1024 })
  app.addHook('onRequest', async (request) => {
    requestCount += 1
    request.log.error = (...line: unknown[]) => void loggedErrors.push(line.at(-1))
  })
  app.addHook('onSend', async (_request, reply) => void statuses.push(reply.statusCode))
  app.post('/body', async () => 'read')
  app.get('/slow', async (request) => {
    await new Promise((resolve) => request.raw.socket.once('close', resolve))
    throw new DOMException('This operation was aborted', 'AbortError')
  })
  app.get('/broken', async () => {
    throw new Error('a fault of ours')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

function openSocket() {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  return socket
}
const countServerErrors = async () =>
  (await serverErrors.get()).values.reduce((sum, { value }) => sum + value, 0)

describe('Trust 22 a client that disconnects', () => {
  test.each([
    [
      'in the middle of a body',
      'POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":',
    ],
    [
      'in the middle of a chunk',
      'POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a',
    ],
    ['before the response', 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('%s counts as no server error in metrics and log', async (_when, text) => {
    const [previousErrors, previousRequests] = [await countServerErrors(), requestCount]
    statuses.length = 0
    const socket = openSocket()
    socket.write(text)
    await expect.poll(() => requestCount, IN_TIME).toBe(previousRequests + 1)
    socket.resetAndDestroy()
    await expect.poll(() => statuses, IN_TIME).toEqual([400])
    expect(await countServerErrors()).toBe(previousErrors)
    expect(loggedErrors).toEqual([])
  })

  test('logs an error that the client receives', async () => {
    const before = await countServerErrors()
    expect((await app.inject('/broken')).statusCode).toBe(500)
    await expect.poll(countServerErrors, IN_TIME).toBe(before + 1)
    expect(loggedErrors).toEqual(['Request failed'])
  })
})

test('Trust 22 the log warns once about a proxy missing in TRUST_PROXY, and not about a listed one', async () => {
  const warnings = async (trustedProxies: string[]) => {
    const shell = await createAppShell({
      ...{ appUrl: 'http://localhost', logLevel: 'silent', bodyLimit: 1024, trustedProxies },
    })
    const lines: unknown[] = []
    shell.log.warn = (...line: unknown[]) => void lines.push(line.at(-1))
    for (const remoteAddress of ['203.0.113.1', '127.0.0.1', '10.0.0.1'])
      await shell.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '192.0.2.1' } })
    await shell.close()
    return lines
  }
  expect(await warnings([])).toEqual([expect.stringContaining('TRUST_PROXY')])
  expect(await warnings(['loopback', 'uniquelocal'])).toEqual([])
})

test.each([
  ['GET / HTTP/x\r\n\r\n', 400],
  ['\u0000\u0001\u0002\r\n\r\n', 400],
  ['POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n', 400],
  ['POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
])(
  'Trust 13 an unreadable request (%.30j) gets the common error format and is not cached',
  async (text, status) => {
    const socket = openSocket()
    socket.write(text)
    let response = ''
    for await (const bytes of socket) response += String(bytes)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response).toMatch(/cache-control: no-store/i)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      message: expect.any(String),
      code: expect.any(String),
    })
  },
)
