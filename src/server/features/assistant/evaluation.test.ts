import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatReply } from '#contract/assistant.ts'
import { allowedFigures, hasInventedFigure } from '#domain/assistant/figures.ts'
import { plainText } from '#domain/documentation/document.ts'
import { formatPhone } from '#domain/identity/phone.ts'
import { readDocuments } from '#server/platform/content/documents.ts'
import { readSite } from '#server/platform/content/site.ts'
import { fillAssistantWorkspace } from '#test/builders/assistant-contacts.ts'
import {
  OWN_QUESTIONS,
  PRODUCT_QUESTIONS,
  UNANSWERABLE_QUESTIONS,
} from '#test/fixtures/assistant-evaluation.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const RIGHT_AT_LEAST = 0.9

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  await fillAssistantWorkspace(app, ann)
})
afterAll(() => app.close())

/** All figures that the answers may use: the sections quoted under a reply, and the caller's own rows. */
async function figuresOfWorkspace(): Promise<string[]> {
  const tables = ['contacts', 'score_history', 'signals', 'tasks', 'organizations']
  const rows = await Promise.all(
    tables.map((table) =>
      app.owner.rows<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t`),
    ),
  )
  const explained = await app.owner.rows<{ id: string }>('select id from contacts')
  const scores = await Promise.all(explained.map(({ id }) => ann.request('GET', `/api/contacts/${id}/score`)))
  const phones = await app.owner.rows<{ phone: string }>('select phone from contacts where phone is not null')
  const counts = Array.from({ length: 7 }, (_, count) => String(count))
  // Digits of ids don't count as figures.
  const expectedTexts = [...rows.flat(), ...scores].map(({ text }) =>
    text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, ''),
  )
  return [...expectedTexts, ...phones.map(({ phone }) => formatPhone(phone)), ...counts]
}

test('A22 answers every evaluation question and invents no figure', async () => {
  const documents = readDocuments(readSite(null).site)
  const own = await figuresOfWorkspace()
  const scores = await app.owner.rows<{ name: string; score: number }>(
    'select first_name as name, nine_d_score as score from contacts where nine_d_score is not null',
  )
  const fillFact = (fact: string) =>
    scores.reduce((text, { name, score }) => text.replaceAll(`{${name}}`, String(score)), fact)
  const questions = [...PRODUCT_QUESTIONS, ...OWN_QUESTIONS, ...UNANSWERABLE_QUESTIONS]
  const wrong: string[] = []
  const invented: string[] = []
  for (const { question, facts } of questions) {
    await app.owner.run('delete from rate_limits')
    const { reply, sources } = (await ann.request('POST', '/api/chat', { message: question }))
      .json as ChatReply
    const answer = reply.toLowerCase()
    if (!facts.every((fact) => answer.includes(fillFact(fact).toLowerCase())))
      wrong.push(`${question}\n  ${reply}`)
    const read = sources.flatMap(({ slug, heading }) =>
      documents
        .filter((document) => document.slug === slug)
        .flatMap(({ sections }) => sections.filter((section) => section.heading === heading))
        .flatMap(({ blocks }) => blocks.map(plainText)),
    )
    const evidence = allowedFigures([question, ...(sources.length > 0 ? read : own)])
    if (reply.split('\n').some((line) => hasInventedFigure(line, evidence)))
      invented.push(`${question}\n  ${reply}`)
  }
  const right = questions.length - wrong.length
  process.stdout.write(
    `Assistant evaluation: ${right} of ${questions.length} right, ${invented.length} invented figures\n`,
  )
  expect(questions).toHaveLength(60)
  expect(invented).toEqual([])
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(RIGHT_AT_LEAST * questions.length)
})
