import { expect, test } from 'vitest'
import { retryAfterSeconds } from './retry-after.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')

test.each([
  [null, null],
  ['', null],
  ['soon', null],
  ['0', 0],
  [' 7 ', 7],
  ['Tue, 10 Mar 2026 12:00:30 GMT', 30],
  ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
  ['99999999999', 86_400],
])('reads %j as %j', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds)
})
