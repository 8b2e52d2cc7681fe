import { expect, test } from 'vitest'
import { createMemberMatcher } from './match-member.ts'

const member = (userId: string, firstName: string | null, lastName: string | null) => ({
  ...{ userId, firstName, lastName },
  email: `${userId}@example.com`,
})
const match = createMemberMatcher([
  member('eve', 'Eve', 'Stone'),
  member('max', 'Max', 'Lee'),
  member('max2', 'Max', 'Lee'),
  member('zoë', 'Zoë', "O'Hara Lynn"),
  member('new', null, null),
])

test.each([
  ['Eve Stone', 'eve'],
  ['  EVE   stone ', 'eve'],
  ['Stone, Eve', 'eve'],
  ['Eve@Example.com', 'eve'],
  ["Zoe\u0308 O'Hara Lynn", 'zoë'],
  ['max2@example.com', 'max2'],
  ['new@example.com', 'new'],
])('matches %j with %s', (value, userId) => {
  expect(match(value)).toBe(userId)
})

test.each(['Max Lee', 'Eve', 'Stone', 'Eve Stoner', 'eve@example.org', '', ' '])(
  'matches %j with no member',
  (value) => {
    expect(match(value)).toBeNull()
  },
)
