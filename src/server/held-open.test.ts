import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  MAX_CONNECTIONS_PER_NETWORK,
  MAX_UNFINISHED_PER_NETWORK,
  OPEN_REQUEST_LIMITS,
} from './platform/http/limits.ts'

const ATTACKER = '127.0.0.2'
const OTHER = '127.0.0.1'
/** Generous, for a busy machine. */
const IN_TIME = { timeout: 15_000 }

let app: TestApp
let port: number
beforeAll(async () => {
  app = await createTestApp({ realHolds: true })
  await app.app.listen({ port: 0, host: '127.0.0.1', backlog: 4000 })
  port = (app.app.server.address() as AddressInfo).port
})
afterAll(() => {
  app.app.server.closeAllConnections()
  return app.close()
})

/** Connections from one address that all send the same request and stay open until `end`. */
async function crowd(count: number, text: string, localAddress = ATTACKER) {
  const sockets: Socket[] = []
  const answers: string[] = []
  for (let begun = 0; begun < count; begun += 200) {
    const some = Array.from({ length: Math.min(200, count - begun) }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {}) // the server may cut them off
      const at = answers.push('') - 1
      socket.on('data', (bytes: Buffer) => {
        answers[at] += bytes.toString('latin1')
      })
      sockets.push(socket)
      return socket
    })
    await Promise.all(some.map((socket) => once(socket, 'connect')))
    for (const socket of some) if (socket.writable) socket.write(text)
  }
  return {
    open: () => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length,
    answers,
    /** Sends the request again on all connections. */
    send(more: string) {
      for (const socket of sockets) if (socket.writable) socket.write(more)
    },
    end() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Status of one request from an address on a new connection; null if the connection breaks. */
async function ask(request: string, localAddress: string): Promise<number | null> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  socket.write(request)
  let text = ''
  for await (const bytes of socket) text += String(bytes)
  return Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? Number.NaN) || null
}
const GET = 'GET /api/blog/posts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const FORM = 'List-Unsubscribe=One-Click'
const POST = [
  'POST /api/newsletter/unsubscribe HTTP/1.1\r\nHost: x\r\nConnection: close',
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${FORM.length}\r\n\r\n${FORM}`,
].join('\r\n')

const post = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 4000\r\n\r\n`

describe('Trust 22 an attacker who holds requests open', () => {
  test.each([
    ['the one-click form', post('/api/newsletter/unsubscribe', 'application/x-www-form-urlencoded'), 'a'],
    ['the contact form', post('/api/contact', 'application/json'), ' '],
    ['a sign-in', post('/api/auth/request-magic-link', 'application/json'), ' '],
    ['events of payments', post('/api/stripe/webhook', 'application/json'), ' '],
    [
      'a body in chunks',
      'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ],
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'],
    ['nothing', '', ''],
  ])(
    'sending %s byte by byte on 2,100 connections blocks no one, even in the same network',
    async (_what, head, piece) => {
      const attack = await crowd(2100, head)
      for (let i = 0; i < 3; i++) {
        attack.send(piece)
        for (const address of [OTHER, ATTACKER]) {
          expect([address, await ask(GET, address)]).toEqual([address, 200])
          expect([address, await ask(POST, address)]).toEqual([address, 400])
        }
      }
      await expect.poll(attack.open, IN_TIME).toBeLessThanOrEqual(MAX_CONNECTIONS_PER_NETWORK)
      if (head.startsWith('POST')) expect(attack.open()).toBeLessThanOrEqual(MAX_UNFINISHED_PER_NETWORK)
      attack.end()
    },
  )

  test('too many pipelined requests close the connection', async () => {
    const attack = await crowd(20, 'GET /api/blog/posts HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500))
    await expect.poll(attack.open, IN_TIME).toBe(0)
    expect(await ask(GET, ATTACKER)).toBe(200)
  })

  test('made-up session cookies share the queue of one network', async () => {
    const seen: string[] = []
    const { admission } = app.app.door
    const { ask: askAdmission } = admission
    admission.ask = (caller, answer) => {
      seen.push(caller)
      askAdmission(caller, answer)
    }
    const ann = await app.subscriber('cookies@example.com')
    const own = `GET /api/auth/user HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${ann.cookie}\r\n\r\n`
    for (const cookie of ['a', 'b', 'c'].map((letter) => `sid=${letter.repeat(43)}; x=${letter}`))
      await ask(
        `GET /api/blog/posts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`,
        ATTACKER,
      )
    await ask(own, ATTACKER)
    await ask(own, ATTACKER)
    admission.ask = askAdmission
    expect(seen).toEqual([ATTACKER, ATTACKER, ATTACKER, expect.any(String), ann.userId])
  })
})

describe('Trust 22 event streams', () => {
  test('are limited per user, organization and network, and not counted as requests', async () => {
    const { user, organization, network } = OPEN_REQUEST_LIMITS.stream
    const people = [await app.subscriber('streams@example.com')]
    for (let i = 1; i < organization / user + 2; i++)
      people.push(await app.member(`streams${i}@example.com`, people[0]!.organizationId, 'MEMBER'))
    const stream = (cookie: string) => `GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`
    const opened: Awaited<ReturnType<typeof crowd>>[] = []
    const open = async (cookie: string, count: number, address: string) => {
      const some = await crowd(count, stream(cookie), address)
      opened.push(some)
      await expect
        .poll(() => some.answers.filter((text) => text.includes('\r\n\r\n')).length, IN_TIME)
        .toBe(count)
      return some.answers.filter((text) => text.startsWith('HTTP/1.1 200')).length
    }
    expect(await open(people[0]!.cookie, user + 5, ATTACKER)).toBe(user)
    let taken = user
    for (const { cookie } of people.slice(1)) taken += await open(cookie, user, ATTACKER)
    expect(taken).toBe(organization)
    let inNetwork = organization
    for (let i = 0; inNetwork < network + user && i < 15; i++) {
      const other = await app.subscriber(`stranger${i}@example.com`)
      const more = await open(other.cookie, user, ATTACKER)
      inNetwork += more
      if (more < user) break
    }
    expect(inNetwork).toBe(network)
    expect(app.app.door.admission.figures().long).toBe(0)
    const elsewhere = await app.subscriber('elsewhere@example.com')
    expect(await open(elsewhere.cookie, 1, OTHER)).toBe(1)
    for (const some of opened) some.end()
    await expect
      .poll(async () => {
        const again = await crowd(1, stream(people[0]!.cookie), ATTACKER)
        await expect.poll(() => again.answers[0], IN_TIME).toContain('\r\n\r\n')
        again.end()
        return again.answers[0]
      }, IN_TIME)
      .toMatch(/^HTTP\/1.1 200/)
  })
})
