import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_STATUS } from '#contract/errors.ts'
import { slugOf } from '#domain/blog/slug.ts'
import { createRateLimiter } from '#server/platform/http/limits.ts'
import { consumeRateLimit } from '#server/platform/http/rate-headers.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}
type Operation = {
  operationId: string
  parameters: { name: string; in: string }[]
  responses: Record<string, { content?: Record<string, unknown> }>
}

let app: TestApp
let description: Description
beforeAll(async () => {
  app = await createTestApp()
  description = (await app.visitor('GET', '/api/v1/openapi.json')).json
})
afterAll(() => app.close())

const operations = () =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

test('A40 the description declares that a new task may name a contact that is not there', () => {
  const responses = description.paths['/api/v1/tasks']?.post?.responses ?? {}
  expect(Object.keys(responses)).toContain('404')
  expect(new Set(Object.keys(responses)).size).toBe(Object.keys(responses).length)
})

test('A40 the description names each call of the API once, with its errors as problems', () => {
  const calls = app.app.endpoints.filter(({ path }) => path.startsWith('/api/v1/'))
  expect(operations()).toHaveLength(calls.length)
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operation } of operations())
    for (const status of ['400', '401', '402', '403', '429', '500', '503'])
      expect(operation.responses[status]?.content).toEqual({
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      })
})

test('A40 every reference of the description leads to a named schema', () => {
  const text = JSON.stringify(description)
  const names = Array.from(text.matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name = '']) => name)
  expect(names).toContain('Contact')
  expect(names.filter((name) => !(name in description.components.schemas))).toEqual([])
  for (const [name, schema] of Object.entries(description.components.schemas))
    expect([name, Object.keys(schema as object)]).not.toEqual([name, ['$ref']])
})

test('A40 the description has a schema for each field that an answer must have', () => {
  const missing: string[] = []
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { required, properties } = value as { required?: unknown; properties?: object }
    if (Array.isArray(required) && properties)
      for (const name of required) if (!(name in properties)) missing.push(`${place}.${name}`)
    for (const [key, part] of Object.entries(value)) visit(part, `${place}.${key}`)
  }
  visit(description, '')
  expect(missing).toEqual([])
})

test('A40 every parameter in a path is described, and every POST and PATCH takes an Idempotency-Key', () => {
  for (const { path, method, operation } of operations()) {
    const named = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name)
    expect([path, named]).toEqual([path, Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)])
    const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
    expect([path, method, takesKey]).toEqual([path, method, method === 'post' || method === 'patch'])
  }
})

test('A40 the headers tell what is left of a limit, also on the call that is refused', () => {
  const take = createRateLimiter(() => 0)
  const headers: Record<string, string> = {}
  const header = (name: string, value: string) => Object.assign(headers, { [name]: value })
  const call = () => consumeRateLimit(take, 'heavy', 'a key', { header } as never)
  call()
  expect(headers).toEqual({ 'RateLimit-Policy': '"heavy";q=20;w=40', RateLimit: '"heavy";r=19;t=2' })
  for (let i = 0; i < 19; i++) call()
  expect(call).toThrow('Too many requests')
  expect(headers.RateLimit).toBe('"heavy";r=0;t=2')
})

test('A40 every kind of error has its place in the documentation', async () => {
  const text = await readFile(path.join(PROJECT_ROOT, 'content/docs/api-errors.md'), 'utf8')
  const anchors = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading = '']) => slugOf(heading))
  const codes = Object.keys(ERROR_STATUS).map((code) => code.replaceAll('_', '-'))
  expect(anchors.sort()).toEqual(codes.sort())
  for (const [code, status] of Object.entries(ERROR_STATUS))
    expect(text).toContain(`Status ${status}, code \`${code}\``)
})
