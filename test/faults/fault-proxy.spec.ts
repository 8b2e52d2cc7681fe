import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '#test/product/fault-proxy.ts'

/** Time limit for effects to show, on a busy machine. */
const EFFECT_TIMEOUT = { timeout: 10_000 }

let proxy: FaultProxy
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

/** A server that echoes each message and records it. */
async function startEcho() {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {}) // the test causes resets
    socket.on('data', (chunk) => {
      received.push(chunk.toString())
      socket.write(`>${chunk}`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  proxy = await startFaultProxy(typeof address === 'object' && address ? address.port : 0)
  cleanups.push(
    () => proxy.stop(),
    () => server.close(),
  )
  return received
}

/** Opens a connection through the proxy and records what it receives. */
async function openConnection() {
  const socket: Socket = connect(proxy.port, '127.0.0.1')
  const connection = { socket, received: '', errorCode: '' }
  socket.on('data', (chunk) => {
    connection.received += chunk
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    connection.errorCode = error.code ?? ''
  })
  await once(socket, 'connect')
  cleanups.unshift(() => socket.destroy())
  return connection
}

test('Trust 20 the proxy forwards everything in order, with a delay if set', async () => {
  await startEcho()
  const connection = await openConnection()
  proxy.setLatency(60)
  const startedAt = performance.now()
  connection.socket.write('a')
  await expect.poll(() => connection.received, EFFECT_TIMEOUT).toBe('>a')
  expect(performance.now() - startedAt).toBeGreaterThan(100)
  proxy.setLatency(0)
  proxy.throttle(200)
  connection.socket.write('0123456789'.repeat(5))
  await expect
    .poll(() => connection.received.replaceAll('>', ''), EFFECT_TIMEOUT)
    .toBe(`a${'0123456789'.repeat(5)}`)
})

test('Trust 20 a black hole holds traffic and delivers it when it ends', async () => {
  const received = await startEcho()
  const connection = await openConnection()
  connection.socket.write('before')
  await expect.poll(() => connection.received, EFFECT_TIMEOUT).toBe('>before')
  proxy.blackHole(true)
  connection.socket.write('into the dark')
  const otherConnection = await openConnection()
  otherConnection.socket.write('nobody home')
  await expect.poll(() => proxy.countConnections(), EFFECT_TIMEOUT).toBe(2)
  expect([received, connection.received, otherConnection.received, connection.errorCode]).toEqual([
    ['before'],
    '>before',
    '',
    '',
  ])
  proxy.blackHole(false)
  await expect
    .poll(() => connection.received + otherConnection.received, EFFECT_TIMEOUT)
    .toBe('>before>into the dark>nobody home')
})

test('Trust 20 resets, refusals and cuts reach the caller', async () => {
  await startEcho()
  const connection = await openConnection()
  connection.socket.write('hello')
  await expect.poll(() => connection.received, EFFECT_TIMEOUT).toBe('>hello')
  proxy.reset()
  await expect.poll(() => connection.errorCode, EFFECT_TIMEOUT).toBe('ECONNRESET')
  await proxy.refuse(true)
  await expect(openConnection()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy.refuse(false)
  const nextConnection = await openConnection()
  proxy.cutAfter(10)
  nextConnection.socket.write('short')
  await expect.poll(() => nextConnection.received, EFFECT_TIMEOUT).toBe('>short')
  nextConnection.socket.write('too long now')
  await expect.poll(() => nextConnection.errorCode, EFFECT_TIMEOUT).toBe('ECONNRESET')
  expect(nextConnection.received).toBe('>short')
})

test('Trust 19 a response is lost after the server ran the request', async () => {
  const received = await startEcho()
  const connection = await openConnection()
  const loss = proxy.loseReply({ marker: 'write', request: 'commit', reply: 'commit' })
  const otherConnection = await openConnection()
  otherConnection.socket.write('commit')
  await expect.poll(() => otherConnection.received, EFFECT_TIMEOUT).toBe('>commit')
  connection.socket.write('write')
  await expect.poll(() => connection.received, EFFECT_TIMEOUT).toBe('>write')
  connection.socket.write('commit')
  await loss
  await expect.poll(() => connection.errorCode, EFFECT_TIMEOUT).toBe('ECONNRESET')
  expect([received, connection.received]).toEqual([['commit', 'write', 'commit'], '>write'])
  const nextConnection = await openConnection()
  nextConnection.socket.write('commit')
  await expect.poll(() => nextConnection.received, EFFECT_TIMEOUT).toBe('>commit')
})
