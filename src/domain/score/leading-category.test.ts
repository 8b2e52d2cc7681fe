import { expect, test } from 'vitest'
import { leadingCategory } from './leading-category.ts'

const debt = (points: number) => ({ category: 'debt' as const, points })
const divorce = (points: number) => ({ category: 'divorce' as const, points })

test('A13 the category that grew the most carries a rise, the one that shrank the most a fall', () => {
  expect(leadingCategory([debt(40)], [debt(35), divorce(30)], 1)).toBe('divorce')
  expect(leadingCategory([debt(40), divorce(30)], [debt(35), divorce(29)], -1)).toBe('debt')
})

test('A13 a category that is gone carries the fall; a first score has its largest category', () => {
  expect(leadingCategory([debt(40), divorce(30)], [debt(41)], -1)).toBe('divorce')
  expect(leadingCategory([], [debt(12), divorce(30)], 1)).toBe('divorce')
})

test('A13 nothing carries what did not move', () => {
  expect(leadingCategory([], [], 1)).toBeNull()
  expect(leadingCategory([debt(40)], [debt(40)], -1)).toBeNull()
  expect(leadingCategory([debt(40)], [debt(30)], 1)).toBeNull()
})
