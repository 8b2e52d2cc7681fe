import { expect, test } from 'vitest'
import { isSlug, slugOf } from './slug.ts'

test.each([
  ['Geographic farming: do the math first', 'geographic-farming-do-the-math-first'],
  ['Équité & taxes', 'equite-and-taxes'],
  ["What a seller's agent can’t say", 'what-a-sellers-agent-cant-say'],
  ['  9D — 75 % or more?  ', '9d-75-or-more'],
  ['不動産', ''],
  ['', ''],
])('P09 turns "%s" into the slug "%s"', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})

test('P09 ends a long slug with a whole word and cuts a long word', () => {
  expect(slugOf('neighborhood '.repeat(10))).toBe(Array(6).fill('neighborhood').join('-'))
  expect(slugOf('x'.repeat(100))).toBe('x'.repeat(80))
})

test.each(['a', '9d-framework', 'x'.repeat(80)])('P10 accepts the slug %s', (slug) => {
  expect(isSlug(slug)).toBe(true)
})

test.each(['', 'A', 'a b', '-a', 'a-', 'a--b', 'a/b', 'a.b', 'é', '../a', 'a\n', 'x'.repeat(81)])(
  'P10 rejects the slug %j',
  (slug) => {
    expect(isSlug(slug)).toBe(false)
  },
)
