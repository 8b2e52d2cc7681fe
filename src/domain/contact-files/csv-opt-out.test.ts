import { expect, test } from 'vitest'
import { optOutReader } from './csv-opt-out.ts'

test('blocks every channel when a do-not-call column says "unsubscribed"', () => {
  const readOptOut = optOutReader('optOutCall', 'DNC')
  expect(readOptOut?.('Unsubscribed')).toMatchObject({ channel: 'all' })
  expect(readOptOut?.('yes')).toMatchObject({ channel: 'call' })
})

test('reads Allow and Do Not Allow in a do-not column', () => {
  const read = optOutReader('optOutEmail', 'Do not allow Emails')
  expect(read?.('Allow')).toBeNull()
  expect(read?.('Do Not Allow')).toMatchObject({ channel: 'email' })
})
