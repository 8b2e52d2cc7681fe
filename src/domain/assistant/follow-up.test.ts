import { expect, test } from 'vitest'
import { inContext, narrowPrevious, type PreviousQuestion } from './follow-up.ts'

const ada: PreviousQuestion = {
  meant: null,
  question: "what's Ada's phone number?",
  contacts: [{ id: 'a', name: 'Ada Marsh' }],
}

test.each([
  ['and her email?', "Ada Marsh's email"],
  ['when did she buy?', 'when did Ada Marsh buy'],
  ['write her a letter', 'write Ada Marsh a letter'],
])('puts the person of the last answer into %s', (question, meant) => {
  expect(inContext(question, ada)).toBe(meant)
})

const TODAY = '2026-11-27'
const naperville: PreviousQuestion = {
  question: 'who do I have in Naperville?',
  meant: { tool: 'top_contacts', narrowing: { place: 'naperville' }, limit: 10 },
  contacts: [
    { id: 'a', name: 'Ada Marsh' },
    { id: 'd', name: 'Dee Lowry' },
  ],
}

test.each([
  ['what about in Aurora?', { narrowing: { place: 'aurora' } }],
  ['and over 80', { narrowing: { place: 'naperville', scoreFrom: 81 } }],
  ['which of them have no email', { narrowing: { lacks: ['email'] }, among: ['a', 'd'] }],
  ['only those over 70', { narrowing: { scoreFrom: 71 }, among: ['a', 'd'] }],
  ['and their phone numbers?', { narrowing: {}, among: ['a', 'd'], show: 'phone' }],
  ['how many of those have a phone', { tool: 'count_contacts', narrowing: { has: ['phone'] } }],
])('reads %s with the list before', (question, expected) => {
  expect(narrowPrevious(question, naperville, TODAY)).toMatchObject(expected)
})

test.each(['Who should I call?', 'how many of them own their home?', 'What is a playbook?'])(
  'does not read %s with the list before',
  (question) => {
    expect(narrowPrevious(question, naperville, TODAY)).toBeNull()
  },
)

test('does not change a question when several people were named, or when it names one itself', () => {
  expect(inContext('and her email?', naperville)).toBe('and her email?')
  expect(inContext('How long has Dee owned her home?', ada)).toBe('How long has Dee owned her home?')
})

test('keeps the channel of a call list, so that people who opted out of it stay off', () => {
  const callList: PreviousQuestion = {
    question: 'who should I call?',
    meant: { tool: 'whom_to_call', narrowing: {}, limit: 5 },
    contacts: naperville.contacts,
  }
  for (const question of ['and in Aurora?', 'which of them live in Lisle'])
    expect(narrowPrevious(question, callList, TODAY)).toMatchObject({ tool: 'whom_to_call' })
})
