import { expect, test } from 'vitest'
import { cookieValue } from './cookies.ts'

test('finds a cookie among others with any spacing', () => {
  expect(cookieValue('a=1; signed_in=1;sidebar_state=false', 'signed_in')).toBe('1')
  expect(cookieValue('a=1; signed_in=1;sidebar_state=false', 'sidebar_state')).toBe('false')
})

test('ignores cookies with similar names', () => {
  expect(cookieValue('not_signed_in=1; signed_in_before=1', 'signed_in')).toBeNull()
  expect(cookieValue('', 'signed_in')).toBeNull()
})

test('keeps equals signs in a value', () => {
  expect(cookieValue('token=a=b=', 'token')).toBe('a=b=')
})
