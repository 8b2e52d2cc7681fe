import { expect, test } from 'vitest'
import { urlOf } from './api.ts'
import { ApiError, fieldErrorsOf, messageOf } from './api-error.ts'
import { createQueryClient, keyOf, urlOfKey } from './query-client.ts'

test('A04 turns a key into a path with an object as query string', () => {
  expect(urlOfKey(['/api/contacts', { search: 'ann', topSignal: null }])).toBe('/api/contacts?search=ann')
  expect(urlOfKey(['/api/contacts', 'c1'])).toBe('/api/contacts/c1')
  expect(urlOfKey(['/api/organizations', 'o1', 'subscription'])).toBe('/api/organizations/o1/subscription')
})

test('A04 uses the same URL for the typed key as for a direct call', () => {
  for (const [route, input] of [
    ['GET /api/contacts/{id}', { params: { id: 'c1' } }],
    ['GET /api/organizations/{id}/subscription', { params: { id: 'o1' } }],
    ['GET /api/contacts', { query: { search: 'ann' } }],
  ] as const) {
    expect(urlOfKey(keyOf(route, input as never))).toBe(urlOf(route, input as never))
  }
})

test('A04 never marks reads stale, retries or refetches them', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  expect(mutations).toMatchObject({ retry: false })
})

test('A04 formats an error as "status: body", or with the status text when the body is empty', () => {
  expect(new ApiError(404, '{"x":1}', 'Not Found').message).toBe('404: {"x":1}')
  expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway')
  const errorBody = { message: 'No credits left', code: 'payment_required', requestId: 'r' }
  expect(messageOf(new ApiError(402, JSON.stringify(errorBody), ''), 'x')).toBe('No credits left')
})

test('A40 shows the message of an error of the public API, also by field', () => {
  const problem = {
    ...{ type: '/documentation/api-errors#invalid', title: 'Invalid request', status: 400, code: 'invalid' },
    ...{ detail: 'Check the URL', instance: '/api/v1/webhook-endpoints', requestId: 'r' },
    errors: [{ field: 'url', message: 'The URL must begin with https://' }],
  }
  const error = new ApiError(400, JSON.stringify(problem), '')
  expect(messageOf(error, 'x')).toBe('Check the URL')
  expect(fieldErrorsOf(error)).toEqual({ url: 'The URL must begin with https://' })
})
