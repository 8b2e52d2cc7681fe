// The limit that the product is compared with: routes of a bare HTTP server that run the same statements and send what
// they find. No sessions, no validation, no row-level security, no limits, no headers.
import Fastify from 'fastify'
import pg from 'pg'
import {
  type ContactValues,
  contactOf,
  insertContact,
  queryContactList,
  queryContactSearch,
  updateContact,
} from './statements.ts'

type Route = {
  Params: { organization: string; id: string }
  Querystring: Record<string, string>
  Body: ContactValues
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' })
pool.on('error', () => {})
const app = Fastify()
const JSON_TYPE = 'application/json; charset=utf-8'
const asked = ({ limit, ...rest }: Record<string, string>) => ({ ...rest, limit: Number(limit) })

app.get<Route>('/:organization/contacts', async ({ params, query }, reply) => {
  reply.type(JSON_TYPE)
  const find = query.search ? queryContactSearch : queryContactList
  return JSON.stringify(await find(pool, params.organization, asked(query)))
})
app.get<Route>('/:organization/contacts/:id', async ({ params }, reply) => {
  reply.type(JSON_TYPE)
  return JSON.stringify(await contactOf(pool, params.organization, params.id))
})
app.post<Route>('/:organization/contacts', async ({ params, body }, reply) => {
  reply.type(JSON_TYPE).code(201)
  return JSON.stringify(await insertContact(pool, params.organization, body))
})
app.patch<Route>('/:organization/contacts/:id', async ({ params, body }, reply) => {
  reply.type(JSON_TYPE)
  return JSON.stringify(await updateContact(pool, params.organization, params.id, body))
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('SIGTERM', () => process.exit(0))
