import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, type TrustsPeer } from './callers.ts'
import {
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_NETWORK,
  MAX_PIPELINED,
  MAX_UNFINISHED_PER_NETWORK,
  MAX_UNREAD_BYTES,
  MAX_UNREAD_BYTES_PER_NETWORK,
} from './limits.ts'

/** A header is one packet; whoever needs longer holds a connection and nothing else. */
const HEADER_MS = 10_000
/** Between the requests of a browser; a proxy that keeps its own longer asks again on a new connection. */
const KEEP_ALIVE_MS = 5000
/** How often the server looks for connections past these times. */
const CHECK_INTERVAL_MS = 1000
/** An hour: a file of 128 MB from a line of 300 kbit/s. */
const WHOLE_REQUEST_MS = 3_600_000
/** In each stretch of this length a body brings at least so many bytes, or its rest. */
const WINDOW_MS = 10_000
const MIN_BODY_BYTES = 16 * 1024
/** An answer is taken from us at least so fast: by a phone on a train, and not by somebody who never reads. */
const MIN_RESPONSE_BYTES = 8 * 1024
/** For `listen`: where fewer may wait to be taken, the system drops the others, who try again after one, three, seven seconds. */
export const BACKLOG = MAX_CONNECTIONS

type ByteCounts = { read: number; sent: number; pending: number }
type Connection = {
  socket: Socket
  /** Whose connection it is; null for a trusted proxy's, which carry many callers. */
  network: string | null
  /** Requests whose answer has not ended. */
  open: number
  /** Since when it has waited for its next request, in milliseconds of `performance.now()`. */
  waitingSince: number
  /** The newest request, until it has arrived and its answer has ended. */
  current: { request: IncomingMessage; response: ServerResponse; network: string } | null
  /** When it was looked at last, and what had passed by then. */
  checkedAt: number
  counts: ByteCounts
}

export type ConnectionGuardOptions = {
  trusts?: TrustsPeer
  stretchMs?: number
  maxPerNetwork?: number
  maxUnfinished?: number
  maxUnread?: number
}

/** Bounds of time, number and memory on a server's connections: for each, for each network and for all. */
export function guardConnections(server: Server, options: ConnectionGuardOptions = {}) {
  const { trusts = () => false, stretchMs = WINDOW_MS } = options
  const { maxPerNetwork = MAX_CONNECTIONS_PER_NETWORK, maxUnfinished = MAX_UNFINISHED_PER_NETWORK } = options
  const { maxUnread = MAX_UNREAD_BYTES_PER_NETWORK } = options
  server.headersTimeout = HEADER_MS
  server.requestTimeout = WHOLE_REQUEST_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const connections = new Map<Socket, Connection>()
  const byNetwork = new Map<string, Set<Connection>>()
  /** Those whose body is on the way, by the network of the caller. */
  const unfinished = new Map<string, Set<Connection>>()
  let cut = 0

  function end(connection: Connection): void {
    cut += 1
    forget(connection)
    connection.socket.destroy()
  }

  function forget(connection: Connection): void {
    connections.delete(connection.socket)
    if (connection.network !== null) removeFromSet(byNetwork, connection.network, connection)
    if (connection.current) removeFromSet(unfinished, connection.current.network, connection)
  }

  /** Makes room among some connections; false where all of them are being served. */
  function makeRoom(among: Iterable<Connection>): boolean {
    const victim = leastUseful(among)
    if (victim) end(victim)
    return victim !== null
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined) return socket.destroy() // gone before it was taken
    const network = trusts(address) ? null : networkOf(address)
    const own = network === null ? undefined : byNetwork.get(network)
    const isNetworkFull = own !== undefined && own.size >= maxPerNetwork
    const isFull = connections.size >= MAX_CONNECTIONS
    if (
      (isNetworkFull && !makeRoom(own)) ||
      (isFull && !makeRoom(largestOf(byNetwork) ?? connections.values()))
    ) {
      cut += 1
      return socket.destroy()
    }
    const time = performance.now()
    const connection = {
      ...{ socket, network, open: 0, waitingSince: time, current: null },
      ...{ checkedAt: time, counts: countsOf(socket) },
    }
    connections.set(socket, connection)
    if (network !== null) addToSet(byNetwork, network, connection)
    socket.once('close', () => forget(connection))
  })

  function checkConnections(): void {
    const time = performance.now()
    for (const connection of connections.values()) checkConnection(connection, time)
    closeUnread()
  }

  function checkConnection(connection: Connection, time: number): void {
    const { current, socket } = connection
    if (!current) return
    if (!awaitsBody(current.request)) {
      removeFromSet(unfinished, current.network, connection)
      if (connection.open === 0) {
        Object.assign(connection, { current: null, waitingSince: time })
        return
      }
    }
    if (time - connection.checkedAt < stretchMs) return
    const counts = countsOf(socket)
    if (isTooSlow(current, connection.counts, counts)) end(connection)
    else Object.assign(connection, { counts, checkedAt: time })
  }

  /** Answers that nobody reads are kept in memory: the largest of who has too many are given up. */
  function closeUnread(): void {
    const unread = [...connections.values()]
      .map((connection) => ({ connection, bytes: countsOf(connection.socket).pending }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes)
    const totals = new Map<string, number>()
    let all = 0
    const networkOfCaller = ({ current, network }: Connection) => current?.network ?? network ?? ''
    for (const { connection, bytes } of unread) {
      const network = networkOfCaller(connection)
      totals.set(network, (totals.get(network) ?? 0) + bytes)
      all += bytes
    }
    for (const { connection, bytes } of unread) {
      const network = networkOfCaller(connection)
      const own = totals.get(network) ?? 0
      if (own <= maxUnread && all <= MAX_UNREAD_BYTES) continue
      totals.set(network, own - bytes)
      all -= bytes
      end(connection)
    }
  }

  server.on('listening', () => {
    const looking = setInterval(checkConnections, Math.min(CHECK_INTERVAL_MS, stretchMs / 2))
    looking.unref()
    server.once('close', () => clearInterval(looking))
  })

  return {
    /**
     * Called for each request, before anything is read of its body. False where its connection has asked for too much without
     * reading: then it is ended, and the request is not to be served.
     */
    watch(request: IncomingMessage, response: ServerResponse, network: string): boolean {
      const connection = connections.get(request.socket)
      if (!connection) return false
      if (connection.open >= MAX_PIPELINED) {
        end(connection)
        return false
      }
      if (connection.open === 0) {
        // Who sends another request before reading is not given new time by it.
        connection.checkedAt = performance.now()
        connection.counts = countsOf(request.socket)
      }
      connection.open += 1
      if (connection.current) removeFromSet(unfinished, connection.current.network, connection)
      connection.current = { request, response, network }
      if (awaitsBody(request)) {
        const own = unfinished.get(network)
        if (own && own.size >= maxUnfinished) makeRoomForBody(own)
        addToSet(unfinished, network, connection)
      }
      response.once('close', () => {
        connection.open -= 1
        connection.waitingSince = performance.now()
      })
      return true
    },
    /** Connections that were ended for being too slow or too many, since the start. */
    cut: () => cut,
  }

  function makeRoomForBody(own: Set<Connection>): void {
    for (const connection of own)
      if (connection.current && !awaitsBody(connection.current.request)) own.delete(connection)
    if (own.size >= maxUnfinished) makeRoom(own)
  }
}

