import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { event, type FakeModel, type FakeResponse, startFakeModel } from '#test/fakes/language-model.ts'
import {
  collectPieces,
  collectUntilError,
  connectTestModel,
  request,
} from '#test/workspaces/connected-model.ts'
import type { ModelTrouble } from './language-model.ts'
import type { ModelLimits } from './model-limits.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await startFakeModel()
})
beforeEach(() => fake.reset())
afterAll(() => fake.stop())

const raw = (...lines: string[]): FakeResponse => ({ raw: lines })

describe('A22 no answer of the connected model', () => {
  const longText = 'x'.repeat(300)
  test.each<[string, FakeResponse, ModelTrouble, Partial<ModelLimits>]>([
    ['silence before the first byte', { fault: 'hang' }, 'unavailable', { firstByteMs: 60 }],
    ['headers and silence', { fault: 'hang-after-headers' }, 'unavailable', { firstByteMs: 60 }],
    ['silence in the middle', { pieces: ['Hel'], end: 'hang' }, 'unavailable', { silenceMs: 60 }],
    ['a connection cut in the middle', { pieces: ['Hel'], end: 'cut' }, 'unavailable', {}],
    ['keep-alives without end', { fault: 'comments' }, 'unavailable', { wholeMs: 120 }],
    ['more than can be read', { fault: 'endless' }, 'unusable', { maxBytes: 4000 }],
    [
      'an event without end',
      { raw: [`data: ${longText}`, longText], end: 'hang' },
      'unusable',
      { maxEvent: 400 },
    ],
    ['an event too big in one piece', raw(event(longText)), 'unusable', { maxEvent: 200 }],
    ['a page of a network', { fault: 'html' }, 'unusable', {}],
    ['another kind of content', { raw: ['Hello'], contentType: 'text/plain' }, 'unusable', {}],
    ['events that are no JSON', { fault: 'malformed' }, 'unusable', {}],
    ['events that are no objects', raw('data: 5\n\n'), 'unusable', {}],
    ['JSON that is none', { raw: ['{"choices":['], contentType: 'application/json' }, 'unusable', {}],
    ['JSON of another shape', { raw: ['{"choices":"a"}'], contentType: 'application/json' }, 'unusable', {}],
    ['a stream without a word', { fault: 'empty' }, 'unusable', {}],
    ['blanks alone', { pieces: [' ', '\n', '\u0000'] }, 'unusable', {}],
    ['an empty text', { json: '' }, 'unusable', {}],
    ['thoughts alone', '<think>Nothing to say.</think>', 'unusable', {}],
    ['thoughts whose beginning is not marked', 'I must hide this.</think>Hello.', 'unusable', {}],
    ['an error told in the stream', raw('data: {"error":{"message":"overloaded"}}\n\n'), 'unavailable', {}],
    ['another address', { fault: 'redirect' }, 'unusable', {}],
    ['500', { status: 500 }, 'unavailable', {}],
    ['401', { status: 401 }, 'unusable', {}],
    ['400', { status: 400 }, 'unusable', {}],
  ])('%s: one plain failure, and the connection is closed', async (_, response, trouble, limits) => {
    const { model, lines } = connectTestModel(fake.url, limits)
    fake.answer(response)
    const { error } = await collectUntilError(model.write(request()))
    expect(error).toMatchObject({ name: 'ModelError', trouble, retryAfter: null })
    expect(fake.requests).toHaveLength(1)
    expect(model.status()).toMatchObject({ failures: 1, lastFailure: error.message })
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toMatch(/canary|Hel|overloaded/)
  })

  test('keeps the text received before the connection broke, without a retry', async () => {
    const { model } = connectTestModel(fake.url)
    fake.answer({ pieces: ['Half of ', 'it'], end: 'cut' }, 'The other half')
    expect((await collectUntilError(model.write(request()))).text).toBe('Half of it')
    expect(fake.requests).toHaveLength(1)
  })

  test('a connection dropped before the first output is retried once', async () => {
    const { model } = connectTestModel(fake.url)
    fake.answer({ fault: 'drop' }, 'Hello.')
    expect((await collectPieces(model.write(request()))).join('')).toBe('Hello.')
    fake.answer({ fault: 'drop' }, { fault: 'drop' }, 'Never asked')
    expect((await collectUntilError(model.write(request()))).error.trouble).toBe('unavailable')
    expect(fake.requests).toHaveLength(4)
    expect(model.status()).toMatchObject({ calls: 2, failures: 1 })
  })

  test.each([
    ['30', 30],
    ['Tue, 10 Mar 2026 12:01:00 GMT', 60],
    ['soon', null],
  ])('429 with Retry-After %j is passed on and does not count as a failure', async (header, seconds) => {
    const { model } = connectTestModel(fake.url, { breakerFailures: 1 })
    fake.answer({ status: 429, headers: { 'retry-after': header } })
    const { error } = await collectUntilError(model.write(request()))
    expect(error).toMatchObject({ trouble: 'busy', retryAfter: seconds })
    expect(model.status().breaker).toBe('closed')
  })

  test.each([
    [{ status: 401 }, 'LLM_API_KEY'],
    [{ status: 403 }, 'LLM_API_KEY'],
    [{ status: 404 }, 'LLM_BASE_URL or LLM_MODEL'],
    [{ fault: 'html' }, 'LLM_BASE_URL'],
    [{ fault: 'redirect' }, 'LLM_BASE_URL'],
  ] satisfies [FakeResponse, string][])('%j names the setting to check', async (response, variable) => {
    const { model, lines } = connectTestModel(fake.url)
    fake.answer(response)
    await collectUntilError(model.write(request()))
    expect(lines).toMatchObject([{ level: 'error', fields: { variable } }])
  })

  test('a disconnected caller closes the connection without a failure', async () => {
    const { model, lines } = connectTestModel(fake.url, { breakerFailures: 1 })
    for (const response of [{ fault: 'hang' }, { pieces: ['Hel'], end: 'hang' }] satisfies FakeResponse[]) {
      fake.reset()
      fake.answer(response)
      const stop = new AbortController()
      const failure = collectUntilError(model.write(request({ signal: stop.signal })))
      await fake.waitForRequests(1)
      stop.abort()
      expect((await failure).error.trouble).toBe('unavailable')
      await fake.requests[0]?.disconnected
    }
    expect(model.status()).toMatchObject({ failures: 0, breaker: 'closed' })
    expect(lines).toEqual([])
  })

  test('a caller that stops reading closes the connection', async () => {
    const { model } = connectTestModel(fake.url)
    fake.answer({ pieces: ['Hel'], end: 'hang' })
    for await (const piece of model.write(request())) {
      expect(piece).toBe('Hel')
      break
    }
    await fake.requests[0]?.disconnected
    expect(model.status()).toMatchObject({ failures: 0, breaker: 'closed' })
  })

  test('an already aborted signal sends nothing', async () => {
    const { model } = connectTestModel(fake.url)
    await collectUntilError(model.write(request({ signal: AbortSignal.abort() })))
    expect(fake.requests).toEqual([])
  })

  test('pauses a failing endpoint for half a minute, then sends one probe', async () => {
    const { model, clock } = connectTestModel(fake.url)
    fake.answer({ status: 500 }, { fault: 'html' }, { status: 503 })
    for (const _ of [1, 2, 3]) await collectUntilError(model.write(request()))
    const startedAt = performance.now()
    for (const _ of [1, 2, 3])
      expect((await collectUntilError(model.write(request()))).error.trouble).toBe('unavailable')
    expect(performance.now() - startedAt).toBeLessThan(50)
    expect(fake.requests).toHaveLength(3)
    expect(model.status()).toMatchObject({ calls: 3, failures: 3, breaker: 'open' })
    clock.now += 30_000
    expect((await collectPieces(model.write(request()))).join('')).toBe('The model answers.')
    expect(model.status()).toMatchObject({
      calls: 4,
      breaker: 'closed',
      lastAnswerAt: '2026-03-10T12:00:30.000Z',
    })
  })

  test('unusable answers do not open the circuit breaker', async () => {
    const { model } = connectTestModel(fake.url)
    for (const _ of [1, 2, 3, 4]) {
      fake.answer({ fault: 'empty' })
      await collectUntilError(model.write(request()))
    }
    expect(model.status()).toMatchObject({ failures: 4, breaker: 'closed' })
  })

  test('an unreachable endpoint', async () => {
    const { model } = connectTestModel('http://127.0.0.1:1/v1')
    expect((await collectUntilError(model.write(request()))).error.message).toBe(
      'The language model could not be reached',
    )
  })
})
