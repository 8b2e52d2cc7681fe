import { expect, it } from 'vitest'
import { createAppShell } from './app-shell.ts'
import { checkJsonShape } from './bounded-json.ts'

const TOO_MUCH = 'too many values or levels'

it('accepts the largest import from a device', () => {
  const contact = {
    name: 'Ada, "the" [first]',
    phone: '{'.repeat(300),
    email: '\\',
    address: 'x\\"'.repeat(60),
  }
  const contacts = Array.from({ length: 5000 }, () => contact)
  expect(() => checkJsonShape(JSON.stringify({ contacts }))).not.toThrow()
})

it('refuses many small values, many keys and many levels before they are parsed', () => {
  const million = 1_000_000
  expect(() => checkJsonShape(`[${'{},'.repeat(million)}{}]`)).toThrow(TOO_MUCH)
  expect(() => checkJsonShape(`{${'"a":1,'.repeat(million)}"a":1}`)).toThrow(TOO_MUCH)
  expect(() => checkJsonShape('['.repeat(million))).toThrow(TOO_MUCH)
  expect(() => checkJsonShape('{"a":'.repeat(million))).toThrow(TOO_MUCH)
})

it('ignores the contents of strings, even unterminated ones', () => {
  expect(() => checkJsonShape(JSON.stringify('[,{'.repeat(100_000)))).not.toThrow()
  expect(() => checkJsonShape(`"${'[,{'.repeat(100_000)}`)).not.toThrow()
  expect(() => checkJsonShape(`"${'\\"['.repeat(100_000)}"`)).not.toThrow()
})

it('responds 400 to an oversized body and parses others', async () => {
  const app = await createAppShell({ appUrl: 'http://localhost', logLevel: 'silent', bodyLimit: 1_000_000 })
  app.post('/echo', async ({ body }) => body)
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': 'application/json' } })
  expect((await post('{"a": [1, "é"]}')).json()).toEqual({ a: [1, 'é'] })
  for (const body of ['['.repeat(200_000), '{"a":', '', '{"__proto__": {"x": 1}}']) {
    expect([body.slice(0, 9), (await post(body)).statusCode]).toEqual([body.slice(0, 9), 400])
  }
  await app.close()
})
