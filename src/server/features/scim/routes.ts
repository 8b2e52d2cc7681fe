import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/provisioning.ts'
import type { JsonObject } from '#domain/provisioning/scim-input.ts'
import { type Context, contextOf } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import { checkJsonShape } from '#server/platform/http/bounded-json.ts'
import { networkOf } from '#server/platform/http/callers.ts'
import { toAppError } from '#server/platform/http/error-responses.ts'
import { type RateLimiter, sharedRate } from '#server/platform/http/limits.ts'
import * as limits from './limits.ts'
import { resourceTypes, schemaResources, serviceProviderConfig } from './service/discovery.ts'
import { hasVersion } from './service/preconditions.ts'
import { listResponse, parseProjection, project, type Resource, URN } from './service/representation.ts'
import { ScimError, scimErrorOf } from './service/scim-error.ts'
import type { ListQuery } from './service/users.ts'
import type { ScimService } from './service.ts'

const MEDIA_TYPE = 'application/scim+json; charset=utf-8'
const ID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization of a provisioning request, by its token. */
    provisioning: Context | null
  }
}

/** The settings of provisioning, for owners. */
export function scimRoutes(api: Api, service: ScimService): void {
  api.serve(contract.getProvisioning, (call) => service.settings(contextOf(call)))
  api.serve(contract.changeProvisioning, (call) => service.changeSettings(contextOf(call), call.body))
  api.serve(contract.createProvisioningToken, (call) => service.createToken(contextOf(call)))
  api.serve(contract.revokeProvisioningToken, (call) => service.revokeToken(contextOf(call)))
}

/**
 * Serves SCIM 2.0 (RFC 7643 and 7644). Paths, bodies and errors follow that standard instead of our contract, so that these
 * routes are outside of it.
 */
export function serveScim(
  app: FastifyInstance,
  service: ScimService,
  { take, documentationUrl }: { take: RateLimiter; documentationUrl: string },
): void {
  app.decorateRequest('provisioning', null)
  app.register(
    async (scope) => {
      readScimBodies(scope)
      scope.setErrorHandler(sendScimError)
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        take('address', networkOf(request.ip))
        const context = await service.authenticate(request.headers.authorization, request)
        const rate = request.method === 'GET' ? 'read' : 'write'
        take(rate, `scim:${context.organizationId}`)
        const organizationRate = sharedRate(rate)
        if (organizationRate) take(organizationRate, context.organizationId)
        request.provisioning = context
      })
      serveDiscovery(scope, service.baseUrl, documentationUrl)
      serveResources(scope, '/Users', service.users, service)
      serveResources(scope, '/Groups', service.groups, service)
      for (const path of ['/Bulk', '/Me', '/.search', '/Users/.search', '/Groups/.search'])
        scope.all(path, () => {
          throw new ScimError(501, `${path} isn't supported`)
        })
      scope.all('/*', () => {
        throw new ScimError(404, 'There is nothing at this address')
      })
    },
    { prefix: '/scim/v2' },
  )
}

function readScimBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string', bodyLimit: limits.MAX_BODY_BYTES },
    (request, body, done) => {
      // Some clients send the type with requests that have no body.
      if (body === '') return done(null, undefined)
      try {
        checkJsonShape(String(body))
      } catch (error) {
        return done(error as Error)
      }
      return parseJson(request, String(body), done)
    },
  )
}

type ResourceService = {
  list(
    context: Context,
    query: ListQuery,
    projection: ReturnType<typeof parseProjection>,
  ): Promise<JsonObject>
  read(context: Context, id: string): Promise<Resource>
  create(context: Context, body: unknown): Promise<Resource>
  replace(context: Context, id: string, body: unknown, ifMatch: string | undefined): Promise<Resource>
  patch(context: Context, id: string, body: unknown, ifMatch: string | undefined): Promise<Resource>
  remove(context: Context, id: string, ifMatch: string | undefined): Promise<void>
}

