import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { problemSentence } from '#contract/validation-messages.ts'
import { hostileBody, hostileQuery, hostileText } from '#test/contract-arbitrary.ts'
import { createObjects, nameOf, type SampleObjects } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** Default messages of zod. */
const RAW_MESSAGE_PATTERN =
  /\bexpected\b|\breceived\b|Invalid (input|option|string|key|element|discriminator|UUID|GUID|ISO|email|URL|date|union)|Too (big|small)|Unrecognized key|[<>]=|\bundefined\b|\bNaN\b|must match pattern|multiple of/

let app: TestApp
let ann: Person
let objects: SampleObjects
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['ann@example.com'] })
  ann = await app.subscriber('ann@example.com')
  objects = await createObjects(app, ann)
})
afterAll(() => app.close())

/** The messages of a route for invalid values, by field, as in the response. */
function messagesOf(schema: z.ZodType, values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    const { error } = schema.safeParse(value)
    return (error?.issues ?? []).flatMap(({ path, message }) => [
      message,
      problemSentence(path.join('.'), message),
    ])
  })
}

const parsed = (texts: readonly string[]): unknown[] =>
  texts.flatMap((text) => {
    try {
      return [JSON.parse(text)]
    } catch {
      return []
    }
  })

describe('Trust 13 validation messages', () => {
  test('are plain on every route of the contract, for any input', () => {
    const seenMessages = new Set<string>()
    for (const endpoint of app.app.endpoints) {
      const { body, query, params } = endpoint
      const settings = { numRuns: 60, seed: 18 }
      const values = (schema: z.ZodType, inputs: readonly unknown[]) => {
        const shape = Object.keys((schema as Partial<z.ZodObject>).shape ?? {})
        const invalidValues = [undefined, null, '', -1, 1e9, 0.5, true, [], {}, 'x'.repeat(100_000)]
        const each = invalidValues.map((value) => Object.fromEntries(shape.map((key) => [key, value])))
        return messagesOf(schema, [...inputs, ...each, undefined, null, 5, 'text', [], {}, { nobody: 1 }])
      }
      const messages = [
        ...(body ? values(body, parsed(fc.sample(hostileBody(body, {}), settings))) : []),
        ...(query
          ? values(
              query,
              fc
                .sample(hostileQuery(query, {}), settings)
                .map((text) => Object.fromEntries(new URLSearchParams(text))),
            )
          : []),
        ...(params
          ? values(
              params,
              fc.sample(hostileText, settings).map((id) => ({ id })),
            )
          : []),
      ]
      for (const message of messages) {
        expect([
          nameOf(endpoint),
          message,
          RAW_MESSAGE_PATTERN.test(message.replace(/"[^"]*"/g, '')),
        ]).toEqual([nameOf(endpoint), message, false])
        seenMessages.add(message)
      }
    }
    expect(seenMessages.size).toBeGreaterThan(100)
  })

  test.each([
    [
      'GET',
      '/api/contacts?limit=500',
      undefined,
      'Limit must be 200 or less',
      { limit: 'Must be 200 or less' },
    ],
    ['GET', '/api/contacts?limit=x', undefined, 'Limit must be a number', { limit: 'Must be a number' }],
    ['GET', '/api/contacts/x', undefined, 'Id: this is not a valid id', { id: 'This is not a valid id' }],
    ['POST', '/api/contacts', { lastName: 'Okafor' }, 'First name is required', { firstName: 'Required' }],
    ['POST', '/api/contacts', [], 'The request must be a set of fields', { body: 'Must be a set of fields' }],
  ])('%s %s with %j: %s', async (method, url, body, message, fields) => {
    const response = await ann.request(method, url, body)
    expect([response.status, response.json]).toEqual([
      400,
      expect.objectContaining({ message, code: 'invalid', fields: expect.objectContaining(fields) }),
    ])
  })

  test('name known fields in plain words and unknown fields as sent', async () => {
    const url = `/api/contacts/${objects.contact}`
    expect((await ann.request('PATCH', url, { zipCode: 7 })).json).toMatchObject({
      message: expect.stringMatching(/^Zip code /),
    })
    expect((await ann.request('PATCH', url, { nickname: 'x' })).json).toMatchObject({
      message: 'Unknown field "nickname"',
    })
    const manyFields = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`${'k'.repeat(30)}${i}`, 1]),
    )
    const { json } = await ann.request('PATCH', url, manyFields)
    expect((json as { message: string }).message.length).toBeLessThan(300)
  })
})

describe('Trust 3 responses of the API', () => {
  test('are never cached, including refusals', async () => {
    const withoutContact = { ...objects, contact: 'x' }
    const requests: [string, string, unknown?, Record<string, string>?][] = [
      ['GET', '/api/contacts/x'],
      ['GET', '/api/nothing'],
      ['POST', '/api/nothing', {}],
      ['PUT', '/api/contacts', {}],
      ['GET', '/api'],
      ['GET', '/api/%'],
      ['GET', `/api/contacts/${withoutContact.contact}?limit=9999999`],
      ['POST', '/api/contacts', {}],
      ['POST', '/api/contacts', 'x', { 'content-type': 'text/plain' }],
      ['POST', '/api/contacts', `"${'x'.repeat(300_000)}"`, { 'content-type': 'application/json' }],
      ['POST', '/api/contacts', {}, { 'sec-fetch-site': 'cross-site' }],
      ['GET', '/api/openapi.json'],
      ['HEAD', '/api/contacts'],
      ['GET', '/api/instance'],
    ]
    for (const [method, url, body, headers] of requests) {
      for (const request of [app.visitor, ann.request]) {
        const response = await request(method, url, body, headers)
        expect([method, url, response.status, response.headers['cache-control']]).toEqual([
          method,
          url,
          response.status,
          'no-store',
        ])
      }
    }
    await app.owner.run('alter table contacts rename to contacts_away')
    const failure = await ann.request('GET', '/api/contacts')
    await app.owner.run('alter table contacts_away rename to contacts')
    expect([failure.status, failure.headers['cache-control']]).toEqual([500, 'no-store'])
  })
})