/** For `http.createServer`: how often connections past their time are looked for. */
export const CONNECTION_CHECKS = { connectionsCheckingInterval: CHECK_INTERVAL_MS }

function addToSet(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const own = sets.get(key)
  if (own) own.add(connection)
  else sets.set(key, new Set([connection]))
}

function removeFromSet(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const own = sets.get(key)
  if (own?.delete(connection) && own.size === 0) sets.delete(key)
}

function largestOf(sets: Map<string, Set<Connection>>): Set<Connection> | null {
  let largest: Set<Connection> | null = null
  for (const own of sets.values()) if (own.size > (largest?.size ?? 0)) largest = own
  return largest
}

/**
 * Of some connections the one that nobody misses: without a request the one that has waited longest, or else the one of whose
 * body least has come. None of those that are being served.
 */
function leastUseful(among: Iterable<Connection>): Connection | null {
  let idle: Connection | null = null
  let slow: Connection | null = null
  let leastBytes = Number.POSITIVE_INFINITY
  for (const connection of among) {
    const { current, socket } = connection
    if (connection.open === 0 && (!current || !awaitsBody(current.request))) {
      if (!idle || connection.waitingSince < idle.waitingSince) idle = connection
    } else if (current && awaitsBody(current.request) && socket.bytesRead < leastBytes) {
      slow = connection
      leastBytes = socket.bytesRead
    }
  }
  return idle ?? slow
}

/** Whether a body is still on the way. A request without one has not ended either when it is handed to us. */
export function awaitsBody({ headers, complete }: IncomingMessage): boolean {
  return (
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
  )
}

function countsOf(socket: Socket): ByteCounts {
  // Node tells only through its handle how much of a long answer has left; without it a slow reader counts as stalled.
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  const pending = Math.max(socket.writableLength, handle?.writeQueueSize ?? 0)
  const queued = socket.writableLength > 0 ? (handle?.writeQueueSize ?? socket.writableLength) : 0
  return { read: socket.bytesRead, sent: socket.bytesWritten - queued, pending }
}

function isTooSlow(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  before: ByteCounts,
  now: ByteCounts,
): boolean {
  // What lies here unread waits for us, and not we for it. The rest of a body is to come after the answer, too.
  const isArriving = awaitsBody(request) && (request.readableLength === 0 || response.closed)
  if (isArriving && now.read - before.read < MIN_BODY_BYTES) return true
  return before.pending > 0 && now.pending > 0 && now.sent - before.sent < MIN_RESPONSE_BYTES
}
