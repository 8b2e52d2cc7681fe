import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '#test/product/fault-proxy.ts'

/** Time limit for effects to show, on a busy machine. */
const SOON = { timeout: 10_000 }

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

/** A connection through the proxy; `heard` is everything received. */
async function caller() {
  const socket: Socket = connect(proxy.port, '127.0.0.1')
  const line = { socket, heard: '', lost: '' }
  socket.on('data', (chunk) => {
    line.heard += chunk
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    line.lost = error.code ?? ''
  })
  await once(socket, 'connect')
  cleanups.unshift(() => socket.destroy())
  return line
}

test('Trust 20 the proxy forwards everything in order, with a delay if set', async () => {
  await startEcho()
  const line = await caller()
  proxy.latency(60)
  const startedAt = performance.now()
  line.socket.write('a')
  await expect.poll(() => line.heard, SOON).toBe('>a')
  expect(performance.now() - startedAt).toBeGreaterThan(100)
  proxy.latency(0)
  proxy.throttle(200)
  line.socket.write('0123456789'.repeat(5))
  await expect.poll(() => line.heard.replaceAll('>', ''), SOON).toBe(`a${'0123456789'.repeat(5)}`)
})

test('Trust 20 a black hole holds traffic and delivers it when it ends', async () => {
  const received = await startEcho()
  const line = await caller()
  line.socket.write('before')
  await expect.poll(() => line.heard, SOON).toBe('>before')
  proxy.blackHole(true)
  line.socket.write('into the dark')
  const otherCaller = await caller()
  otherCaller.socket.write('nobody home')
  await expect.poll(() => proxy.countOpen(), SOON).toBe(2)
  expect([received, line.heard, otherCaller.heard, line.lost]).toEqual([['before'], '>before', '', ''])
  proxy.blackHole(false)
  await expect.poll(() => line.heard + otherCaller.heard, SOON).toBe('>before>into the dark>nobody home')
})

test('Trust 20 resets, refusals and cuts reach the caller', async () => {
  await startEcho()
  const line = await caller()
  line.socket.write('hello')
  await expect.poll(() => line.heard, SOON).toBe('>hello')
  proxy.reset()
  await expect.poll(() => line.lost, SOON).toBe('ECONNRESET')
  await proxy.refuse(true)
  await expect(caller()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy.refuse(false)
  const nextCaller = await caller()
  proxy.cutAfter(10)
  nextCaller.socket.write('short')
  await expect.poll(() => nextCaller.heard, SOON).toBe('>short')
  nextCaller.socket.write('too long now')
  await expect.poll(() => nextCaller.lost, SOON).toBe('ECONNRESET')
  expect(nextCaller.heard).toBe('>short')
})

test('Trust 19 a response is lost after the server ran the request', async () => {
  const received = await startEcho()
  const line = await caller()
  const loss = proxy.loseReply({ marker: 'write', request: 'commit', reply: 'commit' })
  const otherCaller = await caller()
  otherCaller.socket.write('commit')
  await expect.poll(() => otherCaller.heard, SOON).toBe('>commit')
  line.socket.write('write')
  await expect.poll(() => line.heard, SOON).toBe('>write')
  line.socket.write('commit')
  await loss
  await expect.poll(() => line.lost, SOON).toBe('ECONNRESET')
  expect([received, line.heard]).toEqual([['commit', 'write', 'commit'], '>write'])
  const next = await caller()
  next.socket.write('commit')
  await expect.poll(() => next.heard, SOON).toBe('>commit')
})
