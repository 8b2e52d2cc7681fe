import { expect, test } from 'vitest'
import { getContact, listContacts } from '#contract/contacts.ts'
import { getSubscription } from '#contract/organizations.ts'
import { urlOf } from './api.ts'
import { ApiError, messageOf } from './api-error.ts'
import { createQueryClient, keyOf, urlOfKey } from './query-client.ts'

test('A04 a key is a path, with an object as its query string', () => {
  expect(urlOfKey(['/api/contacts', { search: 'ann', topSignal: null }])).toBe('/api/contacts?search=ann')
  expect(urlOfKey(['/api/contacts', 'c1'])).toBe('/api/contacts/c1')
  expect(urlOfKey(['/api/organizations', 'o1', 'subscription'])).toBe('/api/organizations/o1/subscription')
})

test('A04 the typed key of an endpoint reads from the same address as a direct call', () => {
  for (const [endpoint, input] of [
    [getContact, { params: { id: 'c1' } }],
    [getSubscription, { params: { id: 'o1' } }],
    [listContacts, { query: { search: 'ann' } }],
  ] as const) {
    expect(urlOfKey(keyOf(endpoint, input as never))).toBe(urlOf(endpoint, input))
  }
})

test('A04 reads are never stale, never retried and never refetched by themselves', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  expect(mutations).toMatchObject({ retry: false })
})

test('A04 an error reads "status: body", or the status text without a body', () => {
  expect(new ApiError(404, '{"x":1}', 'Not Found').message).toBe('404: {"x":1}')
  expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway')
  const refusal = { message: 'No credits left', code: 'payment_required', requestId: 'r' }
  expect(messageOf(new ApiError(402, JSON.stringify(refusal), ''), 'x')).toBe('No credits left')
})
