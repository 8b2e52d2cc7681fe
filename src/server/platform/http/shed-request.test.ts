import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shedRequest } from './shed-request.ts'

const server = createServer((request, response) => shedRequest(request, response, performance.now()))
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each([
  ['/api/v1/contacts?limit=1', 'application/problem+json', { instance: '/api/v1/contacts', status: 503 }],
  ['/api/contacts', 'application/json', { message: expect.any(String) }],
])('Trust 21 a request that is shed has the errors of its URL: %s', async (url, type, body) => {
  const response = await fetch(origin + url)
  expect([response.status, response.headers.get('content-type')]).toEqual([503, `${type}; charset=utf-8`])
  expect(await response.json()).toMatchObject({ ...body, code: 'unavailable' })
})
