import type { Access, RateClass, Role } from '#contract/endpoint.ts'
import type { OpenApi, OpenApiOperation } from '#contract/page-services.ts'
import { slugOf } from '#domain/blog/slug.ts'
import { contentOf, type Field, fieldOf, formsOf } from './fields.ts'

/** One endpoint as shown on the page. */
export type ShownOperation = {
  method: string
  path: string
  anchor: string
  summary: string
  callers: string
  rate: string
  parameters: (Field & { place: string })[]
  /** Null for no body; several forms if the body is a union. */
  body: { types: string; forms: Field[][] } | null
  answers: { status: string; kind: string; names: string[] }[]
}

/** Endpoints about one noun. */
export type OperationGroup = { noun: string; anchor: string; operations: ShownOperation[] }

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
const METHODS = ['get', 'post', 'patch', 'put', 'delete']
const PLACES: Readonly<Record<string, string>> = { path: 'in the path', query: 'in the query' }

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
  const groups = new Map<string, ShownOperation[]>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const noun = operation.tags?.[0]
      if (!noun || !operation['x-access']) continue
      groups.set(noun, [...(groups.get(noun) ?? []), toShownOperation(method, path, operation)])
    }
  }
  return [...groups]
    .sort(([one], [other]) => rankOf(one) - rankOf(other) || one.localeCompare(other))
    .map(([noun, operations]) => ({
      noun,
      anchor: slugOf(noun),
      operations: operations.sort(
        (one, other) =>
          one.path.localeCompare(other.path) ||
          METHODS.indexOf(one.method.toLowerCase()) - METHODS.indexOf(other.method.toLowerCase()),
      ),
    }))
}

function rankOf(noun: string): number {
  const rank = LEADING_NOUNS.indexOf(noun)
  return rank < 0 ? LEADING_NOUNS.length : rank
}

function toShownOperation(method: string, path: string, operation: OpenApiOperation): ShownOperation {
  return {
    method: method.toUpperCase(),
    path,
    anchor: slugOf(`${method} ${path}`),
    summary: operation.summary ?? '',
    callers: callersOf(operation),
    rate: RATES[operation['x-rate'] ?? 'none'],
    parameters: (operation.parameters ?? [])
      .map(({ name, in: place, required, schema }) => ({
        ...fieldOf(name, schema, required === true),
        place: PLACES[place] ?? place,
      }))
      .sort((one, other) => one.place.localeCompare(other.place)),
    body: bodyOf(operation),
    answers: responsesOf(operation),
  }
}

function callersOf(operation: OpenApiOperation): string {
  const access = operation['x-access'] ?? 'public'
  const role = operation['x-role']
  if (!role || role === 'MEMBER') return CALLERS[access]
  return ROLES[role] + (access === 'subscriber' ? ' with an active subscription' : '')
}

const ROLES: Record<Exclude<Role, 'MEMBER'>, string> = {
  ADMIN: 'Administrators and owners',
  OWNER: 'Owners',
}

function bodyOf({ requestBody, ...operation }: OpenApiOperation): ShownOperation['body'] {
  const raw = operation['x-body-types']
  const maxBytes = operation['x-body-bytes']
  const size = maxBytes ? `, at most ${maxBytes / 1024 / 1024} MiB` : ''
  if (raw) return { types: raw.join(' or ') + size, forms: [] }
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return type ? { types: type + size, forms: formsOf(content?.schema) } : null
}

function responsesOf({ responses }: OpenApiOperation): ShownOperation['answers'] {
  return Object.entries(responses ?? {}).map(([status, answer]) => {
    const schema = Object.values(answer.content ?? {})[0]?.schema
    if (status.startsWith('3')) return { status, kind: 'redirect to a page', names: [] }
    if (status === '204' || !schema) return { status, kind: 'no body', names: [] }
    return { status, ...contentOf(schema) }
  })
}
