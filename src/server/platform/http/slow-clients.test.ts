import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { networkOf } from './callers.ts'
import { type ConnectionGuardOptions, guardConnections } from './slow-clients.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Generous, for a busy machine. */
const IN_TIME = { timeout: 15_000 }
const MIB = 1024 * 1024
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function startGuarded(listener: RequestListener, options: ConnectionGuardOptions) {
  const server = createServer()
  const guard = guardConnections(server, { windowMs: 200, ...options })
  server.on('request', (request, response) => {
    const { remoteAddress = '' } = request.socket
    if (guard.watch(request, response, networkOf(remoteAddress))) listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  function openSocket(localAddress = '127.0.0.2'): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {}) // the server may cut them off
    ends.push(() => socket.destroy())
    return socket
  }
  return {
    guard,
    open: openSocket,
    openConnections: () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n))),
  }
}

const waitForClose = (socket: Socket) =>
  new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
const readResponse = (socket: Socket) =>
  new Promise<string>((resolve) =>
    socket.once('data', (bytes: Buffer) => resolve(String(bytes).slice(0, 12))),
  )

describe('Trust 22 connections', () => {
  test('of one network are closed for its next connection, longest idle first', async () => {
    const { open: openSocket, openConnections } = await startGuarded((_, response) => response.end('x'), {
      maxPerNetwork: 5,
    })
    const otherNetwork = openSocket('127.0.0.3')
    const first = openSocket()
    const firstClosed = waitForClose(first)
    await expect.poll(openConnections, IN_TIME).toBe(2)
    const moreSockets = Array.from({ length: 4 }, () => openSocket())
    await expect.poll(openConnections, IN_TIME).toBe(6)
    const last = openSocket()
    last.write(GET)
    expect(await readResponse(last)).toBe('HTTP/1.1 200')
    expect(await firstClosed).toBe(true)
    expect([otherNetwork, ...moreSockets].map(({ destroyed }) => destroyed)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })

  test('in use are never closed for a new one', async () => {
    let servedCount = 0
    const { open: openSocket } = await startGuarded(
      () => {
        servedCount += 1
      },
      { maxPerNetwork: 3 },
    )
    const busySockets = Array.from({ length: 3 }, () => openSocket())
    for (const socket of busySockets) socket.write(GET)
    await expect.poll(() => servedCount, IN_TIME).toBe(3)
    expect(await waitForClose(openSocket())).toBe(true)
    expect(busySockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  })

  test('of a trusted proxy count only toward the total', async () => {
    const { open: openSocket, openConnections } = await startGuarded(() => {}, {
      maxPerNetwork: 3,
      trusts: () => true,
    })
    for (let i = 0; i < 10; i++) openSocket()
    await expect.poll(openConnections, IN_TIME).toBe(10)
  })

  test('with an incomplete body are closed for the next one, slowest first', async () => {
    const responses: string[] = []
    const { open: openSocket, guard } = await startGuarded(
      (request, response) =>
        request.resume().on('end', () => {
          responses.push(request.headers.host ?? '')
          response.end('x')
        }),
      { maxUnfinished: 3, windowMs: 10_000 },
    )
    const post = (host: string) => `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 30000\r\n\r\n`
    const upload = openSocket()
    upload.write(post('upload') + 'x'.repeat(20_000))
    for (let i = 0; i < 20; i++) openSocket().write(`${post('slow')}a`)
    await expect.poll(guard.cut, IN_TIME).toBe(18)
    upload.write('x'.repeat(10_000))
    await expect.poll(() => responses, IN_TIME).toEqual(['upload'])
  })

  test('with unread responses use bounded memory per network', async () => {
    const { open: openSocket, openConnections } = await startGuarded(
      (_, response) => response.end(Buffer.alloc(8 * MIB)),
      {
        ...{ maxUnread: 40 * MIB, windowMs: 60_000 },
      },
    )
    const nonReaders = Array.from({ length: 12 }, (_, i) => openSocket(i < 2 ? '127.0.0.3' : '127.0.0.2'))
    for (const socket of nonReaders) socket.pause().write(GET)
    // The process holds less than 8 MiB of each, because the system buffers a part.
    await expect.poll(openConnections, IN_TIME).toBeLessThan(12)
    expect(nonReaders.slice(0, 2).map(({ destroyed }) => destroyed)).toEqual([false, false])
  })

  test('that pipeline instead of reading are closed too', async () => {
    const { open: openSocket } = await startGuarded((_, response) => response.end(Buffer.alloc(32 * MIB)), {})
    const nonReader = openSocket().pause()
    const timer = setInterval(() => nonReader.writable && nonReader.write(GET), 60)
    ends.push(() => clearInterval(timer))
    nonReader.write(GET)
    // Reads nothing, so that only a write notices the end.
    await expect.poll(() => nonReader.destroyed || nonReader.errored !== null, IN_TIME).toBe(true)
  })

  test('must finish the body of a refused request', async () => {
    const { open: openSocket, guard } = await startGuarded((_, response) => response.writeHead(401).end(), {})
    const socket = openSocket()
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n')
    expect(await readResponse(socket)).toBe('HTTP/1.1 401')
    const trickle = setInterval(() => socket.writable && socket.write('a'), 20)
    ends.push(() => clearInterval(trickle))
    expect(await waitForClose(socket)).toBe(true)
    expect(guard.cut()).toBe(1)
  })

  test('with more than sixteen pipelined requests are closed', async () => {
    let servedCount = 0
    const { open: openSocket } = await startGuarded(() => {
      servedCount += 1
    }, {})
    const socket = openSocket()
    socket.write(GET.repeat(1000))
    expect(await waitForClose(socket)).toBe(true)
    expect(servedCount).toBe(16)
  })
})
