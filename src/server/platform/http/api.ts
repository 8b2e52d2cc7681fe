import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Duration, Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { headingOf } from '#contract/endpoint-headings.ts'
import { ORGANIZATION_HEADER } from '#contract/organization-header.ts'
import { exampleOf } from '#contract/v1/examples.ts'
import { actAs, actAsSystem } from '../acting-member.ts'
import { requireOwnOrganization } from '../context.ts'
import { type SessionCheck, StaleSession, withSessionCheck } from '../db/session-check.ts'
import { AppError } from '../errors.ts'
import { canCall, checkAccess } from './access.ts'
import type { Call } from './call.ts'
import { networkOf } from './callers.ts'
import { createHoldLimiter, type HoldOwner, type OpenRequestLimiter } from './hold-limits.ts'
import { type Idempotency, idempotencyKeyOf, type Repeat, runIdempotent } from './idempotency.ts'
import { type RateLimiter, sharedRate } from './limits.ts'
import { isPublicApi } from './problem.ts'
import { consumeRateLimit } from './rate-headers.ts'
import type { Gate, Session } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    session: Session | null
    /** Checks that the cached session is still valid; null if the session was read for this request. */
    sessionHolds: SessionCheck | null
    /** The organization that the page of a stream or download shows, as sent in its query. */
    namedOrganization?: unknown
    /** False for a caller with too many calls of duration `wait`; it gets its response before the work ends. */
    mayWait: boolean
  }
  interface FastifyInstance {
    /** All endpoints of the contract, for tests that cover each of them. */
    endpoints: readonly Endpoint[]
  }
}

/** Answers with the contract's only status, such as 201 or 204, unless the handler sets another. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler of an endpoint without a body may return nothing
) => Promise<ResponseOf<E> | (undefined extends ResponseOf<E> ? void : never) | FastifyReply>

/**
 * `remembered` uses the caller's cached session and verifies it inside the handler's own transaction, which saves a round
 * trip to the database. Only for handlers without irreversible effects before that transaction; see `withSessionCheck`.
 */
type EndpointOptions<E extends Endpoint> = {
  session?: 'remembered'
  /** Answers repeated requests with an `Idempotency-Key`; for every POST and PATCH of the public API. */
  repeat?: Repeat<E>
}

export type Api = {
  /** Serves an endpoint: access, limits and validation by its contract, then the handler. */
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: EndpointOptions<E>): void
}

/** Mounts endpoints of the contract on the HTTP server. */
export function createApi(
  app: FastifyInstance,
  gate: Gate,
  take: RateLimiter,
  {
    hold = createHoldLimiter(),
    idempotency,
  }: { hold?: OpenRequestLimiter | undefined; idempotency?: Idempotency } = {},
): Api {
  const endpoints: Endpoint[] = []
  app.decorateRequest('session', null)
  app.decorateRequest('sessionHolds', null)
  app.decorateRequest('mayWait', true)
  app.decorateRequest('bodyHash', null)
  app.decorate('endpoints', endpoints)

  async function readSession(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
    request.session = await gate.read(request)
    if (request.session && !isOfNamedOrganization(request, endpoint, request.session))
      throw new AppError('organization_changed', 'You switched to another organization. Reload this page.')
    checkAccess(endpoint, request.session)
  }

  async function findSession(request: FastifyRequest, endpoint: Endpoint, remembers: boolean): Promise<void> {
    const cachedSession = remembers ? gate.findCached(request) : null
    if (!cachedSession || !canCall(endpoint, cachedSession.session)) return readSession(request, endpoint)
    if (!isOfNamedOrganization(request, endpoint, cachedSession.session))
      return readSession(request, endpoint)
    request.session = cachedSession.session
    request.sessionHolds = cachedSession.isCurrent
  }

  /** @throws {AppError} for a caller that holds too many requests open, unless it can be answered without waiting */
  function takeHold(
    duration: Duration,
    holder: HoldOwner,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    try {
      const release = hold(duration, holder)
      if (reply.raw.destroyed) release()
      else reply.raw.once('close', release)
    } catch (error) {
      if (duration !== 'wait') throw error
      request.mayWait = false
    }
  }

  return {
    serve(endpoint, handler, options) {
      endpoints.push(endpoint)
      const statuses = Object.keys(endpoint.responses).map(Number)
      const defaultStatus = statuses.length === 1 ? statuses[0] : undefined
      const namesOrganization = endpoint.path.startsWith('/api/organizations/{id}')
      const route: RouteOptions = {
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        config: { endpoint },
        ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
        schema: {
          ...description(endpoint),
          response: endpoint.responses,
          ...(endpoint.params ? { params: endpoint.params } : {}),
          ...(endpoint.query ? { querystring: endpoint.query } : {}),
          ...(endpoint.body ? { body: endpoint.body } : {}),
        },
        // Runs before the body is read, so that refused requests cost no parsing.
        onRequest: async (request, reply) => {
          const network = networkOf(request.ip)
          take('address', network)
          await findSession(request, endpoint, options?.session === 'remembered')
          const { userId = null, organizationId = null, key } = request.session ?? {}
          if (userId) app.door.recordCaller(request.raw, userId)
          const caller = key?.id ?? userId ?? network
          if (isPublicApi(endpoint.path)) consumeRateLimit(take, endpoint.rate, caller, reply)
          else take(endpoint.rate, caller)
          const organizationRate = sharedRate(endpoint.rate)
          if (organizationId && organizationRate) take(organizationRate, organizationId)
          if (endpoint.duration)
            takeHold(endpoint.duration, { userId, organizationId, network }, request, reply)
        },
        handler: async (request, reply) => {
          reply.header('Cache-Control', 'no-store')
          if (defaultStatus) reply.code(defaultStatus)
          const handle = () => {
            // The contract's schemas validated the parts and checkAccess the session, which the compiler can't see.
            const { params, query, body, session } = request
            if (namesOrganization)
              requireOwnOrganization(session?.organizationId, (params as { id: string }).id)
            const call = {
              params,
              query,
              body,
              stream: body,
              bytes: body ?? NO_BYTES,
              session,
              request,
              reply,
            }
            const typedCall = call as unknown as Call<typeof endpoint>
            const { repeat } = options ?? {}
            const key = repeat && idempotencyKeyOf(request, endpoint)
            return actAsCaller(session, () => {
              if (!key || !idempotency) return handler(typedCall)
              const handle = () => handler(typedCall) as Promise<ResponseOf<typeof endpoint>>
              return runIdempotent(idempotency, { endpoint, call: typedCall, key }, { handle, repeat })
            })
          }
          if (!request.sessionHolds) return handle()
          try {
            return await withSessionCheck(request.sessionHolds, handle)
          } catch (error) {
            if (!(error instanceof StaleSession)) throw error
          }
          await readSession(request, endpoint)
          return handle()
        },
      }
      if (!endpoint.streamedTypes) app.route(route)
      else mountStream(app, { ...endpoint, streamedTypes: endpoint.streamedTypes }, route)
    },
  }
}