function serveResources(
  scope: FastifyInstance,
  path: '/Users' | '/Groups',
  resources: ResourceService,
  { prepareRead }: Pick<ScimService, 'prepareRead'>,
): void {
  scope.get(path, async (request, reply) => {
    const context = contextFrom(request)
    const query = request.query as ListQuery
    const projection = parseProjection(query)
    await prepareRead(context)
    return reply.type(MEDIA_TYPE).send(await resources.list(context, query, projection))
  })

  scope.get(`${path}/:id`, async (request, reply) => {
    const context = contextFrom(request)
    const id = idFrom(request)
    await prepareRead(context)
    const resource = await resources.read(context, id)
    const ifNoneMatch = request.headers['if-none-match']
    reply.header('ETag', resource.meta.version)
    if (ifNoneMatch !== undefined && hasVersion(ifNoneMatch, resource)) return reply.code(304).send()
    return sendResource(request, reply, resource)
  })

  scope.post(path, async (request, reply) => {
    const resource = await resources.create(contextFrom(request), request.body)
    reply.code(201).header('Location', resource.meta.location)
    return sendResource(request, reply, resource)
  })

  const change = (verb: 'replace' | 'patch') => async (request: FastifyRequest, reply: FastifyReply) => {
    const { body, headers } = request
    const resource = await resources[verb](contextFrom(request), idFrom(request), body, headers['if-match'])
    return sendResource(request, reply, resource)
  }
  scope.put(`${path}/:id`, change('replace'))
  scope.patch(`${path}/:id`, change('patch'))

  scope.delete(`${path}/:id`, async (request, reply) => {
    await resources.remove(contextFrom(request), idFrom(request), request.headers['if-match'])
    return reply.code(204).send()
  })
}

function serveDiscovery(scope: FastifyInstance, baseUrl: string, documentationUrl: string): void {
  scope.get('/ServiceProviderConfig', async (_request, reply) =>
    reply.type(MEDIA_TYPE).send(serviceProviderConfig(baseUrl, documentationUrl)),
  )
  for (const [path, list] of [
    ['/Schemas', schemaResources(baseUrl)],
    ['/ResourceTypes', resourceTypes(baseUrl)],
  ] as const) {
    scope.get(path, async (_request, reply) =>
      reply.type(MEDIA_TYPE).send(listResponse(list, { total: list.length, startIndex: 1 })),
    )
    scope.get(`${path}/:id`, async (request, reply) => {
      const { id } = request.params as { id: string }
      const resource = list.find((each) => each.id.toLowerCase() === id.toLowerCase())
      if (!resource) throw new ScimError(404, 'There is nothing with this id')
      return reply.type(MEDIA_TYPE).send(resource)
    })
  }
}

function contextFrom({ provisioning }: FastifyRequest): Context {
  if (!provisioning) throw new AppError('unauthenticated', 'A token is missing')
  return provisioning
}

/** The id in the path, as it is stored. @throws {ScimError} 404 */
function idFrom({ params }: FastifyRequest): string {
  const { id } = params as { id: string }
  if (!ID_PATTERN.test(id)) throw new ScimError(404, 'There is nothing with this id')
  return id.toLowerCase()
}

function sendResource({ query }: FastifyRequest, reply: FastifyReply, resource: Resource): FastifyReply {
  const body = project(resource, parseProjection(query as ListQuery))
  return reply.type(MEDIA_TYPE).header('ETag', resource.meta.version).send(body)
}

/** Sends an error in the format of RFC 7644. */
function sendScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = scimErrorOf(error) ? null : toAppError(error)
  const { status, scimType, detail } = scimErrorOf(appError ?? error) ?? { status: 500, detail: 'Try again' }
  if (status >= 500 && status !== 501)
    request.log.error({ err: error, route: request.routeOptions.url }, 'Request failed')
  const retryAfterSeconds = (appError ?? (error instanceof AppError ? error : null))?.retryAfterSeconds
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds)
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type(MEDIA_TYPE)
    .send({ schemas: [URN.error], status: String(status), ...(scimType ? { scimType } : {}), detail })
}
