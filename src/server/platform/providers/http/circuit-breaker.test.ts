import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

function breakerAt(start = 0) {
  const clock = { now: start }
  const breaker = createCircuitBreaker({ failures: 5, openMs: 30_000, now: () => clock.now })
  return {
    breaker,
    clock,
    fail: (count: number) => Array.from({ length: count }, () => breaker.recordFailure()),
  }
}

test('opens after five consecutive failures, not with a success in between', () => {
  const { breaker, fail } = breakerAt()
  fail(4)
  breaker.recordSuccess()
  fail(4)
  expect([breaker.state(), breaker.allowsCall()]).toEqual(['closed', true])
  fail(1)
  expect([breaker.state(), breaker.allowsCall()]).toEqual(['open', false])
})

test('allows exactly one probe after half a minute', () => {
  const { breaker, clock, fail } = breakerAt()
  fail(5)
  clock.now = 29_999
  expect(breaker.allowsCall()).toBe(false)
  clock.now = 30_000
  expect(breaker.state()).toBe('half-open')
  expect([breaker.allowsCall(), breaker.allowsCall()]).toEqual([true, false])
})

test('closes after a successful probe and stays open for another half minute after a failed one', () => {
  const { breaker, clock, fail } = breakerAt()
  fail(5)
  clock.now = 30_000
  breaker.allowsCall()
  breaker.recordFailure()
  clock.now = 59_000
  expect(breaker.allowsCall()).toBe(false)
  clock.now = 60_000
  breaker.allowsCall()
  breaker.recordSuccess()
  expect([breaker.state(), breaker.allowsCall()]).toEqual(['closed', true])
})

test('allows another probe when the caller of the first one disconnected', () => {
  const { breaker, clock, fail } = breakerAt()
  fail(5)
  clock.now = 30_000
  breaker.allowsCall()
  breaker.recordAbandoned()
  expect(breaker.allowsCall()).toBe(true)
})
