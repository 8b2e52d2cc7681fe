import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { releaseMemory } from './release-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('releases memory once after a start and once after each busy time, never during work or requests', () => {
  let busyMilliseconds = 0
  const collect = vi.fn()
  let askedAt = Number.NEGATIVE_INFINITY
  const stop = releaseMemory(
    () => askedAt,
    collect,
    () => busyMilliseconds,
  )
  const times = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds)
    return collect.mock.calls.length
  }
  expect(times(60_000)).toBe(1)
  busyMilliseconds = 0.5
  expect(times(60_000)).toBe(1)
  busyMilliseconds = 0.01
  expect(times(60_000)).toBe(2)
  busyMilliseconds = 0.5
  expect(times(60_000)).toBe(2)
  busyMilliseconds = 0
  askedAt = Number.POSITIVE_INFINITY
  expect(times(60_000)).toBe(2)
  askedAt = Number.NEGATIVE_INFINITY
  expect(times(60_000)).toBe(3)
  busyMilliseconds = 0.5
  times(60_000)
  stop()
  busyMilliseconds = 0
  expect(times(60_000)).toBe(3)
})

test('does nothing without access to the garbage collector', () => {
  const stop = releaseMemory(
    () => Number.NEGATIVE_INFINITY,
    undefined,
    () => 0,
  )
  vi.advanceTimersByTime(60_000)
  stop()
})
