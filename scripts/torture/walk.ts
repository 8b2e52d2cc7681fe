// Calls every route of the API with unique words that a search can find.
import { send } from '#test/product/load.ts'
import { addMember, newAddress } from '../shared/people.ts'
import type { StagedProduct } from './stage.ts'

/** Invented names that are part of no other word. */
export const PERSON = {
  firstName: 'Zyxwolk',
  lastName: 'Quorvath',
  email: 'zq7canary@quorvath.example.com',
  phone: '(630) 555-0199',
  address: '77 Vexlane Rd',
  city: 'Plimtown',
  state: 'IL',
  zipCode: '60540',
}

type Schema = {
  type?: string
  format?: string
  enum?: string[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
type OpenApi = { paths: Record<string, Record<string, Operation>> }
type KnownIds = { contact: string; organization: string }

/** Routes that would end the callers' access or never respond. */
const EXCLUDED_ROUTES =
  /erase|leave|cancel|suspend|logout|sign-out|sessions|delete|transfer|events$|DELETE |second-factor/
/** Valid and invalid bodies, because rejected values are the most likely to leak into logs. */
const BODY_VARIANTS: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.slice(0, -2),
  (text) => text.replaceAll('"Quorvath', '"Quorvath\\u0000'),
  (text) => text.replaceAll(/"(Zyxwolk|Quorvath)"/g, '["$1"]'),
  (text) => text.replaceAll('Quorvath', 'Quorvath'.repeat(200)),
]

const CALLER_COUNT = 30

/** Calls each route in several ways, alternating between owners to stay below the rate limits. */
export async function callEveryRoute(product: StagedProduct, knownIds: KnownIds) {
  const { paths } = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as OpenApi
  const callers: Record<string, string>[] = []
  for (let i = 0; i < CALLER_COUNT; i++) {
    const person = {
      email: `zq7canary.${i}@quorvath.example.com`,
      firstName: 'Zyxwolk',
      lastName: 'Quorvath',
    }
    callers.push(await addMember(product, knownIds.organization, { ...person, role: 'OWNER' }))
  }
  let callCount = 0
  const counts = new Map<number, number>()
  const failures: string[] = []
  const routes = routesOf(paths)
  const call = async (method: string, url: string, body?: string, type = 'application/json') => {
    const caller = callers[callCount++ % CALLER_COUNT]
    const headers = { ...caller, 'x-forwarded-for': newAddress(), 'content-type': type }
    const result = await send(product.url, { method, path: encodeURI(decodeURI(url)), headers, body })
    counts.set(result.status, (counts.get(result.status) ?? 0) + 1)
    if (result.status >= 500 && result.status !== 503)
      failures.push(`${method} ${url.split('?')[0]}: ${result.status}`)
  }
  for (const route of routes) {
    for (const url of urlsOf(route, knownIds)) {
      if (route.method === 'GET') await call('GET', url)
      else for (const body of bodiesOf(route, knownIds)) await call(route.method, url, body)
    }
  }
  for (const type of ['text/csv', 'text/plain', 'text/vcard', 'application/xml']) {
    await call('POST', '/api/contacts/import/csv?enrich=0', CSV_TEXT, type)
    await call('POST', '/api/contacts/import/vcf?enrich=0', VCARD_TEXT, type)
  }
  for (const url of [
    '/api/Zyxwolk/Quorvath',
    '/blog/zyxwolk-quorvath',
    '/contacts?search=Quorvath',
    '/zyxwolk',
  ])
    await call('GET', url)
  const calls = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const statusSummary = [...counts].map(([status, count]) => `${status} ×${count}`).join(', ')
  return { routes: routes.length, calls, kinds: statusSummary, failures: [...new Set(failures)] }
}

const CSV_TEXT = `First Name,Last Name,Email,Phone\n${PERSON.firstName},${PERSON.lastName},other.${PERSON.email},\n${PERSON.firstName},,,${PERSON.phone}\n"Zyxwolk,`
const VCARD_TEXT = `BEGIN:VCARD\nVERSION:3.0\nFN:Zyxwolk Quorvath\nEMAIL:${PERSON.email}\nEND:VCARD\nBEGIN:VCARD\nFN:Zyxwolk`

type Route = { method: string; template: string; operation: Operation }

function routesOf(paths: OpenApi['paths']): Route[] {
  const routes = Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      method: verb.toUpperCase(),
      template,
      operation,
    })),
  )
  return routes.filter(({ method, template }) => !EXCLUDED_ROUTES.test(`${method} ${template}`))
}

function bodiesOf({ operation }: Route, knownIds: KnownIds): string[] {
  const schema = operation.requestBody?.content['application/json']?.schema
  const text = JSON.stringify(sampleOf(schema ?? {}, '', knownIds))
  return BODY_VARIANTS.map((change) => change(text))
}

/** Requests with existing ids, with words as ids, and with words in the query. */
function urlsOf({ template, operation }: Route, knownIds: KnownIds): string[] {
  const { parameters = [] } = operation
  const ids = /organizations/.test(template) ? knownIds.organization : knownIds.contact
  const validPath = template.replace(/\{\w+\}/g, ids)
  const wordPath = template.replace(/\{\w+\}/g, 'Quorvath')
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query')
  const search = new URLSearchParams(
    queryParameters.map(({ name, schema }) => [name, String(sampleOf(schema, name, knownIds))]),
  )
  const unknownQuery = new URLSearchParams({ ...Object.fromEntries(search), zyxwolk: PERSON.email })
  return [
    ...new Set([
      queryParameters.length ? `${validPath}?${search}` : validPath,
      wordPath,
      `${validPath}?${unknownQuery}`,
    ]),
  ]
}

function sampleOf(schema: Schema, name: string, knownIds: KnownIds): unknown {
  const { type, properties, items, anyOf, oneOf } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = anyOf ?? oneOf ?? []
  if (choice) return sampleOf(choice, name, knownIds)
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([key, property]) => [key, sampleOf(property, key, knownIds)]),
    )
  if (type === 'array') return [sampleOf(items ?? {}, name, knownIds)]
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  return textOf(schema, name, knownIds)
}

function textOf({ format }: Schema, name: string, knownIds: KnownIds): string {
  if (format === 'uuid') return knownIds.contact
  if (format === 'email' || /email/i.test(name)) return PERSON.email
  if (format === 'date') return '2026-01-02'
  if (format === 'uri') return 'https://quorvath.example.com/zyxwolk'
  return PERSON[name as keyof typeof PERSON] ?? 'Zyxwolk Quorvath'
}
