import { expect, test } from 'vitest'
import { affects } from './live-updates.ts'

const LIST_KEY = ['/api/contacts', { search: 'ann' }]
const CONTACT_KEY = ['/api/contacts', 'c1']
const SCORE_KEY = ['/api/contacts', 'c1', 'score']
const OTHER_CONTACT_KEY = ['/api/contacts', 'c2']
const CREDITS_KEY = ['/api/organizations', 'o1', 'subscription']

test('refreshes lists and the one contact when a contact changes', () => {
  const event = { type: 'contact.changed', contactId: 'c1' } as const
  expect(
    [LIST_KEY, CONTACT_KEY, SCORE_KEY, OTHER_CONTACT_KEY, CREDITS_KEY].map((key) => affects(event, key)),
  ).toEqual([true, true, true, false, false])
})

test('refreshes every contact when many change', () => {
  const event = { type: 'contacts.changed' } as const
  expect([LIST_KEY, CONTACT_KEY, OTHER_CONTACT_KEY, CREDITS_KEY].map((key) => affects(event, key))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('A30 refreshes the changes of the week when a contact changes', () => {
  const key = ['/api/changes', { kind: 'risen', days: 7 }, 'pages']
  expect(affects({ type: 'contact.changed', contactId: 'c1' }, key)).toBe(true)
  expect(affects({ type: 'contacts.changed' }, key)).toBe(true)
  expect(affects({ type: 'organization.changed' }, key)).toBe(false)
})

test('refreshes credits, plan and user role when the organization changes', () => {
  const event = { type: 'organization.changed' } as const
  expect([CREDITS_KEY, ['/api/auth/user'], LIST_KEY].map((key) => affects(event, key))).toEqual([
    true,
    true,
    false,
  ])
})

test('A04 refreshes only the bell and its list when notifications change', () => {
  const event = { type: 'notifications.changed' } as const
  expect(
    [['/api/notifications', { limit: 30 }], LIST_KEY, CREDITS_KEY].map((key) => affects(event, key)),
  ).toEqual([true, false, false])
})

test('refreshes an import when it changes', () => {
  const event = { type: 'import.changed', importId: 'i1' } as const
  expect(affects(event, ['/api/imports', 'i1'])).toBe(true)
  expect(affects(event, ['/api/imports', 'i2'])).toBe(false)
})

test('refreshes tasks and their counts when a contact changes', () => {
  const keys = [['/api/tasks', { view: 'mine' }, 'pages'], ['/api/tasks/counts'], ['/api/playbooks']]
  expect(keys.map((key) => affects({ type: 'contact.changed', contactId: 'c1' }, key))).toEqual([
    true,
    true,
    false,
  ])
  expect(keys.map((key) => affects({ type: 'contacts.changed' }, key))).toEqual([true, true, false])
})

test('refreshes everything on the screen when changes may have been missed', () => {
  const keys = [
    LIST_KEY,
    CONTACT_KEY,
    CREDITS_KEY,
    ['/api/auth/user'],
    ['/api/notifications'],
    ['/api/admin/stats'],
  ]
  expect(keys.every((key) => affects({ type: 'resync' }, key))).toBe(true)
})
