import type { Access, RateClass, Role } from '#contract/endpoint.ts'
import { headingOf } from '#contract/endpoint-headings.ts'
import type { JsonSchema, OpenApi, OpenApiOperation } from '#contract/page-services.ts'
import type { CallExample } from '#contract/v1/examples.ts'
import { slugOf } from '#domain/blog/slug.ts'
import { formatCount, joinPresent } from '#web/lib/format.ts'

/** One endpoint as shown on the page. */
export type DocumentedOperation = {
  method: string
  path: string
  anchor: string
  summary: string
  callers: string
  rate: string
  parameters: (Field & { location: string })[]
  /** Null for no body; several variants if the body is a union. */
  body: { types: string; variants: Field[][] } | null
  responses: { status: string; kind: string; names: string[] }[]
  /** Only of calls for keys. */
  example: CallExample | null
}

/** Endpoints about one noun. */
export type OperationGroup = { noun: string; anchor: string; operations: DocumentedOperation[] }

/** Nouns listed first; the others follow in alphabetical order. */
const LEADING_NOUNS = [
  'Sign-in',
  'Contacts',
  'Imports',
  'Scores',
  'Tasks',
  'Playbooks',
  'Duplicates',
  'Views',
]
const PUBLIC_API = '/api/v1/'
const PUBLIC_API_HEADING = 'API v1: '
const METHODS = ['get', 'post', 'patch', 'put', 'delete']
const LOCATIONS: Readonly<Record<string, string>> = { path: 'in the path', query: 'in the query' }

const CALLERS: Record<Access, string> = {
  public: 'Anyone',
  'signed-in': 'Any signed-in user',
  member: 'Members of an organization',
  subscriber: 'Members with an active subscription',
  'platform-admin': 'Operators of this installation',
}
const RATES: Record<RateClass, string> = {
  none: 'No rate limit',
  read: 'Rate limit: read',
  write: 'Rate limit: write',
  heavy: 'Rate limit: heavy work',
  'public-form': 'Rate limit: public form',
}

/** Groups the contract's endpoints by noun. Other paths in the document belong to pages and are skipped. */
export function groupOperations({ paths }: OpenApi): OperationGroup[] {
  const groups = new Map<string, DocumentedOperation[]>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const noun = nounOf(path, operation)
      if (!noun || !operation['x-access']) continue
      groups.set(noun, [...(groups.get(noun) ?? []), describeOperation(method, path, operation)])
    }
  }
  return [...groups]
    .sort(([first], [second]) => rankOf(first) - rankOf(second) || first.localeCompare(second))
    .map(([noun, operations]) => ({
      noun,
      anchor: slugOf(noun),
      operations: operations.sort(
        (first, second) =>
          first.path.localeCompare(second.path) ||
          METHODS.indexOf(first.method.toLowerCase()) - METHODS.indexOf(second.method.toLowerCase()),
      ),
    }))
}

/** Calls for keys have headings of their own. */
function nounOf(path: string, { tags }: OpenApiOperation): string | undefined {
  if (!path.startsWith(PUBLIC_API)) return tags?.[0]
  return `${PUBLIC_API_HEADING}${headingOf(path.replace(PUBLIC_API, '/api/'))}`
}

function rankOf(noun: string): number {
  if (noun.startsWith(PUBLIC_API_HEADING)) return -1
  const rank = LEADING_NOUNS.indexOf(noun)
  return rank < 0 ? LEADING_NOUNS.length : rank
}

function describeOperation(method: string, path: string, operation: OpenApiOperation): DocumentedOperation {
  return {
    method: method.toUpperCase(),
    path,
    anchor: slugOf(`${method} ${path}`),
    summary: operation.summary ?? '',
    callers: callersOf(operation),
    rate: RATES[operation['x-rate'] ?? 'none'],
    parameters: (operation.parameters ?? [])
      .map(({ name, in: location, required, schema }) => ({
        ...fieldOf(name, schema, required === true),
        location: LOCATIONS[location] ?? location,
      }))
      .sort((first, second) => first.location.localeCompare(second.location)),
    body: bodyOf(operation),
    responses: responsesOf(operation),
    example: operation['x-example'] ?? null,
  }
}

