import { expect, test } from 'vitest'
import { leadingCategory } from './leading-category.ts'

const debt = (points: number) => ({ category: 'debt' as const, points })
const divorce = (points: number) => ({ category: 'divorce' as const, points })

test('A13 picks the category with the largest growth or loss', () => {
  expect(leadingCategory([debt(40)], [debt(35), divorce(30)], 1)).toBe('divorce')
  expect(leadingCategory([debt(40), divorce(30)], [debt(35), divorce(29)], -1)).toBe('debt')
})

test('A13 handles a category that disappeared and a first score', () => {
  expect(leadingCategory([debt(40), divorce(30)], [debt(41)], -1)).toBe('divorce')
  expect(leadingCategory([], [debt(12), divorce(30)], 1)).toBe('divorce')
})

test('A13 returns null without a change', () => {
  expect(leadingCategory([], [], 1)).toBeNull()
  expect(leadingCategory([debt(40)], [debt(40)], -1)).toBeNull()
  expect(leadingCategory([debt(40)], [debt(30)], 1)).toBeNull()
})
