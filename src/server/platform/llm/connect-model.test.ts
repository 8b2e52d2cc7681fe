import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { event, type FakeModel, type FakeResponse, startFakeModel } from '#test/fakes/language-model.ts'
import {
  collectPieces,
  collectUntilError,
  connectTestModel,
  KEY,
  PROMPT,
  request,
} from '#test/workspaces/connected-model.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await startFakeModel()
})
beforeEach(() => fake.reset())
afterAll(() => fake.stop())

const chunk = (choice: object) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`
const raw = (...lines: string[]): FakeResponse => ({ raw: lines })

describe('A22 an answer of the connected model', () => {
  test('streams in pieces, and the request follows the protocol', async () => {
    const { model } = connectTestModel(fake.url)
    let write = () => {}
    fake.answer({ pieces: ['Call ', new Promise<void>((resolve) => (write = resolve)), 'Ann.'] })
    const output = model.write(request())[Symbol.asyncIterator]()
    expect((await output.next()).value).toBe('Call ')
    write()
    expect((await output.next()).value).toBe('Ann.')
    expect((await output.next()).done).toBe(true)
    expect(fake.requests).toHaveLength(1)
    expect(fake.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: {
        model: 'test-model',
        stream: true,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: PROMPT },
        ],
      },
    })
    expect(model.status()).toMatchObject({ calls: 1, failures: 0, breaker: 'closed', lastFailure: null })
  })

  test('a slow reader does not count as a silent endpoint', async () => {
    const { model } = connectTestModel(fake.url, { firstByteMs: 700, silenceMs: 700 })
    let openGate = () => {}
    const gate = new Promise<void>((resolve) => (openGate = resolve))
    fake.answer({ pieces: ['Hello ', gate, 'there.'] }, { fault: 'hang' })
    const output = model.write(request())[Symbol.asyncIterator]()
    expect((await output.next()).value).toBe('Hello ')
    // Another question reaches the same limits in the meantime.
    await collectUntilError(connectTestModel(fake.url, { firstByteMs: 900 }).model.write(request()))
    openGate()
    expect((await output.next()).value).toBe('there.')
    expect((await output.next()).done).toBe(true)
  })

  test('lone surrogates of a question are replaced', async () => {
    const { model } = connectTestModel(fake.url)
    await collectPieces(model.write(request({ turns: [{ role: 'user', content: 'a \ud83d b' }] })))
    expect(fake.requests[0]?.body.messages[1]?.content).toBe('a \ufffd b')
  })

  const usage = 'data: {"choices":[],"usage":{"total_tokens":9}}\n\n'
  test.each<[string, FakeResponse]>([
    ['plain JSON although a stream was asked for', { json: 'Hello there.' }],
    ['no end but the end of the body', { pieces: ['Hello ', 'there.'], end: 'plain' }],
    [
      'a finish reason and then silence',
      { raw: [event('Hello '), event('there.', 'stop'), ': nothing more'], end: 'hang' },
    ],
    [
      'CRLF, comments and fields of no meaning',
      raw(
        ': hello\r\n\r\nevent: message\r\nid: 1\r\nretry: 5\r\n',
        event('Hello there.').replaceAll('\n', '\r\n'),
        'data: [DONE]\r\n\r\n',
      ),
    ],
    [
      'empty, null and absent contents',
      raw(
        chunk({ delta: { role: 'assistant', content: null } }),
        chunk({ delta: {} }),
        chunk({ delta: { content: '' }, finish_reason: '' }),
        event('Hello there.'),
        usage,
      ),
    ],
    [
      'reasoning in fields of its own',
      raw(
        chunk({ delta: { reasoning_content: 'Hm', reasoning: 'Hm', content: null } }),
        event('Hello there.'),
        usage,
      ),
    ],
    [
      'reasoning in tags, cut anywhere',
      { pieces: ['<th', 'ink>secret', ' thoughts</thi', 'nk>\n\nHello', ' there.'] },
    ],
    [
      'contents as lists of parts',
      raw(
        chunk({
          delta: {
            content: [
              { type: 'thinking', thinking: [] },
              { type: 'text', text: 'Hello there.' },
            ],
          },
        }),
      ),
    ],
    ['the last event without an empty line', raw(event('Hello '), event('there.').trimEnd())],
    ['characters cut by the network', raw(...[...event('Hello there.')])],
    [
      'another choice beside the first',
      raw(chunk({ index: 1, delta: { content: 'No.' } }), event('Hello there.')),
    ],
    ['blank lines before it', { pieces: ['\n\n', '  ', 'Hello there.'] }],
  ])('is read with %s', async (_, output) => {
    const { model } = connectTestModel(fake.url)
    fake.answer(output)
    expect((await collectPieces(model.write(request()))).join('')).toBe('Hello there.')
    expect(model.status().failures).toBe(0)
  })

  test.each([
    ['', '/v1/chat/completions'],
    ['/', '/v1/chat/completions'],
    ['/chat/completions', '/v1/chat/completions'],
  ])('the address may end in %j', async (ending, path) => {
    const { model } = connectTestModel(fake.url + ending)
    await collectPieces(model.write(request()))
    expect(fake.requests.map((paths) => paths.path)).toEqual([path])
  })

  test('a bare host finds /v1 and remembers it', async () => {
    const { model } = connectTestModel(new URL(fake.url).origin)
    fake.answer({ status: 404 }, 'Hello.', 'Hello again.')
    expect((await collectPieces(model.write(request()))).join('')).toBe('Hello.')
    await collectPieces(model.write(request()))
    const paths = ['/chat/completions', '/v1/chat/completions', '/v1/chat/completions']
    expect(fake.requests.map(({ path }) => path)).toEqual(paths)
  })

  test('is cut at the character limit, and reading stops', async () => {
    const { model } = connectTestModel(fake.url)
    fake.answer({ fault: 'endless' })
    expect((await collectPieces(model.write(request({ maxCharacters: 50 })))).join('')).toHaveLength(50)
    await fake.requests[0]?.disconnected
    expect(model.status()).toMatchObject({ failures: 0, breaker: 'closed' })
  })

  test('has no control characters, lone surrogates or bidirectional marks', async () => {
    const { model } = connectTestModel(fake.url)
    fake.answer({ pieces: ['\u0007Hel\u202elo\ud83d', '\ude00 \ud800<img src=x onerror=alert(1)>'] })
    expect((await collectPieces(model.write(request()))).join('')).toBe(
      'Hello😀 <img src=x onerror=alert(1)>',
    )
  })
})
