import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenApi } from '#contract/page-services.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('P15 the OpenAPI document describes every endpoint: tag, access and body', async () => {
  const { json } = await app.visitor('GET', '/api/openapi.json')
  const { paths } = json as OpenApi
  const stated = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation['x-access'])
      .map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  )
  const { endpoints } = app.app
  expect(stated.map(({ call }) => call).sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
  )
  for (const { call, operation } of stated) {
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === call)
    expect([call, operation.tags, operation['x-access'], operation['x-role']]).toEqual([
      call,
      [expect.stringMatching(/^[A-Z][a-z -]+$/)],
      endpoint?.access,
      endpoint?.role,
    ])
    expect([call, operation.summary]).toEqual([call, endpoint?.summary])
    expect([call, operation['x-body-types']]).toEqual([call, endpoint?.streamedTypes])
  }
})
