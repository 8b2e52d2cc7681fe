import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/connected-apps.ts'
import { SCOPES } from '#contract/endpoint.ts'
import { contextOf } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import { networkOf } from '#server/platform/http/callers.ts'
import { toAppError } from '#server/platform/http/error-responses.ts'
import type { RateLimiter } from '#server/platform/http/limits.ts'
import * as limits from './limits.ts'
import { browserCookie, ROUTES } from './service/provider.ts'
import { RegistrationError } from './service/registration.ts'
import type { OauthService } from './service.ts'

type RequestCall = { params: { requestId: string }; request: FastifyRequest }

/** The consent page's calls, and the connected apps of the settings. */
export function oauthRoutes(api: Api, service: OauthService): void {
  const requestOf = ({ params: { requestId }, request }: RequestCall) => ({
    ...{ requestId, cookie: request.cookies[browserCookie(requestId)] },
  })
  const { consent } = service
  api.serve(contract.getConnectionRequest, (call) => consent.read(call.session, requestOf(call)))
  api.serve(contract.allowConnection, (call) => consent.allow(contextOf(call), requestOf(call), call.body))
  api.serve(contract.declineConnection, (call) => consent.decline(requestOf(call)))
  api.serve(contract.listConnectedApps, (call) => service.list(contextOf(call)))
  api.serve(contract.disconnectApp, (call) => service.disconnect(contextOf(call), call.params.appId))
}

/**
 * Serves the authorization server (OAuth 2.1, RFC 7591, 8414, 8707, 9207 and 9728). Paths and answers follow these standards
 * instead of our contract, so that these routes are outside of it.
 */
export function serveOauth(
  app: FastifyInstance,
  service: OauthService,
  { appUrl, take }: { appUrl: string; take: RateLimiter },
): void {
  const { host, protocol } = new URL(appUrl)

  /** Leaves the answer to the provider. All addresses in it come from `APP_URL`. */
  function pass(request: FastifyRequest, reply: FastifyReply, url = request.url): void {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    const raw: IncomingMessage = request.raw
    // Each request starts without a session of the provider, so that it never acts for who answered the last one.
    raw.headers.cookie = withoutSession(raw.headers.cookie)
    raw.url = url
    raw.headers.host = host
    raw.headers['x-forwarded-host'] = host
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    service.answer(raw, reply.raw, () => {
      try {
        take('heavy', `oauth-fetch:${networkOf(request.ip)}`)
        return true
      } catch {
        return false
      }
    })
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The provider reads bodies itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.setErrorHandler(sendOauthError)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const network = networkOf(request.ip)
      take('address', network)
      take('write', `oauth:${network}`)
    })
    scope.get(ROUTES.authorization, async (request, reply) => {
      // Each one is stored until it expires.
      take('heavy', `oauth:${networkOf(request.ip)}`)
      pass(request, reply, supportedParameters(request, service))
    })
    scope.get(`${ROUTES.authorization}/:uid`, async (request, reply) => pass(request, reply))
    for (const path of [ROUTES.token, ROUTES.revocation])
      scope.post(path, async (request, reply) => pass(request, reply))
  })

  app.register(async (scope) => {
    scope.setErrorHandler(sendOauthError)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      take('address', networkOf(request.ip))
      take('heavy', `oauth-register:${networkOf(request.ip)}`)
    })
    scope.post(ROUTES.registration, { bodyLimit: limits.MAX_BODY_BYTES }, async (request, reply) =>
      reply.code(201).send(JSON.stringify(await service.register(request.body))),
    )
  })

  serveMetadata(app, service, { appUrl, take })
}

function serveMetadata(
  app: FastifyInstance,
  service: OauthService,
  { appUrl, take }: { appUrl: string; take: RateLimiter },
): void {
  const serve = (url: string, document: object) =>
    app.get(
      url,
      { onRequest: async (request) => void take('address', networkOf(request.ip)) },
      async (_request, reply) =>
        reply
          .headers({ 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' })
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(document)),
    )
  serve('/.well-known/oauth-authorization-server', service.metadata)
  for (const { url, scopes } of service.resources)
    serve(`/.well-known/oauth-protected-resource${new URL(url).pathname}`, {
      ...{ resource: url, authorization_servers: [appUrl], scopes_supported: scopes },
      bearer_methods_supported: ['header'],
      resource_documentation: `${appUrl}/documentation/ai-assistants`,
    })
}

/** Parameters that we support; the others, such as `prompt`, would only change the way to the consent page. */
const PARAMETERS = [
  ...['response_type', 'client_id', 'redirect_uri', 'state', 'resource', 'code_challenge'],
  'code_challenge_method',
]

/**
 * The address of a request with what we support of it; without permissions it asks for all of its resource.
 *
 * @throws {AppError} invalid for a parameter that is too long to store
 */
function supportedParameters(request: FastifyRequest, { resources }: OauthService): string {
  const sent = new URL(request.url, 'http://unused').searchParams
  const plain = new URLSearchParams()
  // The provider refuses a parameter that comes twice.
  for (const name of PARAMETERS)
    for (const value of sent.getAll(name).slice(0, 2)) {
      if (value.length > limits.MAX_PARAMETER_LENGTH)
        throw new AppError('invalid', `${name} is longer than ${limits.MAX_PARAMETER_LENGTH} characters`)
      plain.append(name, value)
    }
  const asked = (sent.get('scope') ?? '').split(' ').filter((scope) => SCOPES.some((each) => each === scope))
  const resource = resources.find(({ url }) => url === sent.get('resource')) ?? resources[0]
  plain.set('scope', (asked.length > 0 ? asked : (resource?.scopes ?? [])).join(' '))
  return `${ROUTES.authorization}?${plain}`
}

function withoutSession(cookies: string | undefined): string {
  const kept = (cookies ?? '').split('; ').filter((cookie) => !cookie.startsWith('connect_session'))
  return kept.join('; ')
}

/** Errors in the format of RFC 6749 and 7591. */
function sendOauthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8')
  if (error instanceof RegistrationError) {
    const body = { error: 'invalid_client_metadata', error_description: error.message }
    return reply.code(400).send(JSON.stringify(body))
  }
  const { status, message, retryAfterSeconds } = toAppError(error)
  if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'Request failed')
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds)
  const code = status >= 500 ? 'server_error' : status === 429 ? 'temporarily_unavailable' : 'invalid_request'
  return reply.code(status).send(JSON.stringify({ error: code, error_description: message }))
}
