import { request as ask, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { refusalSeconds } from '../metrics.ts'
import { createAppShell } from './app-shell.ts'
import { guardConnections } from './slow-clients.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Received = { status: number; retryAfter: string | undefined; body: string }

function get(port: number, path: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    ask({ port, path, host: '127.0.0.1' }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        body += piece
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** A server whose requests stay open until released. */
async function startBusyServer() {
  const app = await createAppShell({ appUrl: 'http://localhost', logLevel: 'silent', bodyLimit: 1024 })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  let startedCount = 0
  app.get('/slow/:id', async () => {
    startedCount += 1
    await isReleased
    return 'done'
  })
  app.get('/healthz', async () => 'alive')
  await app.listen({ port: 0, host: '127.0.0.1' })
  ends.push(() => {
    release()
    return app.close()
  })
  return { app, port: (app.server.address() as AddressInfo).port, begun: () => startedCount, free: release }
}

/** One caller sends requests until no more of them may wait. */
async function fill({ door }: Pick<FastifyInstance, 'door'>, port: number) {
  const { admission } = door
  const requests: Promise<Received>[] = []
  // Requests admitted only after others were refused leave room for a few more.
  for (const count of [9 + 400, 10]) {
    for (let i = 0; i < count; i++) requests.push(get(port, `/slow/${i}`))
    await expect
      .poll(() => admission.stats().waiting + admission.stats().shed, { timeout: 5000 })
      .toBe(requests.length - 9)
  }
  return requests
}

test('Trust 22 sheds requests before any work, pages in plain text; health checks pass', async () => {
  const { app, port, begun: countStarted, free: release } = await startBusyServer()
  const countRefusals = async () =>
    (await refusalSeconds.get()).values.find(({ metricName }) => metricName?.endsWith('_count'))
  const before = (await countRefusals())?.value ?? 0
  const requests = await fill(app, port)
  const [program, page] = await Promise.all([get(port, '/api/contacts'), get(port, '/slow/one-more')])
  expect(program).toMatchObject({ status: 503, retryAfter: '1' })
  expect(JSON.parse(program.body)).toMatchObject({ code: 'unavailable' })
  expect(page).toMatchObject({
    status: 503,
    retryAfter: '1',
    body: expect.stringMatching(/^We're very busy/),
  })
  expect((await countRefusals())?.value).toBeGreaterThanOrEqual(before + 2)
  expect(await get(port, '/healthz')).toMatchObject({ status: 200 })
  expect(countStarted()).toBe(9)
  release()
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

test('Trust 22 keeps the connection after shedding a request without a body', async () => {
  const { app, port, free: release } = await startBusyServer()
  const requests = await fill(app, port)
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  let message = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    message += piece
  })
  for (const attempt of [1, 2]) {
    socket.write('GET /slow/x HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => message.match(/HTTP\/1.1 503/g)?.length, { timeout: 5000 }).toBe(attempt)
  }
  expect(message).not.toMatch(/connection: close/i)
  release()
  await Promise.all(requests)
})

test('Trust 21 finishes received requests and closes their connections when it stops, and accepts no new ones', async () => {
  const { app, port, begun: countStarted, free: release } = await startBusyServer()
  const requests = [get(port, '/slow/1'), get(port, '/slow/2')]
  await expect.poll(countStarted).toBe(2)
  app.door.startClosing()
  const { drained } = await app.door.stopListening()
  await expect(get(port, '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  release()
  for (const response of await Promise.all(requests)) expect(response.status).toBe(200)
  await drained
})

test('Trust 21 refuses new connections after the stop instead of breaking them', async () => {
  const { app, port, begun: countStarted, free: release } = await startBusyServer()
  const couldConnect: boolean[] = []
  app.server.on('request', (_request, response) =>
    response.once('finish', () => couldConnect.push(app.server.listening)),
  )
  const slowRequest = get(port, '/slow/1')
  await expect.poll(countStarted).toBe(1)
  app.door.startClosing()
  const stopping = app.door.stopListening()
  release()
  const lateRequest = get(port, '/healthz')
  await stopping
  for (const request of [slowRequest, lateRequest]) expect(await request).toMatchObject({ status: 200 })
  expect(couldConnect).toEqual([false, false])
})

test('Trust 22 closes a connection with a stalled body or unread response, but not one that waits for the server', async () => {
  const server = createServer()
  const guard = guardConnections(server, { windowMs: 200 })
  server.on('request', (request, response) => {
    guard.watch(request, response, '127.0.0.1')
    if (request.url === '/long') response.end(Buffer.alloc(32 * 1024 * 1024))
    else if (request.url === '/slow-work') setTimeout(() => response.end('done'), 1000)
    else request.resume().on('end', () => response.end('read'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const waitForClose = (text: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}) // a reset also ends it
    socket.write(text)
    const trickle = setInterval(() => socket.writable && socket.write('a'), 50)
    return new Promise<boolean>((resolve) => {
      socket.once('close', () => {
        clearInterval(trickle)
        resolve(true)
      })
    })
  }
  const waitingRequest = get(port, '/slow-work')
  const stalledClose = waitForClose('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n')
  const nonReader = connect(port, '127.0.0.1')
  nonReader.on('error', () => {})
  nonReader.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n')
  ends.push(() => nonReader.destroy())
  expect(await stalledClose).toBe(true)
  await expect.poll(guard.cut, { timeout: 5000 }).toBe(2)
  expect(await waitingRequest).toMatchObject({ status: 200, body: 'done' })
})
