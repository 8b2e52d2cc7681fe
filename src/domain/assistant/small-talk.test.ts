import { expect, test } from 'vitest'
import { PRODUCT_QUESTIONS, UNANSWERABLE_QUESTIONS } from '#test/fixtures/assistant-evaluation.ts'
import { quotePassages } from './quote-passages.ts'
import { answerSmallTalk, isCommand } from './small-talk.ts'

test.each([
  ['hi', /^Hello\. I answer from/],
  ['Good morning!', /^Hello\./],
  ['What can you do?', /^I'm the Ninefold assistant/],
  ['who are you', /a computer program\. I answer from/],
  ['OK, thanks!', /^You're welcome\.$/],
])('A22 answers "%s" politely', (question, reply) => {
  expect(answerSmallTalk(question, 'Ninefold')).toMatch(reply)
})

test.each([
  ...PRODUCT_QUESTIONS.map(({ question }) => question),
  ...UNANSWERABLE_QUESTIONS.map(({ question }) => question),
  ...[
    '',
    '?',
    'hi, what does a score of 75 mean?',
    'thanks, and who should I call?',
    `${'ok '.repeat(600)}who`,
  ],
])('A22 treats no real question as small talk: %#', (question) =>
  expect(answerSmallTalk(question, 'Ninefold')).toBeNull(),
)

test('A22 tells commands from questions', () => {
  expect(
    ['delete Megan Carlisle', 'Can you call Ann for me?', 'Please enrich everybody'].map(isCommand),
  ).toEqual([...[true, true, true]])
  expect(['Who should I call?', 'deleted contacts', 'Is there a call list?'].map(isCommand)).toEqual([
    ...[false, false, false],
  ])
})

test('A22 quotes a yes or no together with its heading', () => {
  const passage = {
    title: 'Questions',
    slug: 'faq',
    heading: 'Will everybody move?',
    blocks: ['No, most stay.'],
  }
  expect(quotePassages([passage], 'who moved?')).toBe('Will everybody move? No, most stay.')
})
