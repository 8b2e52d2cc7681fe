import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectTo, request } from '#test/connected-model.ts'
import { type FakeAnswer, type FakeModel, startFakeModel } from '#test/fakes/language-model.ts'
import type { ModelTrouble } from './language-model.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await startFakeModel()
})
beforeEach(() => fake.reset())
afterAll(() => fake.stop())

describe('A22 the tools that the model would use', () => {
  const tools = ['tasks', 'contacts'].map((name) => ({
    name,
    description: `Reads ${name}`,
    parameters: { type: 'object' },
  }))

  test('are offered in one question without a stream, and come back unchecked', async () => {
    const { model } = connectTo(fake.url)
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

  test('at most three, none that was not offered, none whose arguments cannot be read', async () => {
    const { model } = connectTo(fake.url)
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

  test('none, where the model answers with words or there is nothing to choose from', async () => {
    const { model } = connectTo(fake.url)
    expect(await model.choose(request(), tools)).toEqual([])
    expect(await model.choose(request(), [])).toEqual([])
    expect(fake.requests).toHaveLength(1)
  })

  test('none, and no further question, where the endpoint knows no tools', async () => {
    const { model, lines } = connectTo(fake.url)
    fake.choose({ status: 400, body: '{"error":"test-model does not support tools"}' })
    expect(await model.choose(request(), tools)).toEqual([])
    expect(await model.choose(request(), tools)).toEqual([])
    expect(fake.requests).toHaveLength(1)
    expect(lines).toMatchObject([{ level: 'warn', fields: { status: 400 } }])
    expect(model.status()).toMatchObject({ failures: 0, breaker: 'closed' })
  })

  test('one question that is refused for another reason does not end the choosing for everybody', async () => {
    const { model } = connectTo(fake.url)
    fake.choose({ status: 400, body: '{"error":"too long"}' }, { calls: [{ name: 'tasks', arguments: {} }] })
    expect(await model.choose(request(), tools)).toEqual([])
    expect(await model.choose(request(), tools)).toHaveLength(1)
  })

  test.each<[FakeAnswer, ModelTrouble]>([
    [{ status: 500 }, 'unavailable'],
    [{ status: 429 }, 'busy'],
    [{ does: 'html' }, 'unusable'],
    [{ does: 'hang' }, 'unavailable'],
  ])('%j is a plain failure', async (answer, trouble) => {
    const { model } = connectTo(fake.url, { firstByteMs: 60 })
    fake.choose(answer)
    await expect(model.choose(request(), tools)).rejects.toMatchObject({ name: 'ModelError', trouble })
  })
})
