import { describe, expect, test } from 'vitest'
import type { OpenApi } from '#contract/page-services.ts'
import { contentOf, fieldOf, fieldVariantsOf, groupOperations } from './operations.ts'

const ID = { type: 'string', format: 'uuid' }

describe('P15 schema descriptions', () => {
  test.each([
    [{ type: 'string', minLength: 1, maxLength: 2000 }, 'string', '1 to 2,000 characters'],
    [{ type: ['string', 'null'] }, 'string or null', ''],
    [{ type: 'array', items: ID, maxItems: 500 }, 'list of UUIDs', 'at most 500 entries'],
    [{ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, 'day, YYYY-MM-DD or null', ''],
    [{ type: 'integer', minimum: 1, maximum: 200, default: 100 }, 'integer', '1 to 200; default 100'],
    [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'integer', ''],
    [{ type: 'string', enum: ['high', 'low'] }, 'string', 'high, low'],
    [{ type: 'boolean', const: true }, 'true', ''],
    [undefined, 'any', ''],
  ])('%j', (schema, type, bounds) => {
    expect(fieldOf('x', schema, true)).toEqual({ name: 'x', type, isRequired: true, bounds })
  })

  test('lists the fields of each variant when the schema is a union', () => {
    const form = (name: string) => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
    })
    const names = fieldVariantsOf({ anyOf: [form('status'), form('title')] }).map((fields) =>
      fields.map(({ name }) => name),
    )
    expect(names).toEqual([['status'], ['title']])
  })

  test('skips keys with an empty schema', () => {
    const [fields] = fieldVariantsOf({
      type: 'object',
      properties: { name: { type: 'string' }, organizationId: {} },
    })
    expect(fields).toEqual([{ name: 'name', type: 'string', isRequired: false, bounds: '' }])
  })

  test('names the fields of an object and of list entries', () => {
    const entry = { type: 'object', properties: { id: ID, name: { type: 'string' } } }
    expect(contentOf({ type: 'array', items: entry })).toEqual({
      kind: 'list of objects',
      names: ['id', 'name'],
    })
  })
})

describe('P15 endpoints by noun', () => {
  const open: OpenApi = {
    info: { title: 'API', version: '1' },
    paths: {
      '/api/zebras': { get: { tags: ['Zebras'], summary: 'Zebras', 'x-access': 'public', 'x-rate': 'read' } },
      '/api/contacts/{id}': {
        delete: {
          tags: ['Contacts'],
          'x-access': 'subscriber',
          'x-role': 'ADMIN',
          parameters: [{ name: 'id', in: 'path', required: true, schema: ID }],
          responses: { 204: {} },
        },
        get: { tags: ['Contacts'], 'x-access': 'member', responses: { 302: {} } },
      },
      '/api/contacts/import': {
        post: {
          tags: ['Contacts'],
          'x-access': 'member',
          'x-body-types': ['text/csv'],
          'x-body-bytes': 5 * 1024 * 1024,
        },
      },
      '/dev/outbox': { get: { tags: ['Pages'], summary: 'A page' } },
      '/healthz': { get: { 'x-access': 'public' } },
    },
  }
  const groups = groupOperations(open)
  const [contacts] = groups

  test('lists leading nouns first and sorts endpoints by path', () => {
    expect(groups.map(({ noun }) => noun)).toEqual(['Contacts', 'Zebras'])
    expect(contacts?.operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/contacts/{id}',
      'DELETE /api/contacts/{id}',
      'POST /api/contacts/import',
    ])
  })

  test('lists calls for keys first, with their permission and example', () => {
    const example = { command: "curl '{origin}/api/v1/tags'", answer: { data: [], next: null } }
    const [first, second] = groupOperations({
      ...open,
      paths: {
        ...open.paths,
        '/api/v1/tags': {
          get: { 'x-access': 'subscriber', 'x-scope': 'contacts:read', 'x-example': example },
        },
      },
    })
    expect([first?.noun, second?.noun]).toEqual(['API v1: Activities and notes', 'Contacts'])
    expect(first?.operations).toMatchObject([{ callers: 'Keys with the permission contacts:read', example }])
  })

  test('describes callers, body and responses', () => {
    const [get, remove, upload] = contacts?.operations ?? []
    expect(remove).toMatchObject({
      anchor: 'delete-api-contacts-id',
      callers: 'Administrators and owners with an active subscription',
      parameters: [{ name: 'id', type: 'UUID', isRequired: true, location: 'in the path' }],
      body: null,
      responses: [{ status: '204', kind: 'no body' }],
    })
    expect(get?.responses).toEqual([{ status: '302', kind: 'redirect to a page', names: [] }])
    expect(upload?.body).toEqual({ types: 'text/csv, at most 5 MiB', variants: [] })
  })
})
