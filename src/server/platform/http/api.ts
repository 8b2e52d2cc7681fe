import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { nounOf } from '#contract/nouns.ts'
import { assuming, type Holds, WronglyAssumed } from '../db/assumption.ts'
import { checkAccess, mayCall } from './access.ts'
import { type RateLimiter, sharedRate } from './limits.ts'
import type { Gate, Session, SessionOf } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    session: Session | null
    /** Whether the session is the one that was meant, where that is still to be asked. */
    sessionHolds: Holds | null
  }
  interface FastifyInstance {
    /** Everything that is served by contract, for checks over all of it. */
    endpoints: readonly Endpoint[]
  }
}

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The unparsed body of an endpoint that states `streams`. */
  stream: Readable
  session: SessionOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E> | FastifyReply>

/**
 * `remembered` serves callers by the session that they had when they asked last, and asks whether they still have it within
 * the handler's own transaction: one journey to the database less. For handlers that do nothing before that transaction
 * which could not be taken back; see `assuming`.
 */
export type Manner = { session: 'remembered' }

export type Api = {
  /** Serves an endpoint: access, limits and validation by its contract, then the handler. */
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>, manner?: Manner): void
}

/** Mounts endpoints of the contract on the HTTP server. */
export function createApi(app: FastifyInstance, gate: Gate, take: RateLimiter): Api {
  const endpoints: Endpoint[] = []
  app.decorateRequest('session', null)
  app.decorateRequest('sessionHolds', null)
  app.decorate('endpoints', endpoints)

  async function readSession(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
    request.session = await gate.read(request)
    checkAccess(endpoint, request.session)
  }

  async function findSession(request: FastifyRequest, endpoint: Endpoint, manner?: Manner): Promise<void> {
    const recalled = manner ? gate.recall(request) : null
    if (!recalled || !mayCall(endpoint, recalled.session)) return readSession(request, endpoint)
    request.session = recalled.session
    request.sessionHolds = recalled.holds
  }

  return {
    serve(endpoint, handler, manner) {
      endpoints.push(endpoint)
      const route: RouteOptions = {
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        config: { endpoint },
        ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
        schema: {
          ...description(endpoint),
          response: endpoint.answers,
          ...(endpoint.params ? { params: endpoint.params } : {}),
          ...(endpoint.query ? { querystring: endpoint.query } : {}),
          ...(endpoint.body ? { body: endpoint.body } : {}),
        },
        // Before the body is read: who may not call does not make us parse anything.
        onRequest: async (request) => {
          take('address', request.ip)
          await findSession(request, endpoint, manner)
          take(endpoint.rate, request.session?.userId ?? request.ip)
          const organizationId = request.session?.organizationId
          const shared = sharedRate(endpoint.rate)
          if (organizationId && shared) take(shared, organizationId)
        },
        handler: async (request, reply) => {
          reply.header('Cache-Control', 'no-store')
          const handle = () => {
            // The contract's schemas have validated the parts, and checkAccess the session; the compiler cannot see it.
            const { params, query, body, session } = request
            const call = { params, query, body, stream: body, session, request, reply }
            return handler(call as unknown as Call<typeof endpoint>)
          }
          if (!request.sessionHolds) return handle()
          try {
            return await assuming(request.sessionHolds, handle)
          } catch (error) {
            if (!(error instanceof WronglyAssumed)) throw error
          }
          await readSession(request, endpoint)
          return handle()
        },
      }
      if (!endpoint.streams) app.route(route)
      else serveStream(app, endpoint.streams, route)
    },
  }
}

/** What the OpenAPI document says of an endpoint beside its schemas; `x-` is what OpenAPI has no word for. */
function description(endpoint: Endpoint) {
  const { path, summary, access, role, whileSuspended, rate, streams, maxBodyBytes } = endpoint
  return {
    summary,
    tags: [nounOf(path)],
    'x-access': access,
    'x-rate': rate,
    ...(role ? { 'x-role': role } : {}),
    ...(whileSuspended ? { 'x-while-suspended': true } : {}),
    ...(streams ? { 'x-body-types': streams } : {}),
    ...(maxBodyBytes ? { 'x-body-bytes': maxBodyBytes } : {}),
  }
}

/** A route of its own that hands the body over unread, and takes the stated media types only. */
function serveStream(app: FastifyInstance, mediaTypes: readonly string[], route: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of mediaTypes)
      scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
    scope.route(route)
  })
}
