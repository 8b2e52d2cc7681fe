import { AsyncResource } from 'node:async_hooks'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createAdmissionQueue, type Slot } from './admission-queue.ts'
import { createCallerCache } from './caller-cache.ts'
import { callerNetwork, type TrustsPeer } from './callers.ts'
import { createLoopBudget } from './loop-budget.ts'
import { shedRequest } from './shed-request.ts'
import { awaitsBody, CONNECTION_CHECKS, guardConnections } from './slow-clients.ts'

/** After this long without a new connection, the clients answered last have reconnected. */
const IDLE_MS = 40
/** Upper bound for clients that connect without ever pausing. */
const MAX_DRAIN_MS = 500
/**
 * Each turn of the event loop accepts one connection, and a busy turn is long: in a burst, clients would wait seconds to be
 * accepted. While connections keep arriving, no work starts and no response is written, for at most this long …
 */
const ACCEPT_MS = 40
/** … and not again for this long, so that connections alone can't block all work. */
const ACCEPT_INTERVAL_MS = 40
/** Health checks, metrics and payment webhooks, which are few and must not be lost. */
const ALWAYS_ADMITTED_PATTERN = /^\/(healthz|readyz|metrics|api\/stripe\/webhook)(?:[/?]|$)/

const slots = new WeakMap<IncomingMessage, Slot>()
/** The latest response on each connection. */
const latestResponse = new WeakMap<IncomingMessage['socket'], ServerResponse>()

export type AdmissionControl = ReturnType<typeof createAdmissionControl>

/**
 * Admission control in front of sessions, bodies and the database: a request starts, waits in the queue, or is shed with
 * 503. Requests injected by tests bypass it.
 */
export function createAdmissionControl({ trusts = () => false }: { trusts?: TrustsPeer } = {}) {
  const callers = createCallerCache()
  const admission = createAdmissionQueue()
  const responseBudget = createLoopBudget()
  let inFlight = 0
  let lastRequestAt = Number.NEGATIVE_INFINITY
  let isClosing = false
  let countClosed = () => 0
  let listening: Server | null = null
  let connections = 0
  let acceptingUntil = Number.NEGATIVE_INFINITY
  /** Requests and responses held back until the server has stopped listening. */
  let heldRequests: (() => void)[] | null = null

  function serverFactory(listener: RequestListener): Server {
    const server = createServer(CONNECTION_CHECKS)
    const guard = guardConnections(server, { trusts })
    countClosed = guard.cut
    server.on('request', (request, response) => {
      const network = callerNetwork(request, trusts)
      if (!guard.watch(request, response, network)) return
      inFlight += 1
      lastRequestAt = performance.now()
      if (isClosing) response.shouldKeepAlive = false
      response.once('close', () => {
        inFlight -= 1
        slots.get(request)?.release()
      })
      const start = () => afterAccepting(() => admitRequest(request, response, network))
      // A pipelined request starts after the response before it has been read.
      const previous = latestResponse.get(request.socket)
      latestResponse.set(request.socket, response)
      if (previous && !previous.closed) previous.once('close', start)
      else start()
    })
    const admitRequest = (request: IncomingMessage, response: ServerResponse, network: string) => {
      const since = performance.now()
      if (ALWAYS_ADMITTED_PATTERN.test(request.url ?? '')) listener(request, response)
      else
        admission.requestSlot(callers.userOf(request.headers.cookie) ?? network, (slot) => {
          if (!slot) return shedRequest(request, response, since)
          if (request.socket.destroyed) return slot.release()
          slots.set(request, slot)
          listener(request, response)
        })
    }
    server.on('connection', () => {
      connections += 1
      if (performance.now() > acceptingUntil + ACCEPT_INTERVAL_MS) void acceptConnections()
    })
    server.on('close', admission.stop)
    listening = server
    return server
  }

  /** Starts no work as long as each turn brings another connection. */
  async function acceptConnections(): Promise<void> {
    let seenCount = -1
    acceptingUntil = performance.now() + ACCEPT_MS
    admission.pause()
    responseBudget.pause()
    await yieldToEventLoop() // the end of this one
    while (seenCount !== connections && performance.now() < acceptingUntil) {
      seenCount = connections
      await yieldToEventLoop()
    }
    acceptingUntil = performance.now()
    responseBudget.resume()
    admission.resume()
  }

  /** Calls back at once, or after the final connections have been accepted. */
  function afterAccepting(callback: () => void): void {
    if (heldRequests) heldRequests.push(AsyncResource.bind(callback))
    else callback()
  }

  /**
   * Closes the listening socket once no connection waits to be accepted, because those would be reset. Responses wait until
   * then, since clients that receive one open new connections.
   */
  async function stopListening(): Promise<{ drained: Promise<void> }> {
    heldRequests = []
    const end = performance.now() + MAX_DRAIN_MS
    let seenCount = connections
    let since = performance.now()
    while (performance.now() < Math.min(since + IDLE_MS, end)) {
      await wait(1)
      await yieldToEventLoop() // accepts connections right before closing
      if (seenCount !== connections) since = performance.now()
      seenCount = connections
    }
    const drained = new Promise<void>((resolve) => {
      if (listening?.listening) listening.close(() => resolve())
      else resolve()
    })
    const requests = heldRequests
    heldRequests = null
    for (const callback of requests) callback()
    return { drained }
  }

  return {
    /** Creates the HTTP server for Fastify; its requests pass admission first. */
    serverFactory,
    /** Accepts no more connections. `drained` resolves when the last open one has closed. */
    stopListening,
    afterAccepting,
    admission,
    /** Schedules the writing of responses. */
    answers: responseBudget,
    /** Attributes later requests with these cookies to the user, for fair queuing only. */
    recordCaller: (request: IncomingMessage, userId: string) =>
      callers.record(request.headers.cookie, userId),
    /** Number of requests that have no complete response yet. */
    inFlight: () => inFlight,
    /** Number of connections closed for being too slow or too many. */
    cut: () => countClosed(),
    /** Arrival of the last request, in milliseconds of `performance.now()`. */
    lastRequestAt: () => lastRequestAt,
    /** Makes every response close its connection, so that clients move to another process. */
    startClosing: () => {
      isClosing = true
    },
    isClosing: () => isClosing,
  }
}

/**
 * Releases a request's slot while its body arrives and once its response is ready, so that slow clients don't hold slots,
 * and spreads the writing of responses over turns of the event loop.
 */
export function releaseSlots(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!request.raw.complete) slots.get(request.raw)?.pause()
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    slots.get(request.raw)?.resume()
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const slot = slots.get(request.raw)
    const duration = request.routeOptions.config.endpoint?.duration
    // Streams have limits of their own and free their slot; an upload counts as long once it has arrived.
    if (duration === 'stream') slot?.finish()
    else if (duration && !awaitsBody(request.raw)) slot?.markLong()
    else if (duration) {
      slot?.pause()
      request.raw.once('end', () => slot?.markLong())
    }
    done()
  })
  // Validating and serializing a response is the longest uninterrupted piece of work.
  app.addHook('preSerialization', (_request, _reply, payload, done) => {
    app.door.answers.run(() => done(null, payload))
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    // A stream isn't finished yet.
    if (typeof payload === 'string' || payload === null || Buffer.isBuffer(payload))
      slots.get(request.raw)?.finish()
    app.door.afterAccepting(() => done())
  })
}
