import { createClient } from './src/client.ts'

declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } }

const { BASE_URL: baseUrl = 'http://localhost:3000', API_KEY: apiKey = '' } = process.env
const api = createClient({ baseUrl, apiKey })

/** The answer of a call that has to succeed. */
let calls = 0
async function expectData<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`)
  calls += 1
  return data as T
}

const path = { source: 'ten-calls', externalId: String(Date.now()) }
const contact = await expectData(
  api.PUT('/api/v1/contacts/external/{source}/{externalId}', {
    params: { path },
    body: { firstName: 'Ten', lastName: 'Calls', city: 'Austin' },
  }),
)
const ofContact = { params: { path: { id: contact.id } } }
const page = await expectData(api.GET('/api/v1/contacts', { params: { query: { limit: 1 } } }))
const changed = await expectData(api.PATCH('/api/v1/contacts/{id}', { ...ofContact, body: { city: 'Reno' } }))
const task = await expectData(
  api.POST('/api/v1/tasks', {
    params: { header: { 'Idempotency-Key': `ten-calls-${path.externalId}` } },
    body: { contactId: contact.id, title: 'Call' },
  }),
)
const ofTask = { params: { path: { id: task.id } } }
await expectData(api.POST('/api/v1/tasks/{id}/complete', ofTask))
await expectData(api.GET('/api/v1/tasks/{id}', ofTask))
await expectData(api.POST('/api/v1/contacts/{id}/activities', { ...ofContact, body: { type: 'call' } }))
await expectData(api.GET('/api/v1/contacts/{id}/score', ofContact))
await expectData(api.GET('/api/v1/signals', { params: { query: { limit: 1 } } }))
await expectData(api.DELETE('/api/v1/contacts/{id}', ofContact))

if (page.data.length !== 1 || changed.city !== 'Reno')
  throw new Error('The answers are not those of the calls')
process.stdout.write(`${calls} calls\n`)
