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

async function guarded(answer: RequestListener, options: ConnectionGuardOptions) {
  const server = createServer()
  const guard = guardConnections(server, { windowMs: 200, ...options })
  server.on('request', (request, response) => {
    const { remoteAddress = '' } = request.socket
    if (guard.watch(request, response, networkOf(remoteAddress))) answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  function open(localAddress = '127.0.0.2'): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {}) // the server may cut them off
    ends.push(() => socket.destroy())
    return socket
  }
  return {
    guard,
    open,
    openConnections: () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n))),
  }
}

const closed = (socket: Socket) =>
  new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
const read = (socket: Socket) =>
  new Promise<string>((resolve) =>
    socket.once('data', (bytes: Buffer) => resolve(String(bytes).slice(0, 12))),
  )

describe('Trust 22 connections', () => {
  test('of one network are closed for its next one, longest idle first', async () => {
    const { open, openConnections } = await guarded((_, response) => response.end('x'), { maxPerNetwork: 5 })
    const other = open('127.0.0.3')
    const first = open()
    const firstClosed = closed(first)
    await expect.poll(openConnections, IN_TIME).toBe(2)
    const more = Array.from({ length: 4 }, () => open())
    await expect.poll(openConnections, IN_TIME).toBe(6)
    const last = open()
    last.write(GET)
    expect(await read(last)).toBe('HTTP/1.1 200')
    expect(await firstClosed).toBe(true)
    expect([other, ...more].map(({ destroyed }) => destroyed)).toEqual([false, false, false, false, false])
  })

  test('that are being served are never closed for a new one', async () => {
    let served = 0
    const { open } = await guarded(
      () => {
        served += 1
      },
      { maxPerNetwork: 3 },
    )
    const busy = Array.from({ length: 3 }, () => open())
    for (const socket of busy) socket.write(GET)
    await expect.poll(() => served, IN_TIME).toBe(3)
    expect(await closed(open())).toBe(true)
    expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  })

  test('of a trusted proxy are counted together only', async () => {
    const { open, openConnections } = await guarded(() => {}, { maxPerNetwork: 3, trusts: () => true })
    for (let i = 0; i < 10; i++) open()
    await expect.poll(openConnections, IN_TIME).toBe(10)
  })

  test('with an arriving body are closed for the next one, slowest first', async () => {
    const answered: string[] = []
    const { open, guard } = await guarded(
      (request, response) =>
        request.resume().on('end', () => {
          answered.push(request.headers.host ?? '')
          response.end('x')
        }),
      { maxUnfinished: 3, windowMs: 10_000 },
    )
    const post = (host: string) => `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 30000\r\n\r\n`
    const upload = open()
    upload.write(post('upload') + 'x'.repeat(20_000))
    for (let i = 0; i < 20; i++) open().write(`${post('slow')}a`)
    await expect.poll(guard.cut, IN_TIME).toBe(18)
    upload.write('x'.repeat(10_000))
    await expect.poll(() => answered, IN_TIME).toEqual(['upload'])
  })

  test('with unread responses use bounded memory per network', async () => {
    const { open, openConnections } = await guarded((_, response) => response.end(Buffer.alloc(8 * MIB)), {
      ...{ maxUnread: 40 * MIB, windowMs: 60_000 },
    })
    const deaf = Array.from({ length: 12 }, (_, i) => open(i < 2 ? '127.0.0.3' : '127.0.0.2'))
    for (const socket of deaf) socket.pause().write(GET)
    // The process holds less than 8 MiB of each, because the system buffers a part.
    await expect.poll(openConnections, IN_TIME).toBeLessThan(12)
    expect(deaf.slice(0, 2).map(({ destroyed }) => destroyed)).toEqual([false, false])
  })

  test('that pipeline instead of reading are closed too', async () => {
    const { open } = await guarded((_, response) => response.end(Buffer.alloc(32 * MIB)), {})
    const deaf = open().pause()
    const again = setInterval(() => deaf.writable && deaf.write(GET), 60)
    ends.push(() => clearInterval(again))
    deaf.write(GET)
    // Reads nothing, so that only a write notices the end.
    await expect.poll(() => deaf.destroyed || deaf.errored !== null, IN_TIME).toBe(true)
  })

  test('must finish the body of a refused request', async () => {
    const { open, guard } = await guarded((_, response) => response.writeHead(401).end(), {})
    const socket = open()
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n')
    expect(await read(socket)).toBe('HTTP/1.1 401')
    const trickle = setInterval(() => socket.writable && socket.write('a'), 20)
    ends.push(() => clearInterval(trickle))
    expect(await closed(socket)).toBe(true)
    expect(guard.cut()).toBe(1)
  })

  test('with more than sixteen pipelined requests are closed', async () => {
    let served = 0
    const { open } = await guarded(() => {
      served += 1
    }, {})
    const socket = open()
    socket.write(GET.repeat(1000))
    expect(await closed(socket)).toBe(true)
    expect(served).toBe(16)
  })
})
