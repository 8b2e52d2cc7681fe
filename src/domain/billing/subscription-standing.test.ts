import { expect, test } from 'vitest'
import { type Standing, supersedes } from './subscription-standing.ts'

const standing = (
  status: Standing['status'],
  day: number,
  subscriptionId = 'sub_a',
  end = day + 30,
): Standing => ({
  subscriptionId,
  status,
  periodEnd: new Date(Date.UTC(2026, 0, end)).toISOString(),
  eventAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
})

test('A25 a newer event counts, an older one that comes late does not', () => {
  expect(supersedes(standing('past_due', 2), standing('active', 1))).toBe(true)
  expect(supersedes(standing('active', 1), standing('past_due', 2))).toBe(false)
  expect(supersedes(standing('active', 1), standing('active', 1))).toBe(false)
})

test('A25 of two events of one second the later step counts, then the longer period', () => {
  expect(supersedes(standing('active', 1), standing('past_due', 1))).toBe(true)
  expect(supersedes(standing('past_due', 1), standing('active', 1))).toBe(false)
  expect(supersedes(standing('active', 1, 'sub_a', 61), standing('active', 1, 'sub_a', 31))).toBe(true)
})

test('A25 an unpaid beginning takes the place of nothing, whatever its time', () => {
  expect(supersedes(standing('incomplete', 9, 'sub_b'), standing('active', 1))).toBe(false)
  expect(supersedes(standing('active', 1), standing('incomplete', 9, 'sub_b'))).toBe(true)
  const granted: Standing = { subscriptionId: null, status: 'active', periodEnd: null, eventAt: null }
  expect(supersedes(standing('incomplete', 9), granted)).toBe(false)
  expect(supersedes(standing('incomplete', 9), { ...granted, status: 'incomplete' })).toBe(true)
})

test('A25 a canceled subscription is not revived, but another one may begin', () => {
  expect(supersedes(standing('active', 9), standing('canceled', 5))).toBe(false)
  expect(supersedes(standing('canceled', 5), standing('active', 9))).toBe(true)
  expect(supersedes(standing('active', 9, 'sub_b'), standing('canceled', 5))).toBe(true)
})

test('A25 the end of another subscription does not take away the active one', () => {
  expect(supersedes(standing('canceled', 9, 'sub_b'), standing('active', 5))).toBe(false)
  expect(supersedes(standing('past_due', 9, 'sub_b'), standing('active', 5))).toBe(false)
  expect(supersedes(standing('active', 9, 'sub_b'), standing('active', 5))).toBe(true)
})
