import { expect, test } from 'vitest'
import { affects } from './live-updates.ts'

const LIST = ['/api/contacts', { search: 'ann' }]
const ONE = ['/api/contacts', 'c1']
const SCORE = ['/api/contacts', 'c1', 'score']
const OTHER = ['/api/contacts', 'c2']
const CREDITS = ['/api/organizations', 'o1', 'subscription']

test('a changed contact refreshes the lists and what is shown of that contact, no other', () => {
  const event = { type: 'contact.changed', contactId: 'c1' } as const
  expect([LIST, ONE, SCORE, OTHER, CREDITS].map((key) => affects(event, key))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('many changed contacts refresh every contact', () => {
  const event = { type: 'contacts.changed' } as const
  expect([LIST, ONE, OTHER, CREDITS].map((key) => affects(event, key))).toEqual([true, true, true, false])
})

test('a changed organization refreshes credits, plan and the user with the role', () => {
  const event = { type: 'organization.changed' } as const
  expect([CREDITS, ['/api/auth/user'], LIST].map((key) => affects(event, key))).toEqual([true, true, false])
})

test('a changed import refreshes that import', () => {
  const event = { type: 'import.changed', importId: 'i1' } as const
  expect(affects(event, ['/api/imports', 'i1'])).toBe(true)
  expect(affects(event, ['/api/imports', 'i2'])).toBe(false)
})
