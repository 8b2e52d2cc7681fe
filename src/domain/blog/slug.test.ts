import { expect, test } from 'vitest'
import { isSlug, slugOf } from './slug.ts'

test.each([
  ['Geographic farming: do the math first', 'geographic-farming-do-the-math-first'],
  ['Équité & taxes', 'equite-and-taxes'],
  ["What a seller's agent can’t say", 'what-a-sellers-agent-cant-say'],
  ['  9D — 75 % or more?  ', '9d-75-or-more'],
  ['不動産', ''],
  ['', ''],
])('P09 the words of "%s" stand in an address as "%s"', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})

test('P09 a long title ends with a whole word, and a long word is cut', () => {
  expect(slugOf('neighborhood '.repeat(10))).toBe(Array(6).fill('neighborhood').join('-'))
  expect(slugOf('x'.repeat(100))).toBe('x'.repeat(80))
})

test.each(['a', '9d-framework', 'x'.repeat(80)])('P10 %s can name a post', (slug) => {
  expect(isSlug(slug)).toBe(true)
})

test.each(['', 'A', 'a b', '-a', 'a-', 'a--b', 'a/b', 'a.b', 'é', '../a', 'a\n', 'x'.repeat(81)])(
  'P10 %j cannot name a post',
  (slug) => {
    expect(isSlug(slug)).toBe(false)
  },
)
