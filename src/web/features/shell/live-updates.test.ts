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

test('A30 what changed this week is read again with every changed contact', () => {
  const key = ['/api/changes', { kind: 'risen', days: 7 }, 'pages']
  expect(affects({ type: 'contact.changed', contactId: 'c1' }, key)).toBe(true)
  expect(affects({ type: 'contacts.changed' }, key)).toBe(true)
  expect(affects({ type: 'organization.changed' }, key)).toBe(false)
})

test('a changed organization refreshes credits, plan and the user with the role', () => {
  const event = { type: 'organization.changed' } as const
  expect([CREDITS, ['/api/auth/user'], LIST].map((key) => affects(event, key))).toEqual([true, true, false])
})

test('A04 new or read notifications refresh the bell and its list, nothing else', () => {
  const event = { type: 'notifications.changed' } as const
  expect([['/api/notifications', { limit: 30 }], LIST, CREDITS].map((key) => affects(event, key))).toEqual([
    true,
    false,
    false,
  ])
})

test('a changed import refreshes that import', () => {
  const event = { type: 'import.changed', importId: 'i1' } as const
  expect(affects(event, ['/api/imports', 'i1'])).toBe(true)
  expect(affects(event, ['/api/imports', 'i2'])).toBe(false)
})

test('what changes with a contact refreshes the tasks of all contacts and their counts', () => {
  const keys = [['/api/tasks', { view: 'mine' }, 'pages'], ['/api/tasks/counts'], ['/api/playbooks']]
  expect(keys.map((key) => affects({ type: 'contact.changed', contactId: 'c1' }, key))).toEqual([
    true,
    true,
    false,
  ])
  expect(keys.map((key) => affects({ type: 'contacts.changed' }, key))).toEqual([true, true, false])
})

test('whoever may have missed changes reads everything on the screen again', () => {
  const keys = [LIST, ONE, CREDITS, ['/api/auth/user'], ['/api/notifications'], ['/api/admin/stats']]
  expect(keys.every((key) => affects({ type: 'resync' }, key))).toBe(true)
})
