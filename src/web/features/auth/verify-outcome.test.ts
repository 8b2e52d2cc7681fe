import { expect, test } from 'vitest'
import { verifyOutcome } from './verify-page.tsx'

const outcomeOf = (query: string) => verifyOutcome(new URLSearchParams(query))

test('A02 verifies a token', () => {
  expect(outcomeOf('token=abc')).toEqual({ state: 'verifying', token: 'abc' })
})

test.each([
  ['error=invalid_token', 'Invalid or expired magic link'],
  ['error=expired_token', 'This magic link has expired'],
  ['error=used_up', 'Verification failed'],
  ['error=constructor', 'Verification failed'],
  ['error=invalid_token&token=abc', 'Invalid or expired magic link'],
  ['', 'No verification token found'],
  ['token=', 'No verification token found'],
])('A02 shows for "%s": %s', (query, message) => {
  expect(outcomeOf(query)).toEqual({ state: 'error', message })
})
