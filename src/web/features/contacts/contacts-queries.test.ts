import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { contactQuery, refreshContact } from './contacts-queries.ts'

test('keeps the saved contact when an earlier request ends later', async () => {
  const client = new QueryClient()
  const { queryKey } = contactQuery('c1')
  const { promise, resolve } = Promise.withResolvers<ContactDetail>()
  const earlier = client.fetchQuery({ queryKey, queryFn: () => promise }).catch(() => {})
  const saved = { id: 'c1', relationship: 'lead' } as ContactDetail
  await refreshContact(client, saved)
  resolve({ id: 'c1', relationship: null } as ContactDetail)
  await earlier
  expect(client.getQueryData(queryKey)).toEqual(saved)
  client.clear()
})
