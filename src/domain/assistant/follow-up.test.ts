import { expect, test } from 'vitest'
import { inContext, isFollowUp } from './follow-up.ts'

const ada = { question: "what's Ada's phone number?", contacts: [{ name: 'Ada Marsh' }] }

test.each([
  ['and her email?', "Ada Marsh's email"],
  ['when did she buy?', 'when did Ada Marsh buy'],
  ['write her a letter', 'write Ada Marsh a letter'],
])('puts the person of the last answer into %s', (question, meant) => {
  expect(inContext(question, ada)).toBe(meant)
})

test('puts another place into the last question', () => {
  const previous = { question: 'who do I have in Naperville?', contacts: [] }
  expect(inContext('what about in Aurora?', previous)).toBe('who do i have in aurora?')
})

test.each(['how many of them own their home?', 'Who should I call?'])('does not change %s', (question) => {
  expect(isFollowUp(question)).toBe(false)
})

test('does not change a question when several people were named', () => {
  const several = { question: 'who', contacts: [{ name: 'Ada Marsh' }, { name: 'Dee Lowry' }] }
  expect(inContext('and her email?', several)).toBe('and her email?')
})
