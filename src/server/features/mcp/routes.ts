import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/http/callers.ts'
import { sendProblem } from '#server/platform/http/error-responses.ts'
import type { OpenRequestLimiter } from '#server/platform/http/hold-limits.ts'
import { type RateLimiter, sharedRate } from '#server/platform/http/limits.ts'
import type { MemberSession } from '#server/platform/http/session.ts'
import * as limits from './limits.ts'
import type { McpService } from './service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The member behind the key or connection of an assistant. */
    assistant: MemberSession | null
  }
}

type Options = {
  appUrl: string
  take: RateLimiter
  hold: OpenRequestLimiter
  /** Reads the session of a request's bearer token for a resource. It throws an `AppError` if there is none. */
  authenticatorOf(resource: string): (request: FastifyRequest) => Promise<MemberSession>
}

/** Methods that hold a request open for events, which this server doesn't have. */
const STREAMS: readonly unknown[] = ['subscriptions/listen', 'resources/subscribe']

/**
 * Serves the Model Context Protocol. Paths, bodies and answers follow that protocol instead of our contract, so that these
 * routes are outside of it.
 */
export function serveMcp(app: FastifyInstance, service: McpService, options: Options): void {
  app.decorateRequest('assistant', null)
  for (const path of ['/mcp', '/mcp/readonly']) {
    const resource = options.appUrl + path
    const authenticate = options.authenticatorOf(resource)
    app.register(async (scope) => {
      scope.setErrorHandler((error, request, reply) =>
        sendProblem(error, request, reply, challengeOf(request, resource)),
      )
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        options.take('address', networkOf(request.ip))
        request.assistant = await authenticate(request)
        service.requireAccess(request.assistant)
      })
      scope.route({
        method: ['GET', 'POST', 'DELETE'],
        url: path,
        bodyLimit: limits.MAX_BODY_BYTES,
        handler: (request, reply) => answer(request, reply, path === '/mcp/readonly'),
      })
    })
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, isReadOnly: boolean) {
    const { assistant: session, body, method, headers, id } = request
    if (!session) throw new AppError('unauthenticated', 'A token is missing')
    requireSingleCall(method, body)
    const caller = session.key?.id ?? session.userId
    const rate = service.rateOf(body)
    options.take(rate, caller)
    const organizationRate = sharedRate(rate)
    if (organizationRate) options.take(organizationRate, session.organizationId)
    const release = holdOf(request, session)
    try {
      const response = await service.handle({
        ...{ session, requestId: id, isReadOnly, mayWait: release !== null },
        ...{ headers, method, url: options.appUrl + request.url, body: method === 'POST' ? body : undefined },
      })
      reply.code(response.status)
      for (const name of ['content-type', 'allow', 'mcp-protocol-version']) {
        const value = response.headers.get(name)
        if (value !== null) reply.header(name, value)
      }
      return reply.send(await response.text())
    } finally {
      release?.()
    }
  }

  function holdOf({ ip }: FastifyRequest, { userId, organizationId }: MemberSession) {
    try {
      return options.hold('wait', { userId, organizationId, network: networkOf(ip) })
    } catch {
      return null
    }
  }
}

/** @throws {AppError} invalid for several calls in one request, which would share one place in the limits */
function requireSingleCall(method: string, body: unknown): void {
  if (method !== 'POST') return
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new AppError('invalid', 'Send one JSON-RPC message')
  if (STREAMS.includes((body as { method?: unknown }).method))
    throw new AppError('method_not_allowed', 'This server sends no events')
}

/** Tells a caller without a valid token where to get one. */
function challengeOf({ headers }: FastifyRequest, resource: string): string {
  const url = new URL(resource)
  const metadata = `${url.origin}/.well-known/oauth-protected-resource${url.pathname}`
  const reason = headers.authorization === undefined ? '' : ', error="invalid_token"'
  return `Bearer resource_metadata="${metadata}"${reason}`
}
