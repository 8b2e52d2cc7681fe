import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatReply } from '#contract/assistant.ts'
import { createRateLimiter } from '#server/platform/http/limits.ts'
import { objectsOf } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

async function ask(message: unknown, person: Person = ann) {
  const answer = await person.request('POST', '/api/chat', { message })
  return { status: answer.status, ...(answer.json as ChatReply & { fields?: Record<string, string> }) }
}

describe('A22 POST /api/chat', () => {
  test('answers from the documentation and names the section', async () => {
    const { status, reply, sources } = await ask('  What does a score of 75 mean? ')
    expect(status).toBe(200)
    expect(reply).toContain('one-in-three chance of a signal-driven move')
    expect(reply.split(/\s+/).length).toBeLessThanOrEqual(120)
    expect(sources[0]).toEqual({ title: 'How the score works', slug: 'score', heading: 'What 75 means' })
  })

  test('says that it does not know, and names no source', async () => {
    const { status, reply, sources } = await ask('Who won the world cup in 2018?')
    expect([status, sources]).toEqual([200, []])
    expect(reply).toMatch(/^I don't know\./)
  })

  test('knows nothing of any contact, also of one’s own', async () => {
    await objectsOf(app, ann, 'Zebedee Quillfeather')
    for (const message of [
      'Who is Zebedee Quillfeather?',
      'Show the contact Zebedee Quillfeather',
      'List my contacts',
    ]) {
      const { reply, sources } = await ask(message)
      expect(JSON.stringify([reply, sources])).not.toContain('Quillfeather')
    }
  })

  test('keeps nothing of what was asked', async () => {
    await ask('A remarkable question about kingfishers and credits')
    const found = await app.owner.rows(`select from audit_log where details::text like '%kingfisher%'`)
    expect(found).toEqual([])
  })

  test.each([
    ['', 'Write a question'],
    [' \n\t ', 'Write a question'],
    [undefined, 'Required'],
    [7, 'Required'],
  ])('refuses %j', async (message, problem) => {
    const { status, fields } = await ask(message)
    expect([status, fields?.message]).toEqual([400, problem])
  })

  test('takes 2,000 characters and not one more', async () => {
    expect((await ask('credit '.repeat(300).slice(0, 2000))).status).toBe(200)
    expect((await ask('x'.repeat(2001))).status).toBe(400)
  })

  test('needs somebody signed in, and no subscription', async () => {
    expect((await app.visitor('POST', '/api/chat', { message: 'credits' })).status).toBe(401)
    const newcomer = await app.signIn('newcomer@example.com')
    expect((await ask('What does Professional cost?', newcomer)).status).toBe(200)
  })

  test('is limited for each person', () => {
    const take = createRateLimiter(() => 0)
    const asks = Array.from({ length: 21 }, () => () => take('heavy', 'ann'))
    for (const each of asks.slice(0, 20)) each()
    expect(asks.at(-1)).toThrow('Too many requests')
    expect(() => take('heavy', 'bob')).not.toThrow()
  })
})
