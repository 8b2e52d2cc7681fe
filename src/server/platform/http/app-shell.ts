import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { createJsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { logSettings } from '../log.ts'
import type { Tracing } from '../tracing.ts'
import { type AdmissionControl, createAdmissionControl, releaseSlots } from './admission-control.ts'
import { checkJsonShape } from './bounded-json.ts'
import { type TrustsPeer, trustedPeers } from './callers.ts'
import { rejectUnreadable, sendError } from './error-responses.ts'
import { createHosts, type Hosts } from './hosts.ts'
import { storeBodyHash } from './idempotency.ts'
import { requireKnownHost, sendNoSite } from './known-hosts.ts'
import { observeRequests } from './observed-requests.ts'
import { checkSameSite } from './same-site.ts'

declare module 'fastify' {
  interface FastifyInstance {
    door: AdmissionControl
  }
}

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'X-Frame-Options': 'DENY',
}

/** Content security policy of a page whose own scripts carry the nonce. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'", // React renders style attributes; they cannot load or run anything
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self' https://checkout.stripe.com",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A nonce for one response. */
export function newNonce(): string {
  return randomBytes(18).toString('base64')
}

/** Creates an HTTP server with the middleware that all routes share, and no routes. */
export async function createAppShell(options: {
  appUrl: string
  /** Product name in the API description. */
  name?: string
  logLevel: string
  bodyLimit: number
  trustedProxies?: string[]
  /** Hosts to serve; without them, `appUrl` only. */
  hosts?: Hosts
  /** Logs every request, not only slow and failed ones. */
  logRequests?: boolean
  tracing?: Tracing
}) {
  const https = options.appUrl.startsWith('https:')
  const { hosts = createHosts(options.appUrl) } = options
  const trusts = trustedPeers(options.trustedProxies ?? [])
  const door = createAdmissionControl({ trusts })
  const app: FastifyInstance = Fastify<Server>({
    logger: logSettings(options.logLevel),
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustedProxies?.length ? trusts : false,
    genReqId: () => newId(),
    // An undecodable URL is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      if (!hosts.siteOf(request.headers.host)) return void sendNoSite(reply)
      reply.headers(SECURITY_HEADERS)
      void sendError(error, request, reply)
    },
    serverFactory: door.serverFactory,
    clientErrorHandler: rejectUnreadable,
    // While the process stops, new requests still get a response, which closes their connection.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.decorate('door', door)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      checkJsonShape(String(body))
    } catch (error) {
      return done(error as Error)
    }
    storeBodyHash(request, String(body))
    return parseJson(request, String(body), done)
  })
  app.decorateRequest('site')
  app.addHook('onRequest', requireKnownHost(hosts))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS)
    // Other hosts under an organization's domain are none of ours.
    const subdomains = request.site.organizationId === null ? '; includeSubDomains' : ''
    if (https) reply.header('Strict-Transport-Security', `max-age=31536000${subdomains}`)
    checkSameSite(request, request.site.origin)
  })
  warnUntrustedProxy(app, trusts)
  options.tracing?.ofRequests(app)
  releaseSlots(app)
  observeRequests(app, { logsAll: options.logRequests ?? false })
  app.addHook('onRoute', requireDeclaredEndpoint)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(apiNotFound)
  await app.register(cookie)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(swagger, {
    // Hides routes outside the contract: pages and the fallback for unknown URLs.
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${options.name ?? 'The'} API`,
        version: '1',
        description: 'Contacts, signals, scores and their evidence.',
      },
    },
    transform: createJsonSchemaTransform({}),
  })
  return app
}

/** Warns once about an untrusted local proxy, because everyone behind it shares the limits of one network. */
function warnUntrustedProxy(app: FastifyInstance, trusts: TrustsPeer): void {
  const isTrusted = trustedPeers(['loopback', 'uniquelocal'])
  let isWarned = false
  app.addHook('onRequest', async ({ raw, headers }) => {
    const peer = raw.socket.remoteAddress ?? ''
    if (isWarned || headers['x-forwarded-for'] === undefined || trusts(peer) || !isTrusted(peer)) return
    isWarned = true
    app.log.warn(
      'Requests arrive through a proxy that is not listed in TRUST_PROXY: all its clients share the limits of one network',
    )
  })
}

/** Stops the start for an API route without a contract, because it would be open to everyone. */
function requireDeclaredEndpoint(route: {
  url: string
  method: unknown
  config?: { endpoint?: unknown }
}): void {
  if (
    route.url.startsWith('/api/') &&
    !route.config?.endpoint &&
    route.url !== '/api/openapi.json' &&
    route.url !== '/api/v1/openapi.json' &&
    route.url !== '/api/*'
  ) {
    throw new Error(`The route ${String(route.method)} ${route.url} has no endpoint in the contract`)
  }
}

/** @throws {AppError} not_found, for every unknown API URL */
export function apiNotFound(): never {
  throw new AppError('not_found', 'There is nothing at this address')
}
