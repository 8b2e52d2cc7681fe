import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { callGenerated } from './api-examples.mjs'

const ID = '00000000-0000-7000-8000-000000000001'
const PRISM = JSON.stringify({ type: 'https://stoplight.io/prism/errors#UNKNOWN' })
const NAME = 'listTags'

let server
afterEach(() => server?.close())

/** Starts a product with one call, which is its own proxy. */
async function startProduct({ paths, answer }) {
  server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://product')
    const isGenerated = search === '?generated=1'
    const [status, body, headers = {}] = isGenerated
      ? answer
      : pathname.endsWith('openapi.json')
        ? [200, JSON.stringify({ paths })]
        : [200, JSON.stringify({ id: ID, data: [{ id: ID }] })]
    response.writeHead(status, headers).end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}`
}

const PATHS = {
  '/api/v1/tags': { get: { operationId: NAME, 'x-example': { command: "curl '{origin}/api/v1/tags'" } } },
}

async function call(answer, { requests = { [NAME]: [{ query: 'generated=1' }] }, paths = PATHS } = {}) {
  const url = await startProduct({ paths, answer })
  return callGenerated({ url, proxyUrl: url, key: 'nf_key', generated: { sampleId: ID, requests } })
}

describe('generated requests', () => {
  test('succeed with an answer that the description has', async () => {
    expect(await call([404, '{}'])).toEqual([{ name: NAME, statuses: new Set([404]), problem: null }])
  })

  test('fail with an answer that the description lacks', async () => {
    const violations = JSON.stringify([{ location: ['response', 'body'], message: 'Unknown field' }])
    const [{ problem }] = await call([200, '{}', { 'sl-violations': violations }])
    expect(problem).toContain('Unknown field')
  })

  test('fail when Prism or the product fails', async () => {
    const [{ problem }] = await call([502, PRISM])
    expect(problem).toContain('502')
  })

  test.each([
    ['Prism reads none of them', undefined],
    ['there are none', {}],
  ])('fail when %s', async (_, requests) => {
    const [{ problem, statuses }] = await call([404, PRISM], requests && { requests })
    expect(statuses.size).toBe(0)
    expect(problem).toBe('No request reached the product')
  })

  test('fail when the description has no calls', async () => {
    await expect(call([200, '{}'], { paths: {} })).rejects.toThrow('has no calls')
  })
})
