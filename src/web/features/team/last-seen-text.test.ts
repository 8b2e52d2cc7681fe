import { expect, test } from 'vitest'
import { lastSeenText } from './member-list.tsx'

const NOW = new Date('2026-11-20T12:00:00Z')

test.each([
  [null, 'Signed out'],
  ['2026-11-20T12:00:30Z', 'Now'],
  ['2026-11-20T11:50:01Z', 'Now'],
  ['2026-11-20T11:50:00Z', '10 minutes ago'],
  ['2026-11-20T11:00:01Z', '59 minutes ago'],
  ['2026-11-20T11:00:00Z', '1 hour ago'],
  ['2026-11-19T12:00:01Z', '23 hours ago'],
  ['2026-11-19T12:00:00Z', 'Nov 19, 2026'],
])('A35 shows %s as %s', (lastSeenAt, text) => {
  expect(lastSeenText(lastSeenAt, NOW)).toBe(text)
})
