import { createHash } from 'node:crypto'
import { parseScimPath } from '#domain/provisioning/scim-filter.ts'
import { isObject, type JsonObject, ScimInputError } from '#domain/provisioning/scim-input.ts'
import * as limits from '../limits.ts'
import type { GroupMemberRow, GroupRow } from '../store/groups.ts'
import type { UserRow } from '../store/users.ts'

export const URN = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

/** A resource as clients see it, with its weak ETag in `meta.version`. */
export type Resource = JsonObject & { id: string; meta: JsonObject & { version: string; location: string } }

export function isActive({ role, isInvited }: UserRow): boolean {
  return role !== null || isInvited
}

export function userResource(row: UserRow, baseUrl: string): Resource {
  const { givenName, familyName } = row
  const formatted = [givenName, familyName].filter((name) => name !== null).join(' ')
  const name = { ...(formatted ? { formatted } : {}), ...present({ givenName, familyName }) }
  const content = {
    schemas: [URN.user],
    id: row.id,
    ...present({ externalId: row.externalId }),
    userName: row.userName,
    ...(formatted ? { name } : {}),
    displayName: row.displayName ?? (formatted || row.userName),
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: isActive(row),
    groups: row.groups.map((group) => ({ ...group, $ref: `${baseUrl}/Groups/${group.value}` })),
  }
  return withMeta(content, 'User', row, `${baseUrl}/Users/${row.id}`)
}

export function groupResource(row: GroupRow, members: readonly GroupMemberRow[], baseUrl: string): Resource {
  const content = {
    schemas: [URN.group],
    id: row.id,
    ...present({ externalId: row.externalId }),
    displayName: row.displayName,
    members: members.map(({ value, display }) => ({
      ...{ value, display, type: 'User' },
      $ref: `${baseUrl}/Users/${value}`,
    })),
  }
  return withMeta(content, 'Group', row, `${baseUrl}/Groups/${row.id}`)
}

function withMeta(
  content: JsonObject & { id: string },
  resourceType: string,
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
  location: string,
): Resource {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
  const times = {
    created: new Date(createdAt).toISOString(),
    lastModified: new Date(updatedAt).toISOString(),
  }
  return { ...content, meta: { resourceType, ...times, location, version: `W/"${hash}"` } }
}

function present(values: Record<string, string | null>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

/** Attributes to return, or to leave out, as a client asks. */
export type Projection = { kind: 'only' | 'without'; names: ReadonlySet<string> } | null

/** @throws {ScimInputError} invalidValue @throws {ScimSyntaxError} */
export function parseProjection(query: { attributes?: unknown; excludedAttributes?: unknown }): Projection {
  const kind = query.attributes ? 'only' : 'without'
  const text = query.attributes || query.excludedAttributes
  if (!text) return null
  const names = String(text).split(',')
  if (names.length > limits.MAX_ATTRIBUTES)
    throw new ScimInputError('invalidValue', `Name at most ${limits.MAX_ATTRIBUTES} attributes`)
  const paths = names.map((name) => parseScimPath(name.trim()))
  return {
    kind,
    names: new Set(
      paths.map(({ attribute, subAttribute }) =>
        subAttribute === null ? attribute : `${attribute}.${subAttribute}`,
      ),
    ),
  }
}

/** True if a projection returns an attribute, at least in part. */
export function includes(projection: Projection, attribute: string): boolean {
  if (!projection) return true
  if (projection.kind === 'without') return !projection.names.has(attribute)
  return [...projection.names].some((name) => name === attribute || name.startsWith(`${attribute}.`))
}

const ALWAYS_RETURNED = new Set(['schemas', 'id'])

/** The attributes of a resource that a client asked for. */
export function project(resource: Resource, projection: Projection): JsonObject {
  if (!projection) return resource
  const entries = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const name = key.toLowerCase()
    if (ALWAYS_RETURNED.has(name)) return [[key, value]]
    if (!includes(projection, name)) return []
    const isWhole = projection.kind === 'only' && projection.names.has(name)
    return [[key, isWhole ? value : projectParts(value, name, projection)]]
  })
  return Object.fromEntries(entries)
}

function projectParts(value: unknown, name: string, projection: NonNullable<Projection>): unknown {
  if (Array.isArray(value)) return value.map((entry) => projectParts(entry, name, projection))
  if (!isObject(value)) return value
  const keeps = (key: string) =>
    projection.names.has(`${name}.${key.toLowerCase()}`) === (projection.kind === 'only')
  return Object.fromEntries(Object.entries(value).filter(([key]) => keeps(key)))
}

export type ListRequest = { startIndex: number; count: number }

/** Reads the page that a client asks for; values out of range are taken as the nearest one, as the standard says. */
export function parsePage(query: { startIndex?: unknown; count?: unknown }): ListRequest {
  return {
    startIndex: wholeNumber('startIndex', query.startIndex, 1, 1, 1_000_000_000),
    count: wholeNumber('count', query.count, limits.DEFAULT_PAGE, 0, limits.MAX_PAGE),
  }
}

function wholeNumber(name: string, value: unknown, fallback: number, min: number, max: number): number {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number)) throw new ScimInputError('invalidValue', `${name} must be a whole number`)
  return Math.min(max, Math.max(min, number))
}

export function listResponse(
  resources: readonly JsonObject[],
  { total, startIndex }: { total: number; startIndex: number },
): JsonObject {
  return {
    schemas: [URN.list],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
