import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ErrorBody } from '#contract/errors.ts'
import { newId } from '../ids.ts'
import { type Admission, createAdmission, type Slot } from './admission.ts'
import { CONNECTION_CHECKS, guardConnections } from './slow-clients.ts'

/** How soon somebody who was turned away may ask again. */
const RETRY_AFTER_SECONDS = 1
/** As long as new ones keep coming in each turn of the event loop. */
const LAST_CONNECTIONS_MS = 1000
/** A rest of a body longer than this is not read just to keep the connection. */
const MOST_BODY_PASSED_OVER = 64 * 1024
const MESSAGE = 'There is too much to do right now. Please try again in a moment.'
/** What tells an operator or a balancer how the process does, and events of payments, which are few and come once. */
const NEVER_TURNED_AWAY = /^\/(healthz|readyz|metrics|api\/stripe\/webhook)(?:[/?]|$)/

/** Streams, and look-ups that somebody waits for; uploads state themselves that they are streamed. */
export const LONG_BY_NATURE = new Set([
  ...['/api/events', '/api/chat', '/api/contacts/:id/enrich', '/api/contacts/import/bulk'],
])

const slots = new WeakMap<IncomingMessage, Slot>()
/** The last answer of each connection. */
const answering = new WeakMap<IncomingMessage['socket'], ServerResponse>()

export type FrontDoor = {
  /** For the framework: makes the server whose requests pass here first. */
  serverFactory(listener: RequestListener): Server
  admission: Admission
  /** Requests for which an answer is still to be sent. */
  inFlight(): number
  /** Connections ended for being too slow. */
  cut(): number
  /** When the last request arrived, in milliseconds of `performance.now()`. */
  lastRequestAt(): number
  /** From now on every answer closes its connection, so that callers go elsewhere on their own. */
  startClosing(): void
  /** Takes no more connections. `ended` is when the last of those that there are has ended. */
  stopListening(): Promise<{ ended: Promise<void> }>
  isClosing(): boolean
}

/**
 * What every request passes before sessions, bodies and the database: it goes in, waits a moment, or is turned away with
 * 503. Requests that are injected in tests come in by another way.
 */
export function createFrontDoor({ stretchMs }: { stretchMs?: number } = {}): FrontDoor {
  const admission = createAdmission()
  let inFlight = 0
  let lastRequestAt = Number.NEGATIVE_INFINITY
  let closing = false
  let cut = () => 0
  let listening: Server | null = null
  let connections = 0
  /** Requests that begin once nobody can connect any more. */
  let held: (() => void)[] | null = null

  function serverFactory(listener: RequestListener): Server {
    const server = createServer(CONNECTION_CHECKS)
    const guard = guardConnections(server, stretchMs === undefined ? {} : { stretchMs })
    cut = guard.cut
    server.on('request', (request, response) => {
      inFlight += 1
      lastRequestAt = performance.now()
      if (closing) response.shouldKeepAlive = false
      guard.watch(request, response)
      response.once('close', () => {
        inFlight -= 1
        slots.get(request)?.leave()
      })
      const begin = () => (held ? void held.push(() => letIn(request, response)) : letIn(request, response))
      // Whoever asks again before reading has the work done for it when it has read.
      const before = answering.get(request.socket)
      answering.set(request.socket, response)
      if (before && !before.closed) before.once('close', begin)
      else begin()
    })
    const letIn = (request: IncomingMessage, response: ServerResponse) => {
      if (NEVER_TURNED_AWAY.test(request.url ?? '')) listener(request, response)
      else
        admission.ask(callerOf(request), (slot) => {
          if (!slot) return turnAway(request, response)
          if (request.socket.destroyed) return slot.leave()
          slots.set(request, slot)
          listener(request, response)
        })
    }
    server.on('connection', () => {
      connections += 1
    })
    server.on('close', () => admission.stop())
    listening = server
    return server
  }

  /**
   * Connections that the system has made and we have not seen yet would be reset: closed when none is left. Answers wait
   * for that, since callers that get theirs come back on new connections.
   */
  async function stopListening(): Promise<{ ended: Promise<void> }> {
    let seen = -1
    held = []
    const end = performance.now() + LAST_CONNECTIONS_MS
    while (seen !== connections && performance.now() < end) {
      seen = connections
      await turn() // what happens between two of them is that new connections are taken
      await turn()
    }
    const ended = new Promise<void>((resolve) => {
      if (listening?.listening) listening.close(() => resolve())
      else resolve()
    })
    const waiting = held
    held = null
    for (const begin of waiting) begin()
    return { ended }
  }

  return {
    serverFactory,
    stopListening,
    admission,
    inFlight: () => inFlight,
    cut: () => cut(),
    lastRequestAt: () => lastRequestAt,
    startClosing: () => {
      closing = true
    },
    isClosing: () => closing,
  }
}

/** Frees a request's place while its body arrives and once its answer is ready, however slow the other side is. */
export function freePlaces(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!request.raw.complete) slots.get(request.raw)?.pause()
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    slots.get(request.raw)?.resume()
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { url = '', config } = request.routeOptions
    if (config.endpoint?.streams || LONG_BY_NATURE.has(url)) slots.get(request.raw)?.goLong()
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    // A stream is still being made.
    if (typeof payload === 'string' || payload === null || Buffer.isBuffer(payload))
      slots.get(request.raw)?.finish()
    done()
  })
}

/** Whose share of the room a request takes: a browser's, by all its cookies, or else an address's. */
function callerOf({ headers, socket }: IncomingMessage): string {
  return headers.cookie ?? socket.remoteAddress ?? ''
}

function turnAway(request: IncomingMessage, response: ServerResponse): void {
  if (request.socket.destroyed) return
  const forProgram = request.url?.startsWith('/api/') ?? false
  const refusal: ErrorBody = { message: MESSAGE, code: 'unavailable', requestId: newId() }
  const body = forProgram ? JSON.stringify(refusal) : `${MESSAGE}\n`
  if (!request.complete && !(Number(request.headers['content-length']) <= MOST_BODY_PASSED_OVER))
    response.shouldKeepAlive = false
  response.writeHead(503, {
    'content-type': forProgram ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_SECONDS),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
