import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  MAX_CONNECTIONS_PER_NETWORK,
  MAX_UNFINISHED_PER_NETWORK,
  OPEN_REQUEST_LIMITS,
} from './platform/http/limits.ts'

const ATTACKER_IP = '127.0.0.2'
const OTHER_ADDRESS = '127.0.0.1'
/** Generous, for a busy machine. */
const IN_TIME = { timeout: 15_000 }

let app: TestApp
let port: number
beforeAll(async () => {
  app = await createTestApp({ hasHoldLimits: true })
  await app.app.listen({ port: 0, host: '127.0.0.1', backlog: 4000 })
  port = (app.app.server.address() as AddressInfo).port
})
afterAll(() => {
  app.app.server.closeAllConnections()
  return app.close()
})

/** Connections from one address that all send the same request and stay open until `end`. */
async function openConnections(count: number, text: string, localAddress = ATTACKER_IP) {
  const sockets: Socket[] = []
  const responses: string[] = []
  for (let openedCount = 0; openedCount < count; openedCount += 200) {
    const batch = Array.from({ length: Math.min(200, count - openedCount) }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {}) // the server may cut them off
      const index = responses.push('') - 1
      socket.on('data', (bytes: Buffer) => {
        responses[index] += bytes.toString('latin1')
      })
      sockets.push(socket)
      return socket
    })
    await Promise.all(batch.map((socket) => once(socket, 'connect')))
    for (const socket of batch) if (socket.writable) socket.write(text)
  }
  return {
    countOpen: () => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length,
    answers: responses,
    /** Sends the request again on all connections. */
    send(request: string) {
      for (const socket of sockets) if (socket.writable) socket.write(request)
    },
    end() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Status of one request from an address on a new connection; null if the connection breaks. */
async function sendRequest(request: string, localAddress: string): Promise<number | null> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  socket.write(request)
  let text = ''
  for await (const bytes of socket) text += String(bytes)
  return Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? Number.NaN) || null
}
const GET_REQUEST = 'GET /api/blog/posts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const FORM_REQUEST = 'List-Unsubscribe=One-Click'
const POST_REQUEST = [
  'POST /api/newsletter/unsubscribe HTTP/1.1\r\nHost: localhost\r\nConnection: close',
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${FORM_REQUEST.length}\r\n\r\n${FORM_REQUEST}`,
].join('\r\n')

const post = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 4000\r\n\r\n`

describe('Trust 22 an attacker who holds requests open', () => {
  test.each([
    ['the one-click form', post('/api/newsletter/unsubscribe', 'application/x-www-form-urlencoded'), 'a'],
    ['the contact form', post('/api/contact', 'application/json'), ' '],
    ['a sign-in', post('/api/auth/request-magic-link', 'application/json'), ' '],
    ['events of payments', post('/api/stripe/webhook', 'application/json'), ' '],
    [
      'a body in chunks',
      'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ],
    ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n'],
    ['nothing', '', ''],
  ])(
    'sending %s byte by byte on 2,100 connections blocks no one, even in the same network',
    async (_what, head, piece) => {
      const attack = await openConnections(2100, head)
      for (let i = 0; i < 3; i++) {
        attack.send(piece)
        for (const address of [OTHER_ADDRESS, ATTACKER_IP]) {
          expect([address, await sendRequest(GET_REQUEST, address)]).toEqual([address, 200])
          expect([address, await sendRequest(POST_REQUEST, address)]).toEqual([address, 400])
        }
      }
      await expect.poll(attack.countOpen, IN_TIME).toBeLessThanOrEqual(MAX_CONNECTIONS_PER_NETWORK)
      if (head.startsWith('POST')) expect(attack.countOpen()).toBeLessThanOrEqual(MAX_UNFINISHED_PER_NETWORK)
      attack.end()
    },
  )

  test('closes a connection with too many pipelined requests', async () => {
    const attack = await openConnections(
      20,
      'GET /api/blog/posts HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500),
    )
    await expect.poll(attack.countOpen, IN_TIME).toBe(0)
    expect(await sendRequest(GET_REQUEST, ATTACKER_IP)).toBe(200)
  })

  test('requests with invalid session cookies share the queue of their network', async () => {
    const callers: string[] = []
    const { admission } = app.app.door
    const { requestSlot } = admission
    admission.requestSlot = (caller, respond) => {
      callers.push(caller)
      requestSlot(caller, respond)
    }
    const ann = await app.subscriber('cookies@example.com')
    const signedInRequest = `GET /api/auth/user HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${ann.cookie}\r\n\r\n`
    for (const cookie of ['a', 'b', 'c'].map((letter) => `sid=${letter.repeat(43)}; x=${letter}`))
      await sendRequest(
        `GET /api/blog/posts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`,
        ATTACKER_IP,
      )
    await sendRequest(signedInRequest, ATTACKER_IP)
    await sendRequest(signedInRequest, ATTACKER_IP)
    admission.requestSlot = requestSlot
    expect(callers).toEqual([ATTACKER_IP, ATTACKER_IP, ATTACKER_IP, expect.any(String), ann.userId])
  })
})

describe('Trust 22 event streams', () => {
  test('are limited per user, organization and network, and not counted as requests', async () => {
    const { user, organization, network } = OPEN_REQUEST_LIMITS.stream
    const members = [await app.subscriber('streams@example.com')]
    for (let i = 1; i < organization / user + 2; i++)
      members.push(await app.member(`streams${i}@example.com`, members[0]!.organizationId, 'MEMBER'))
    const streamRequest = (cookie: string) =>
      `GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`
    const opened: Awaited<ReturnType<typeof openConnections>>[] = []
    const openStreams = async (cookie: string, count: number, address: string) => {
      const connections = await openConnections(count, streamRequest(cookie), address)
      opened.push(connections)
      await expect
        .poll(() => connections.answers.filter((text) => text.includes('\r\n\r\n')).length, IN_TIME)
        .toBe(count)
      return connections.answers.filter((text) => text.startsWith('HTTP/1.1 200')).length
    }
    expect(await openStreams(members[0]!.cookie, user + 5, ATTACKER_IP)).toBe(user)
    let accepted = user
    for (const { cookie } of members.slice(1)) accepted += await openStreams(cookie, user, ATTACKER_IP)
    expect(accepted).toBe(organization)
    let inNetwork = organization
    for (let i = 0; inNetwork < network + user && i < 15; i++) {
      const stranger = await app.subscriber(`stranger${i}@example.com`)
      const acceptedNow = await openStreams(stranger.cookie, user, ATTACKER_IP)
      inNetwork += acceptedNow
      if (acceptedNow < user) break
    }
    expect(inNetwork).toBe(network)
    expect(app.app.door.admission.stats().long).toBe(0)
    const distant = await app.subscriber('elsewhere@example.com')
    expect(await openStreams(distant.cookie, 1, OTHER_ADDRESS)).toBe(1)
    for (const connections of opened) connections.end()
    await expect
      .poll(async () => {
        const reopened = await openConnections(1, streamRequest(members[0]!.cookie), ATTACKER_IP)
        await expect.poll(() => reopened.answers[0], IN_TIME).toContain('\r\n\r\n')
        reopened.end()
        return reopened.answers[0]
      }, IN_TIME)
      .toMatch(/^HTTP\/1.1 200/)
  })
})
