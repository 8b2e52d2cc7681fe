import { AsyncResource } from 'node:async_hooks'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type AdmissionQueue, createAdmissionQueue, type Slot } from './admission-queue.ts'
import { createCallerCache } from './caller-cache.ts'
import { callerNetwork, type TrustsPeer } from './callers.ts'
import { createLoopBudget, type LoopBudget } from './loop-budget.ts'
import { type TurnClock, watchTurns } from './loop-lag.ts'
import { shedRequest } from './shed-request.ts'
import { awaitsBody, CONNECTION_CHECKS, guardConnections } from './slow-clients.ts'

/** So long without a new connection, those who were answered last have come back. */
const IDLE_MS = 40
/** Callers who come whether or not anybody is answered leave no such pause. */
const MAX_DRAIN_MS = 500
/**
 * Each turn of the event loop takes one new connection, and with work in it a turn is long: a crowd would wait for seconds to
 * be seen at all. So while connections keep coming no work is begun and no answer written, for so long …
 */
const ACCEPT_MS = 40
/** … and then not again for so long, so that connections alone cannot keep everybody from work. */
const ACCEPT_INTERVAL_MS = 40
/** What tells an operator or a balancer how the process does, and events of payments, which are few and come once. */
const NEVER_SHED = /^\/(healthz|readyz|metrics|api\/stripe\/webhook)(?:[/?]|$)/

const slots = new WeakMap<IncomingMessage, Slot>()
/** The last answer of each connection. */
const answering = new WeakMap<IncomingMessage['socket'], ServerResponse>()

export type AdmissionControl = {
  /** For the framework: makes the server whose requests pass here first. */
  serverFactory(listener: RequestListener): Server
  admission: AdmissionQueue
  /** From now on requests with these cookies are taken for this user's, wherever turns are given. */
  noteCaller(request: IncomingMessage, userId: string): void
  /** Through which answers pass to be written. */
  answers: LoopBudget
  /** Requests for which an answer is still to be sent. */
  inFlight(): number
  /** Connections ended for being too slow or too many. */
  cut(): number
  /** When the last request arrived, in milliseconds of `performance.now()`. */
  lastRequestAt(): number
  /** From now on every answer closes its connection, so that callers go elsewhere on their own. */
  startClosing(): void
  /** Takes no more connections. `ended` is when the last of those that there are has ended. */
  stopListening(): Promise<{ ended: Promise<void> }>
  /** Goes on at once, or while the last connections are taken when that is done. */
  afterAccepting(goOn: () => void): void
  isClosing(): boolean
}

/**
 * What every request passes before sessions, bodies and the database: it goes in, waits a moment, or is turned away with
 * 503. Requests that are injected in tests come in by another way.
 */
export function createAdmissionControl({
  trusts = () => false,
}: {
  trusts?: TrustsPeer
} = {}): AdmissionControl {
  const callers = createCallerCache()
  const admission = createAdmissionQueue()
  const answers = createLoopBudget()
  let inFlight = 0
  let lastRequestAt = Number.NEGATIVE_INFINITY
  let closing = false
  let cut = () => 0
  let listening: Server | null = null
  let turns: TurnClock | null = null
  let connections = 0
  let acceptingUntil = Number.NEGATIVE_INFINITY
  /** Requests that begin, and answers that are sent, once nobody can connect any more. */
  let held: (() => void)[] | null = null

  function serverFactory(listener: RequestListener): Server {
    const server = createServer(CONNECTION_CHECKS)
    const guard = guardConnections(server, { trusts })
    cut = guard.cut
    server.on('request', (request, response) => {
      const network = callerNetwork(request, trusts)
      if (!guard.watch(request, response, network)) return
      inFlight += 1
      lastRequestAt = performance.now()
      if (closing) response.shouldKeepAlive = false
      response.once('close', () => {
        inFlight -= 1
        slots.get(request)?.leave()
      })
      const begin = () => afterAccepting(() => admitRequest(request, response, network))
      // Whoever asks again before reading has the work done for it when it has read.
      const before = answering.get(request.socket)
      answering.set(request.socket, response)
      if (before && !before.closed) before.once('close', begin)
      else begin()
    })
    const admitRequest = (request: IncomingMessage, response: ServerResponse, network: string) => {
      const since = performance.now() - (turns?.unreadFor() ?? 0)
      if (NEVER_SHED.test(request.url ?? '')) listener(request, response)
      else
        admission.ask(callers.userOf(request.headers.cookie) ?? network, (slot) => {
          if (!slot) return shedRequest(request, response, since)
          if (request.socket.destroyed) return slot.leave()
          slots.set(request, slot)
          listener(request, response)
        })
    }
    server.on('connection', () => {
      connections += 1
      if (performance.now() > acceptingUntil + ACCEPT_INTERVAL_MS) void acceptConnections()
    })
    turns = watchTurns()
    server.on('close', () => {
      admission.stop()
      turns?.stop()
    })
    listening = server
    return server
  }

  /** Begins no work for as long as each turn brings another connection. */
  async function acceptConnections(): Promise<void> {
    let seen = -1
    acceptingUntil = performance.now() + ACCEPT_MS
    admission.hold()
    answers.hold()
    await turn() // the end of this one
    while (seen !== connections && performance.now() < acceptingUntil) {
      seen = connections
      await turn()
    }
    acceptingUntil = performance.now()
    answers.goOn()
    admission.goOn()
  }

  function afterAccepting(goOn: () => void): void {
    if (held) held.push(AsyncResource.bind(goOn))
    else goOn()
  }

  /**
   * Connections that the system has made and we have not seen yet would be reset: closed when none is left. Answers wait
   * for that, since callers that get theirs come back on new connections.
   */
  async function stopListening(): Promise<{ ended: Promise<void> }> {
    held = []
    const end = performance.now() + MAX_DRAIN_MS
    let seen = connections
    let since = performance.now()
    while (performance.now() < Math.min(since + IDLE_MS, end)) {
      await wait(1)
      await turn() // so that the last thing before closing was to look for connections
      if (seen !== connections) since = performance.now()
      seen = connections
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
    afterAccepting,
    admission,
    noteCaller: (request, userId) => callers.note(request.headers.cookie, userId),
    answers,
    inFlight: () => inFlight,
    cut: () => cut(),
    lastRequestAt: () => lastRequestAt,
    startClosing: () => {
      closing = true
    },
    isClosing: () => closing,
  }
}

/**
 * Frees a request's place while its body arrives and once its answer is ready, however slow the other side is, and lets answers
 * be written one after the other.
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
    // Streams are counted by their own limits, and no longer with requests; uploads once they have arrived.
    if (duration === 'stream') slot?.finish()
    else if (duration && !awaitsBody(request.raw)) slot?.markLong()
    else if (duration) {
      slot?.pause()
      request.raw.once('end', () => slot?.markLong())
    }
    done()
  })
  // Checking and writing an answer is the longest part of the work that is done in one go.
  app.addHook('preSerialization', (_request, _reply, payload, done) => {
    app.door.answers.run(() => done(null, payload))
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    // A stream is still being made.
    if (typeof payload === 'string' || payload === null || Buffer.isBuffer(payload))
      slots.get(request.raw)?.finish()
    app.door.afterAccepting(() => done())
  })
}
