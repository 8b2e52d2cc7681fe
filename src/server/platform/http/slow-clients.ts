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

/** Headers fit in one packet, so a slower client only occupies a connection. */
const HEADER_MS = 10_000
/** Idle time between requests; a proxy that keeps connections longer simply reconnects. */
const KEEP_ALIVE_MS = 5000
/** Interval at which the server checks these limits. */
const CHECK_INTERVAL_MS = 1000
/** An hour: a file of 128 MB from a line of 300 kbit/s. */
const WHOLE_REQUEST_MS = 3_600_000
/** A body must deliver this many bytes, or its end, in each window. */
const WINDOW_MS = 10_000
const MIN_BODY_BYTES = 16 * 1024
/** Response bytes a client must read per window; low enough for a phone on a train. */
const MIN_RESPONSE_BYTES = 8 * 1024
/** Backlog for `listen`. Beyond it the system drops connections, and clients retry only after 1, 3 and 7 seconds. */
export const BACKLOG = MAX_CONNECTIONS

type ByteCounts = { read: number; sent: number; pending: number }
type Connection = {
  socket: Socket
  /** Network of the client; null for a trusted proxy, which carries many clients. */
  network: string | null
  /** Requests whose response hasn't ended. */
  openRequests: number
  /** Start of the wait for the next request, in milliseconds of `performance.now()`. */
  waitingSince: number
  /** The newest request, until it has arrived and its response has ended. */
  current: { request: IncomingMessage; response: ServerResponse; network: string } | null
  /** Time of the last check, and the byte counts at that time. */
  checkedAt: number
  counts: ByteCounts
}

export type ConnectionGuardOptions = {
  trusts?: TrustsPeer
  windowMs?: number
  maxPerNetwork?: number
  maxUnfinished?: number
  maxUnread?: number
}

/** Limits time, number and memory of a server's connections: individually, per network and in total. */
export function guardConnections(server: Server, options: ConnectionGuardOptions = {}) {
  const { trusts = () => false, windowMs = WINDOW_MS } = options
  const { maxPerNetwork = MAX_CONNECTIONS_PER_NETWORK, maxUnfinished = MAX_UNFINISHED_PER_NETWORK } = options
  const { maxUnread = MAX_UNREAD_BYTES_PER_NETWORK } = options
  server.headersTimeout = HEADER_MS
  server.requestTimeout = WHOLE_REQUEST_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const connections = new Map<Socket, Connection>()
  const byNetwork = new Map<string, Set<Connection>>()
  /** Connections with an arriving body, by network. */
  const unfinished = new Map<string, Set<Connection>>()
  let closedCount = 0

  function close(connection: Connection): void {
    closedCount += 1
    forget(connection)
    connection.socket.destroy()
  }

  function forget(connection: Connection): void {
    connections.delete(connection.socket)
    if (connection.network !== null) removeFromSet(byNetwork, connection.network, connection)
    if (connection.current) removeFromSet(unfinished, connection.current.network, connection)
  }

  /** Closes the least useful connection; false if all of them are being served. */
  function makeRoom(candidates: Iterable<Connection>): boolean {
    const victim = leastUseful(candidates)
    if (victim) close(victim)
    return victim !== null
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined) return socket.destroy() // closed before it was accepted
    const network = trusts(address) ? null : networkOf(address)
    const ofNetwork = network === null ? undefined : byNetwork.get(network)
    const isNetworkFull = ofNetwork !== undefined && ofNetwork.size >= maxPerNetwork
    const isFull = connections.size >= MAX_CONNECTIONS
    if (
      (isNetworkFull && !makeRoom(ofNetwork)) ||
      (isFull && !makeRoom(largestOf(byNetwork) ?? connections.values()))
    ) {
      closedCount += 1
      return socket.destroy()
    }
    const time = performance.now()
    const connection = {
      ...{ socket, network, openRequests: 0, waitingSince: time, current: null },
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
      if (connection.openRequests === 0) {
        Object.assign(connection, { current: null, waitingSince: time })
        return
      }
    }
    if (time - connection.checkedAt < windowMs) return
    const counts = countsOf(socket)
    if (isTooSlow(current, connection.counts, counts)) close(connection)
    else Object.assign(connection, { counts, checkedAt: time })
  }

  /** Drops the largest unread responses of networks that exceed their memory limit. */
  function closeUnread(): void {
    const unread = [...connections.values()]
      .map((connection) => ({ connection, bytes: countsOf(connection.socket).pending }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes)
    const totals = new Map<string, number>()
    let totalBytes = 0
    const networkOfCaller = ({ current, network }: Connection) => current?.network ?? network ?? ''
    for (const { connection, bytes } of unread) {
      const network = networkOfCaller(connection)
      totals.set(network, (totals.get(network) ?? 0) + bytes)
      totalBytes += bytes
    }
    for (const { connection, bytes } of unread) {
      const network = networkOfCaller(connection)
      const ownBytes = totals.get(network) ?? 0
      if (ownBytes <= maxUnread && totalBytes <= MAX_UNREAD_BYTES) continue
      totals.set(network, ownBytes - bytes)
      totalBytes -= bytes
      close(connection)
    }
  }

  server.on('listening', () => {
    const timer = setInterval(checkConnections, Math.min(CHECK_INTERVAL_MS, windowMs / 2))
    timer.unref()
    server.once('close', () => clearInterval(timer))
  })

  return {
    /**
     * Registers a request before its body is read. Returns false, and closes the connection, if the client sent too many
     * requests without reading; the request must then not be served.
     */
    watch(request: IncomingMessage, response: ServerResponse, network: string): boolean {
      const connection = connections.get(request.socket)
      if (!connection) return false
      if (connection.openRequests >= MAX_PIPELINED) {
        close(connection)
        return false
      }
      if (connection.openRequests === 0) {
        // Only the first open request resets the window; pipelining gains no extra time.
        connection.checkedAt = performance.now()
        connection.counts = countsOf(request.socket)
      }
      connection.openRequests += 1
      if (connection.current) removeFromSet(unfinished, connection.current.network, connection)
      connection.current = { request, response, network }
      if (awaitsBody(request)) {
        const arriving = unfinished.get(network)
        if (arriving && arriving.size >= maxUnfinished) makeRoomForBody(arriving)
        addToSet(unfinished, network, connection)
      }
      response.once('close', () => {
        connection.openRequests -= 1
        connection.waitingSince = performance.now()
      })
      return true
    },
    /** Number of connections closed since the start for being too slow or too many. */
    cut: () => closedCount,
  }

  function makeRoomForBody(arriving: Set<Connection>): void {
    for (const connection of arriving)
      if (connection.current && !awaitsBody(connection.current.request)) arriving.delete(connection)
    if (arriving.size >= maxUnfinished) makeRoom(arriving)
  }
}

