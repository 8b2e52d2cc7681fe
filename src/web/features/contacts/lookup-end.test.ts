import { expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { lookupEnd } from './lookup-end.ts'

const before = {
  id: '1',
  firstName: 'Ruth',
  city: 'Lisle',
  enrichedAt: null,
  emailVerified: 'pending',
  updatedAt: '2026-10-01T08:00:00Z',
  tasks: [{ id: 't', status: 'pending' }],
} as unknown as ContactDetail

test('A18 a lookup that ends later is told apart from other changes of the contact', () => {
  const changed = (fields: object) => lookupEnd(before, { ...before, ...fields })
  expect(changed({ enrichedAt: '2026-10-02T08:00:00Z', nineDScore: 40 })).toBe('found')
  expect(changed({ emailVerified: 'verified', updatedAt: '2026-10-02T08:00:00Z' })).toBe('nothing')
  expect(changed({ city: 'Aurora', updatedAt: '2026-10-02T08:00:00Z' })).toBe('other')
  expect(changed({ tasks: [{ id: 't', status: 'completed' }] })).toBe('other')
})