function callersOf(operation: OpenApiOperation): string {
  const access = operation['x-access'] ?? 'public'
  const role = operation['x-role']
  const scope = operation['x-scope']
  if (scope) return scope === 'any' ? 'Any key' : `Keys with the permission ${scope}`
  if (!role || role === 'MEMBER') return CALLERS[access]
  return ROLES[role] + (access === 'subscriber' ? ' with an active subscription' : '')
}

const ROLES: Record<Exclude<Role, 'MEMBER'>, string> = {
  ADMIN: 'Administrators and owners',
  OWNER: 'Owners',
}

function bodyOf({ requestBody, ...operation }: OpenApiOperation): DocumentedOperation['body'] {
  const rawTypes = operation['x-body-types']
  const maxBytes = operation['x-body-bytes']
  const size = maxBytes ? `, at most ${maxBytes / 1024 / 1024} MiB` : ''
  if (rawTypes) return { types: rawTypes.join(' or ') + size, variants: [] }
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return type ? { types: type + size, variants: fieldVariantsOf(content?.schema) } : null
}

function responsesOf({ responses }: OpenApiOperation): DocumentedOperation['responses'] {
  return Object.entries(responses ?? {}).map(([status, response]) => {
    const schema = Object.values(response.content ?? {})[0]?.schema
    if (status.startsWith('3')) return { status, kind: 'redirect to a page', names: [] }
    if (status === '204' || !schema) return { status, kind: 'no body', names: [] }
    return { status, ...contentOf(schema) }
  })
}

/** One table row: a body field or a parameter. */
export type Field = { name: string; type: string; isRequired: boolean; bounds: string }

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time, ISO 8601',
  date: 'day, YYYY-MM-DD',
  email: 'email address',
  uri: 'URL',
}
/** Limit of listed enum values; the OpenAPI document has them all. */
const MAX_VALUES = 12

/** Fields of an object schema, one level deep; one list per variant of a union. */
export function fieldVariantsOf(schema: JsonSchema = {}): Field[][] {
  const { properties = {}, required = [] } = schema
  const variants = variantsOf(schema)
  if (variants.length > 0) return variants.flatMap((variant) => fieldVariantsOf(variant))
  const fields = Object.entries(properties)
    // An empty schema belongs to a key that is accepted but unused.
    .filter(([, value]) => Object.keys(value).length > 0)
    .map(([name, value]) => fieldOf(name, value, required.includes(name)))
  return fields.length > 0 ? [fields] : []
}

export function fieldOf(name: string, schema: JsonSchema | undefined, isRequired: boolean): Field {
  return { name, type: typeOf(schema), isRequired, bounds: boundsOf(schema) }
}

/** Type and field names of a response schema. */
export function contentOf(schema: JsonSchema): { kind: string; names: string[] } {
  const fields = fieldVariantsOf(schema.items ?? schema).flat()
  return { kind: typeOf(schema), names: [...new Set(fields.map(({ name }) => name))] }
}

function variantsOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return anyOf ?? oneOf ?? []
}

/** The type in words: `string or null`, `list of UUID`. */
function typeOf(schema: JsonSchema = {}): string {
  const { type = 'any', format = '', items } = schema
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map((variant) => typeOf(variant)))].join(' or ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (type === 'array') return `list of ${pluralOf(typeOf(items))}`
  return FORMATS[format] ?? [type].flat().join(' or ')
}

/** Pluralizes single words: `objects`, `UUIDs`. */
function pluralOf(type: string): string {
  return type.includes(' ') ? type : `${type}s`
}

function boundsOf(schema: JsonSchema = {}): string {
  const { enum: values = [], minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const valuesText = values.slice(0, MAX_VALUES).join(', ') + (values.length > MAX_VALUES ? ', …' : '')
  return joinPresent(
    [
      valuesText,
      range(minLength, maxLength, ' characters'),
      range(limit(minimum), limit(maximum), ''),
      range(minItems, maxItems, ' entries'),
      'default' in schema ? `default ${JSON.stringify(schema.default)}` : '',
      ...variantsOf(schema).map((variant) => boundsOf(variant)),
    ],
    '; ',
  )
}

/** Drops the safe-integer bounds that every integer schema carries. */
function limit(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return `${formatCount(min)} to ${formatCount(max)}${unit}`
  if (min !== undefined) return `at least ${formatCount(min)}${unit}`
  return max === undefined ? '' : `at most ${formatCount(max)}${unit}`
}