/** Option of `http.createServer`: interval of the timeout checks. */
export const CONNECTION_CHECKS = { connectionsCheckingInterval: CHECK_INTERVAL_MS }

function addToSet(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const set = sets.get(key)
  if (set) set.add(connection)
  else sets.set(key, new Set([connection]))
}

function removeFromSet(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const set = sets.get(key)
  if (set?.delete(connection) && set.size === 0) sets.delete(key)
}

function largestOf(sets: Map<string, Set<Connection>>): Set<Connection> | null {
  let largest: Set<Connection> | null = null
  for (const set of sets.values()) if (set.size > (largest?.size ?? 0)) largest = set
  return largest
}

/**
 * Finds the connection to drop: the one idle for longest, or else the one whose body has delivered the least. Null if all
 * are being served.
 */
function leastUseful(candidates: Iterable<Connection>): Connection | null {
  let longestIdle: Connection | null = null
  let slowest: Connection | null = null
  let leastBytes = Number.POSITIVE_INFINITY
  for (const connection of candidates) {
    const { current, socket } = connection
    if (connection.openRequests === 0 && (!current || !awaitsBody(current.request))) {
      if (!longestIdle || connection.waitingSince < longestIdle.waitingSince) longestIdle = connection
    } else if (current && awaitsBody(current.request) && socket.bytesRead < leastBytes) {
      slowest = connection
      leastBytes = socket.bytesRead
    }
  }
  return longestIdle ?? slowest
}

/** True while a body is arriving. `complete` alone is also false for a new request without a body. */
export function awaitsBody({ headers, complete }: IncomingMessage): boolean {
  return (
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
  )
}

function countsOf(socket: Socket): ByteCounts {
  // Only Node's handle knows how much of a long response was sent; without it a slow reader would count as stalled.
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
  // Bytes we haven't read yet aren't the client's fault. A body must keep arriving after the response, too.
  const isArriving = awaitsBody(request) && (request.readableLength === 0 || response.closed)
  if (isArriving && now.read - before.read < MIN_BODY_BYTES) return true
  return before.pending > 0 && now.pending > 0 && now.sent - before.sent < MIN_RESPONSE_BYTES
}
