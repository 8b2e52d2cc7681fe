import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Endpoint, SCOPES } from '#contract/endpoint.ts'
import { headingOf } from '#contract/endpoint-headings.ts'
import { webhookBody } from '#contract/v1/events.ts'
import { namedSchemas, problem } from '#contract/v1/schemas.ts'
import type { RateLimiter } from './limits.ts'
import { isPublicApi } from './problem.ts'
import { limitVisits } from './visits.ts'

type Json = Record<string, unknown>

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
const ERRORS: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'The key is missing, unknown, expired or revoked',
  402: 'The organization has no active subscription',
  403: 'The key or its member may not do this',
  404: 'Not found',
  409: 'The request contradicts what is stored',
  413: 'The request is too large',
  415: 'The content type is not supported',
  422: "The request can't be processed, or its Idempotency-Key was used with another body",
  429: 'Too many requests. Wait for the seconds in Retry-After.',
  500: 'Something went wrong on our side',
  503: 'Temporarily unavailable',
}
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A request with the same key and body runs once in 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Describes the public API as OpenAPI 3.1, with a name for each call and schema that clients are generated from. */
export function describePublicApi(
  endpoints: readonly Endpoint[],
  {
    name,
    origin,
    webhooks = {},
  }: { name: string; origin: string /** Sentences by type of event. */; webhooks?: Record<string, string> },
): Json {
  const schemas = new Map<string, unknown>()
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => jsonSchemaOf(schema, io, schemas)
  schemaOf(problem, 'output')
  const paths: Record<string, Json> = {}
  const tags = new Set<string>()
  for (const endpoint of endpoints.filter(({ path }) => isPublicApi(path))) {
    tags.add(tagOf(endpoint))
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, schemaOf),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: '1',
      summary: 'Contacts, life events, scores with the record behind each point, tasks and events',
    },
    servers: [{ url: origin }],
    tags: [...tags].sort().map((tag) => ({ name: tag })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: describeWebhooks(webhooks, schemaOf),
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key, nf_key_…, with permissions of its own: ${SCOPES.join(', ')}`,
        },
      },
    },
  }
}

/** Requests that webhook endpoints receive, by type of event. */
function describeWebhooks(
  texts: Record<string, string>,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Json {
  const schema = schemaOf(webhookBody, 'output')
  const signature = {
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }
  const parameters = [
    { ...signature, name: 'webhook-id', description: 'Id of the event, the same for each attempt' },
    { ...signature, name: 'webhook-timestamp', description: 'Time of the attempt in seconds since 1970' },
    { ...signature, name: 'webhook-signature', description: 'Signatures after Standard Webhooks 1.0.0' },
  ]
  return Object.fromEntries(
    Object.entries(texts).map(([type, summary]) => [
      type,
      {
        post: {
          operationId: `on-${type}`,
          summary,
          tags: ['Webhooks'],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 200: { description: 'Any status from 200 to 299 confirms the event' } },
        },
      },
    ]),
  )
}

const tagOf = ({ path }: Endpoint) => headingOf(path.replace('/api/v1/', '/api/'))

function operationOf(
  endpoint: Endpoint,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Json {
  const { summary, scope, operationId, params, query, body, method, streamedTypes, rate } = endpoint
  const isOnce = method === 'POST' || method === 'PATCH'
  const types = streamedTypes ?? ['application/json']
  return {
    operationId,
    summary,
    description: scope === 'any' ? 'Any key may call this.' : `Needs the permission \`${scope}\`.`,
    tags: [tagOf(endpoint)],
    'x-scope': scope,
    'x-rate': rate,
    parameters: [
      ...parametersOf(params, 'path', schemaOf),
      ...parametersOf(query, 'query', schemaOf),
      ...(isOnce ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body || streamedTypes
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              types.map((type) => [type, { schema: body ? schemaOf(body, 'input') : { type: 'string' } }]),
            ),
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(endpoint.responses).map(([status, schema]) => [
          status,
          successOf(status, schema, schemaOf),
        ]),
      ),
      ...Object.fromEntries(
        errorStatusesOf(endpoint).map((status) => [
          status,
          { description: ERRORS[status], content: PROBLEM },
        ]),
      ),
    },
  }
}

function successOf(
  status: string,
  schema: z.ZodType,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Json {
  if (schema instanceof z.ZodUndefined) return { description: 'Done' }
  const description = status === '201' ? 'Added' : 'Success'
  return { description, content: { 'application/json': { schema: schemaOf(schema, 'output') } } }
}

/** The errors that an endpoint may answer with. */
function errorStatusesOf({ method, path, body, streamedTypes, otherErrors = [] }: Endpoint): number[] {
  const hasBody = body !== undefined || streamedTypes !== undefined
  const optional = [
    ...(path.includes('{') ? [404] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(hasBody ? [413, 415] : []),
    ...(method === 'POST' || method === 'PATCH' ? [422] : []),
  ]
  return [...new Set([400, 401, 402, 403, ...optional, ...otherErrors, 429, 500, 503])].sort()
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const { description, ...rest } = schemaOf(field, 'input') as Json
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(description ? { description } : {}),
      schema: rest,
    }
  })
}

/** JSON schema of a part of the contract; named schemas are collected and referred to. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', named: Map<string, unknown>): unknown {
  const {
    $schema: _,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    metadata: namedSchemas,
    unrepresentable: 'any',
  }) as Json
  for (const [id, definition] of Object.entries($defs ?? {})) named.set(id, refsToComponents(definition))
  const id = namedSchemas.get(schema)?.id
  if (!id) return refsToComponents(own)
  // Zod refers to the definition above, unless the schema has none.
  if (!('$ref' in own)) named.set(id, refsToComponents(own))
  return { $ref: `#/components/schemas/${id}` }
}

function refsToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refsToComponents)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      // The name of the schema; a field of that name has a schema of its own.
      .filter(([key, part]) => key !== 'id' || typeof part !== 'string')
      .map(([key, part]) => [
        key,
        key === '$ref' ? String(part).replace('#/$defs/', '#/components/schemas/') : refsToComponents(part),
      ]),
  )
}

/** Serves the description, which never changes while a process runs. */
export function servePublicApiDescription(
  app: FastifyInstance,
  take: RateLimiter,
  options: Parameters<typeof describePublicApi>[1],
): void {
  let text: string | undefined
  app.get('/api/v1/openapi.json', { onRequest: limitVisits(take, 'heavy') }, async (_request, reply) => {
    text ??= JSON.stringify(describePublicApi(app.endpoints, options))
    return reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-store').send(text)
  })
}
