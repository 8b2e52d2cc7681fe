import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatReply } from '#contract/assistant.ts'
import { fillPeople } from '#test/builders/assistant-contacts.ts'
import { type FreshQuestion, SET_A, SET_B } from '#test/fixtures/assistant-fresh-questions.ts'
import { SET_C, SET_D, SET_E } from '#test/fixtures/assistant-more-questions.ts'
import { SET_F } from '#test/fixtures/assistant-varied-questions.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const RIGHT_AT_LEAST = 0.9

/** The questions name days and months, so the clock starts on a fixed day. */
const START = Date.parse('2026-11-27T15:00:00Z') - performance.now()
const now = () => new Date(START + performance.now())

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now } })
  ann = await app.subscriber('ann@example.com')
  await fillPeople(app, ann, now())
})
afterAll(() => app.close())

/** The answer to the last turn of a conversation of its own. */
async function lastAnswer(conversation: string): Promise<string> {
  await ann.request('DELETE', '/api/chat')
  let answer = ''
  for (const message of conversation.split(' >> ')) {
    await app.owner.run('delete from rate_limits')
    answer = ((await ann.request('POST', '/api/chat', { message })).json as ChatReply).reply
  }
  return answer
}

function isRight(answer: string, facts: readonly string[]): boolean {
  const text = answer.toLowerCase()
  const contains = (fact: string) => fact.split('|').some((each) => text.includes(each.toLowerCase()))
  return facts.every((fact) => (fact.startsWith('!') ? !contains(fact.slice(1)) : contains(fact)))
}

test.each<[string, readonly FreshQuestion[]]>([
  ['A', SET_A],
  ['B', SET_B],
  ['C', SET_C],
  ['D', SET_D],
  ['E', SET_E],
  ['F', SET_F],
])('A22 answers set %s', async (name, questions) => {
  const wrong: string[] = []
  for (const [conversation, ...facts] of questions) {
    const answer = await lastAnswer(conversation)
    if (!isRight(answer, facts)) wrong.push(`${conversation}\n  ${answer}`)
  }
  const right = questions.length - wrong.length
  process.stdout.write(`Assistant set ${name}: ${right} of ${questions.length} right\n`)
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(RIGHT_AT_LEAST * questions.length)
})