/**
 * True unless a page names another organization than the one that the session works in: its answer would belong to another
 * page. A page reads the user to follow, so that stays possible.
 */
function isOfNamedOrganization(request: FastifyRequest, endpoint: Endpoint, session: Session): boolean {
  const { method, access, duration, path } = endpoint
  if (access === 'public' || access === 'platform-admin' || path.startsWith('/api/auth/')) return true
  if (method === 'GET' && (duration === 'stream' || duration === 'long')) {
    const query = request.query as { organizationId?: unknown }
    request.namedOrganization ??= query.organizationId
    delete query.organizationId
  }
  const name = request.headers[ORGANIZATION_HEADER] ?? request.namedOrganization
  return name === undefined || String(name).toLowerCase() === session.organizationId
}

/** Runs a handler on behalf of the caller, so that its transactions show only the contacts that the caller may see. */
function actAsCaller<T>(session: Session | null, work: () => T): T {
  if (!session?.organizationId) return actAsSystem(work)
  const { userId, organizationId, role, access } = session
  return actAs({ userId, organizationId, role, access }, work)
}

/** OpenAPI description of an endpoint, without its schemas. `x-` fields have no OpenAPI equivalent. */
function description(endpoint: Endpoint) {
  const { path, summary, access, role, isOpenWhileSuspended, rate, streamedTypes, maxBodyBytes } = endpoint
  const { scope } = endpoint
  return {
    summary,
    tags: [headingOf(path)],
    'x-access': access,
    'x-rate': rate,
    ...(role ? { 'x-role': role } : {}),
    ...(scope ? { 'x-scope': scope, 'x-example': exampleOf(endpoint) } : {}),
    ...(isOpenWhileSuspended ? { 'x-while-suspended': true } : {}),
    ...(streamedTypes ? { 'x-body-types': streamedTypes } : {}),
    ...(maxBodyBytes ? { 'x-body-bytes': maxBodyBytes } : {}),
  }
}

/**
 * Mounts a route that passes on the unread body, or its complete bytes, and accepts only the stated media types.
 *
 * @throws {Error} for a public or short endpoint, since anyone could hold such a stream open
 */
function mountStream(
  app: FastifyInstance,
  { path, streamedTypes, isBodyBuffered, access, duration }: Endpoint & { streamedTypes: readonly string[] },
  route: RouteOptions,
): void {
  if (!isBodyBuffered && (access === 'public' || duration !== 'long'))
    throw new Error(`${path} streams its body, so it must be \`long\` and not public`)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of streamedTypes) {
      if (isBodyBuffered) {
        scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
      } else scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
    }
    scope.route(route)
  })
}

const NO_BYTES = Buffer.alloc(0)
