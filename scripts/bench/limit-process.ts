// The limit for comparison with the product: a bare HTTP server that runs the same statements and sends their results,
// without sessions, validation, row-level security, limits and headers.
import Fastify from 'fastify'
import type { ContactInput } from '#contract/contacts.ts'
import { setPersonHashKey } from '#server/platform/person-hashes.ts'
import * as statements from './statements.ts'

type Route = { Params: { id: string }; Querystring: Record<string, string>; Body: ContactInput }

// Match keys are written but not looked for.
setPersonHashKey(Buffer.alloc(32))
const { DATABASE_URL = '', ORGANIZATION = '' } = process.env
const pool = statements.openPool(DATABASE_URL)
const app = Fastify()
const asText = (answer: unknown) => JSON.stringify(answer)
app.addHook('onRequest', async (_, reply) => void reply.type('application/json; charset=utf-8'))

app.get<Route>('/api/contacts', async ({ query: { limit, ...rest } }) => {
  const find = rest.search ? statements.queryContactSearch : statements.queryContactList
  return asText(await find(pool, ORGANIZATION, { ...rest, limit: Number(limit) }))
})
app.get<Route>('/api/contacts/:id', async ({ params }) =>
  asText(await statements.queryContact(pool, ORGANIZATION, params.id)),
)
app.post<Route>('/api/contacts', async ({ body }, reply) => {
  reply.code(201)
  return asText(await statements.insertContact(pool, ORGANIZATION, body))
})
app.patch<Route>('/api/contacts/:id', async ({ params, body }) =>
  asText(await statements.updateContact(pool, ORGANIZATION, params.id, body)),
)
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
