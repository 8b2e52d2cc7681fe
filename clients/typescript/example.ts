import { createClient } from './src/client.ts'

const { BASE_URL: baseUrl = 'http://localhost:3000', API_KEY: apiKey = '' } = process.env
const api = createClient({ baseUrl, apiKey })
const { data, error } = await api.PUT('/api/v1/contacts/external/{source}/{externalId}', {
  params: { path: { source: 'example', externalId: '1' } },
  body: { firstName: 'Ines', lastName: 'Quigley', email: 'ines@example.com' },
})
if (error) throw new Error(`${error.code}: ${error.detail}`)
process.stdout.write(`${data.id} ${data.firstName} ${data.lastName}\n`)
