import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Distributes requests over processes in turn, like the proxy in front of an installation. */
export type Balancer = {
  url: string
  /** Failed requests: refused by all processes, answered with 500 or above, or cut off. */
  readonly failures: readonly string[]
  /** How many requests each process answered, by its address. */
  readonly responseCounts: ReadonlyMap<string, number>
  stop(): Promise<void>
}

const POLL_MS = 50
const POLL_TIMEOUT_MS = 2000
/** Failed checks in a row that take a process out of rotation. */
const MAX_MISSES = 3
/** Longest wait of a request for a ready process. */
const MAX_QUEUE_MS = 10_000

/**
 * Polls `/readyz` of each process and sends requests to those that are ready. Repeats a request at another process only
 * if the connection was refused, before anything was sent.
 */
export async function startBalancer(backends: readonly string[]): Promise<Balancer> {
  const readyBackends = new Set<string>()
  const failures: string[] = []
  const responseCounts = new Map<string, number>()
  const agent = new Agent({ keepAlive: false })
  const stop = new AbortController()
  let requestCount = 0

  async function watch(backend: string): Promise<void> {
    let misses = 0
    while (!stop.signal.aborted) {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(POLL_TIMEOUT_MS)])
      const response = await fetch(`${backend}/readyz`, { signal }).catch(() => null)
      await response?.body?.cancel()
      misses = response?.ok ? 0 : misses + 1
      if (misses === 0) readyBackends.add(backend)
      else if (misses >= MAX_MISSES) readyBackends.delete(backend)
      await wait(POLL_MS)
    }
  }

  async function nextBackend(): Promise<string | undefined> {
    const end = performance.now() + MAX_QUEUE_MS
    while (readyBackends.size === 0 && performance.now() < end) await wait(POLL_MS)
    return [...readyBackends][requestCount++ % readyBackends.size]
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const name = `${incoming.method} ${incoming.url?.split('?')[0]}`
    const fail = (reason: string) => {
      failures.push(`${name}: ${reason}`)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    }
    const backend = await nextBackend()
    if (!backend) {
      fail('no process is ready')
      return
    }
    const { host: _, ...headers } = incoming.headers
    const forwardedFor = headers['x-forwarded-for'] ?? incoming.socket.remoteAddress
    const upstream = request(backend + incoming.url, {
      agent,
      method: incoming.method,
      headers: { ...headers, host: incoming.headers.host, 'x-forwarded-for': forwardedFor },
    })
    let isConnected = false
    upstream.on('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
        incoming.pipe(upstream)
      }),
    )
    upstream.on('response', (upstreamResponse) => {
      const status = upstreamResponse.statusCode ?? 0
      responseCounts.set(backend, (responseCounts.get(backend) ?? 0) + 1)
      if (status >= 500) failures.push(`${name}: ${status} of ${backend}`)
      outgoing.writeHead(status, upstreamResponse.headers)
      upstreamResponse.on('aborted', () => fail(`broke off at ${backend}`))
      upstreamResponse.pipe(outgoing)
    })
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.destroyed) return
      if (!isConnected && error.code === 'ECONNREFUSED') {
        // Gets no requests until it is ready again.
        readyBackends.delete(backend)
        void forward(incoming, outgoing)
      } else if (!outgoing.headersSent) fail(`${error.code ?? error.message} of ${backend}`)
    })
    outgoing.on('close', () => upstream.destroy())
  }

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const watching = Promise.all(backends.map(watch))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    responseCounts,
    async stop() {
      stop.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await watching
    },
  }
}
