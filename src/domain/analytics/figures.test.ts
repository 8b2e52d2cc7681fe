import { expect, test } from 'vitest'
import { changeText } from './figures.ts'

test.each([
  [60, 48, '+25% from 48'],
  [36, 48, '−25% from 48'],
  [48, 48, 'No change from 48'],
  [5, 0, 'from 0'],
  [0, 0, 'No change from 0'],
  [null, 48, 'from 48'],
])('compares %s with %s', (value, previous, text) => {
  expect(changeText(value, previous, 'count')).toBe(text)
})

test('shows no percentage of a negative number, which would invert it', () => {
  expect(changeText(5, -10, 'count')).toBe('from -10')
  expect(changeText(-20, -10, 'count')).toBe('from -10')
})
