import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A header is one packet; whoever needs longer holds a connection and nothing else. */
const HEADER_MS = 10_000
/** Between the requests of a browser; a proxy that keeps its own longer asks again on a new connection. */
const KEEP_ALIVE_MS = 5000
/** How often the server looks for connections past these times. */
const LOOK_MS = 1000
/** An hour: a file of 128 MB from a line of 300 kbit/s. */
const WHOLE_REQUEST_MS = 3_600_000
/** In each stretch of this length a body brings at least so many bytes, or its rest. */
const STRETCH_MS = 10_000
const LEAST_BODY_BYTES = 16 * 1024
/** An answer is taken from us at least so fast: by a phone on a train, and not by somebody who never reads. */
const LEAST_ANSWER_BYTES = 8 * 1024
/** File handles that one process needs beside: database, providers, mail. A waiting connection costs about 10 KB. */
const MOST_CONNECTIONS = 4000
/** For `listen`: where fewer may wait to be taken, the system drops the others, who try again after one, three, seven seconds. */
export const BACKLOG = MOST_CONNECTIONS

type Counts = { read: number; sent: number; pending: number }
type Watched = Counts & { request: IncomingMessage; response: ServerResponse; since: number }

/** Bounds of time and number on a server's connections. */
export function guardConnections(server: Server, { stretchMs = STRETCH_MS } = {}) {
  server.headersTimeout = HEADER_MS
  server.requestTimeout = WHOLE_REQUEST_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxConnections = MOST_CONNECTIONS
  const watched = new Map<Socket, Watched>()
  let cut = 0
  function look(): void {
    const time = performance.now()
    for (const [socket, state] of watched) {
      if (time - state.since < stretchMs) continue
      const current = countsOf(socket)
      if (isTooSlow(state, current)) {
        cut += 1
        socket.destroy()
      } else Object.assign(state, current, { since: time })
    }
  }
  server.on('listening', () => {
    const looking = setInterval(look, Math.min(LOOK_MS, stretchMs / 2))
    looking.unref()
    server.once('close', () => clearInterval(looking))
  })
  return {
    /** Called for each request, before anything is read of its body. */
    watch(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request
      watched.set(socket, { request, response, since: performance.now(), ...countsOf(socket) })
      response.once('close', () => watched.delete(socket))
    },
    /** Connections that were ended for being too slow, since the start. */
    cut: () => cut,
  }
}

/** For `http.createServer`: how often connections past their time are looked for. */
export const CONNECTION_CHECKS = { connectionsCheckingInterval: LOOK_MS }

function countsOf(socket: Socket): Counts {
  // Node tells only through its handle how much of a long answer has left; without it a slow reader counts as stalled.
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  const pending = Math.max(socket.writableLength, handle?.writeQueueSize ?? 0)
  const queued = socket.writableLength > 0 ? (handle?.writeQueueSize ?? socket.writableLength) : 0
  return { read: socket.bytesRead, sent: socket.bytesWritten - queued, pending }
}

function isTooSlow({ request, response, ...before }: Watched, now: Counts): boolean {
  // What lies here unread waits for us, and not we for it.
  const awaitsBody = !request.complete && request.readableLength === 0 && !response.headersSent
  if (awaitsBody && now.read - before.read < LEAST_BODY_BYTES) return true
  return before.pending > 0 && now.pending > 0 && now.sent - before.sent < LEAST_ANSWER_BYTES
}
