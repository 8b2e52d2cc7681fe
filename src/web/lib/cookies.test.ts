import { expect, test } from 'vitest'
import { cookieValue } from './cookies.ts'

test('a cookie is found among others, whatever the spaces', () => {
  expect(cookieValue('a=1; signed_in=1;sidebar_state=false', 'signed_in')).toBe('1')
  expect(cookieValue('a=1; signed_in=1;sidebar_state=false', 'sidebar_state')).toBe('false')
})

test('a cookie whose name only ends or begins alike is not taken', () => {
  expect(cookieValue('not_signed_in=1; signed_in_before=1', 'signed_in')).toBeNull()
  expect(cookieValue('', 'signed_in')).toBeNull()
})

test('a value keeps its equals signs', () => {
  expect(cookieValue('token=a=b=', 'token')).toBe('a=b=')
})
