import { expect, test } from 'vitest'
import { createClient } from '../../../../clients/typescript/src/client.ts'

test.each([
  ['an object', { 'x-app': 'mine' }],
  ['Headers', new Headers({ 'x-app': 'mine' })],
  ['pairs', [['x-app', 'mine']] as [string, string][]],
])('A40 the TypeScript client sends headers given as %s', async (_form, headers) => {
  let sent: Headers | undefined
  const api = createClient({
    ...{ baseUrl: 'http://localhost', apiKey: 'nf_key_x', headers },
    fetch: async (request: Request) => {
      sent = request.headers
      return Response.json({})
    },
  })
  await api.GET('/api/v1/account')
  expect([sent?.get('x-app'), sent?.get('authorization')]).toEqual(['mine', 'Bearer nf_key_x'])
})
