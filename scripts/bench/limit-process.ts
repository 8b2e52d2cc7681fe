// The limit for comparison with the product: a bare HTTP server that runs the same statements and sends their results,
// without sessions, validation, row-level security, limits and headers.
import Fastify from 'fastify'
import type { ContactInput } from '#contract/contacts.ts'
import { setPersonHashKey } from '#server/platform/person-hashes.ts'
import { openStatements } from './statements.ts'

type Route = { Params: { id: string }; Querystring: Record<string, string>; Body: ContactInput }

// Match keys are written but not looked for.
setPersonHashKey(Buffer.alloc(32))
const { DATABASE_URL = '', ORGANIZATION = '' } = process.env
const statements = openStatements(DATABASE_URL, ORGANIZATION)
const app = Fastify()
app.addHook('onRequest', async (_, reply) => void reply.type('application/json; charset=utf-8'))

app.get<Route>('/api/contacts', async ({ query: { limit, ...query } }) =>
  JSON.stringify(await statements.listContacts({ ...query, limit: Number(limit) })),
)
app.get<Route>('/api/contacts/:id', async ({ params }) =>
  JSON.stringify(await statements.readContact(params.id)),
)
app.post<Route>('/api/contacts', async ({ body }, reply) => {
  reply.code(201)
  return JSON.stringify(await statements.insertContact(body))
})
app.patch<Route>('/api/contacts/:id', async ({ params, body }) =>
  JSON.stringify(await statements.updateContact(params.id, body)),
)
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
