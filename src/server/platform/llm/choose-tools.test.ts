import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeModel, type FakeResponse, startFakeModel } from '#test/fakes/language-model.ts'
import { connectTestModel, request } from '#test/workspaces/connected-model.ts'
import type { ModelTrouble } from './language-model.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await startFakeModel()
})
beforeEach(() => fake.reset())
afterAll(() => fake.stop())

describe('A22 tool choices of the model', () => {
  const tools = ['tasks', 'contacts'].map((name) => ({
    name,
    description: `Reads ${name}`,
    parameters: { type: 'object' },
  }))

  test('are offered in one request without a stream, and returned unvalidated', async () => {
    const { model } = connectTestModel(fake.url)
    fake.choose({ calls: [{ name: 'tasks', arguments: { due: 'today' } }] })
    expect(await model.choose(request(), tools)).toEqual([{ name: 'tasks', arguments: { due: 'today' } }])
    expect(fake.requests[0]?.body).toMatchObject({
      stream: false,
      tool_choice: 'auto',
      tools: [
        { type: 'function', function: tools[0] },
        { type: 'function', function: tools[1] },
      ],
    })
  })

  test('are at most three, all from the offered tools, with valid arguments', async () => {
    const { model } = connectTestModel(fake.url)
    fake.choose({
      calls: [
        { name: 'delete_everything', arguments: {} },
        { name: 'tasks', arguments: '{"due":' },
        { name: 'tasks', arguments: '' },
        ...[1, 2, 3].map((score) => ({ name: 'contacts', arguments: { score } })),
      ],
    })
    expect(await model.choose(request(), tools)).toEqual([
      { name: 'tasks', arguments: {} },
      { name: 'contacts', arguments: { score: 1 } },
      { name: 'contacts', arguments: { score: 2 } },
    ])
  })

  test('are empty when the model answers with text or no tool is offered', async () => {
    const { model } = connectTestModel(fake.url)
    expect(await model.choose(request(), tools)).toEqual([])
    expect(await model.choose(request(), [])).toEqual([])
    expect(fake.requests).toHaveLength(1)
  })

  test('are empty, without more requests, when the endpoint doesn’t support tools', async () => {
    const { model, lines } = connectTestModel(fake.url)
    fake.choose({ status: 400, body: '{"error":"test-model does not support tools"}' })
    expect(await model.choose(request(), tools)).toEqual([])
    expect(await model.choose(request(), tools)).toEqual([])
    expect(fake.requests).toHaveLength(1)
    expect(lines).toMatchObject([{ level: 'warn', fields: { status: 400 } }])
    expect(model.status()).toMatchObject({ failures: 0, breaker: 'closed' })
  })

  test('stay enabled when a request is rejected for another reason', async () => {
    const { model } = connectTestModel(fake.url)
    fake.choose({ status: 400, body: '{"error":"too long"}' }, { calls: [{ name: 'tasks', arguments: {} }] })
    expect(await model.choose(request(), tools)).toEqual([])
    expect(await model.choose(request(), tools)).toHaveLength(1)
  })

  test.each<[FakeResponse, ModelTrouble]>([
    [{ status: 500 }, 'unavailable'],
    [{ status: 429 }, 'busy'],
    [{ fault: 'html' }, 'unusable'],
    [{ fault: 'hang' }, 'unavailable'],
  ])('%j is a plain failure', async (response, trouble) => {
    // A short limit for silence alone: on a busy machine, a prompt answer can take longer than it.
    const { model } = connectTestModel(fake.url, trouble === 'unavailable' ? { firstByteMs: 60 } : {})
    fake.choose(response)
    await expect(model.choose(request(), tools)).rejects.toMatchObject({ name: 'ModelError', trouble })
  })
})
