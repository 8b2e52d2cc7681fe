import { expect, test } from 'vitest'
import { answerCallingRule } from './calling-rule-answer.ts'

test.each([
  ['How many times may I call someone in Florida in a day?', 'At most 3 calls to one person in 24 hours.'],
  ['what are the calling hours in texas', 'Sunday noon to 9 p.m. Source: Tex.'],
  ['How late can I text people in RI?', 'Sunday and legal holidays none'],
  ['when may I call in New Mexico', 'Monday to Friday 9 a.m. to 9 p.m.'],
  ['calling hours in Ohio', 'no stricter rule for Ohio'],
])('answers %j from the table of calling rules', (question, part) => {
  expect(answerCallingRule(question)).toContain(part)
})

test.each([
  'Who should I call in Texas?',
  'when can I call people or text them',
  'What is Florida?',
  'When did I last call Jane in Texas?',
])('leaves %j to the other rules', (question) => {
  expect(answerCallingRule(question)).toBeNull()
})
