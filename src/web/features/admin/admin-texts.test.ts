import { expect, test } from 'vitest'
import { formatCents } from '#web/lib/format.ts'
import { actorText, detailsText, growthOf, roundUpForAxis } from './admin-texts.ts'

test('A31 shows growth over the previous month, and nothing if that was zero', () => {
  expect(growthOf(112, 100)).toBe('+12%')
  expect(growthOf(97, 100)).toBe('−3%')
  expect(growthOf(100, 100)).toBe('no change')
  expect(growthOf(1001, 1000)).toBe('0%')
  expect(growthOf(0, 100)).toBe('−100%')
  expect(growthOf(100, 0)).toBeNull()
})

test("A31 ends the chart's axis at a round value", () => {
  expect([0, 1, 3, 79, 101, 869, 5000].map(roundUpForAxis)).toEqual([1, 1, 3, 80, 150, 1000, 5000])
})

test('A31 shows cents only when they are not zero', () => {
  expect(formatCents(86_900)).toBe('$869')
  expect(formatCents(14_483)).toBe('$144.83')
})

test('A31 names the actor and the details of a log entry', () => {
  expect(actorText({ actor: 'user:1', actorEmail: 'op@example.com' })).toBe('op@example.com')
  expect(actorText({ actor: 'user:1', actorEmail: null })).toBe('A former user')
  expect(actorText({ actor: 'job:billing', actorEmail: null })).toBe('System (billing)')
  expect(actorText({ actor: 'visitor', actorEmail: null })).toBe('A visitor')
  expect(detailsText({ amount: -5, reason: 'As agreed', until: '2026-04-30' })).toBe(
    'amount −5 · until Apr 30, 2026',
  )
  expect(detailsText({ broken: 0, rules: '' })).toBe('broken 0')
  expect(detailsText(null)).toBe('')
})
