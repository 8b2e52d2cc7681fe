import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

function breakerAt(start = 0) {
  const clock = { now: start }
  const breaker = createCircuitBreaker({ failures: 5, openMs: 30_000, now: () => clock.now })
  return { breaker, clock, fail: (times: number) => Array.from({ length: times }, () => breaker.failed()) }
}

test('five failures in a row open it; one answer between them does not', () => {
  const { breaker, fail } = breakerAt()
  fail(4)
  breaker.succeeded()
  fail(4)
  expect([breaker.state(), breaker.allows()]).toEqual(['closed', true])
  fail(1)
  expect([breaker.state(), breaker.allows()]).toEqual(['open', false])
})

test('after half a minute one probe is let through, and only one', () => {
  const { breaker, clock, fail } = breakerAt()
  fail(5)
  clock.now = 29_999
  expect(breaker.allows()).toBe(false)
  clock.now = 30_000
  expect(breaker.state()).toBe('half-open')
  expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
})

test('the probe decides: an answer closes it, a failure keeps it open for another half minute', () => {
  const { breaker, clock, fail } = breakerAt()
  fail(5)
  clock.now = 30_000
  breaker.allows()
  breaker.failed()
  clock.now = 59_000
  expect(breaker.allows()).toBe(false)
  clock.now = 60_000
  breaker.allows()
  breaker.succeeded()
  expect([breaker.state(), breaker.allows()]).toEqual(['closed', true])
})

test('a probe whose caller went away leaves the next one free', () => {
  const { breaker, clock, fail } = breakerAt()
  fail(5)
  clock.now = 30_000
  breaker.allows()
  breaker.abandoned()
  expect(breaker.allows()).toBe(true)
})
