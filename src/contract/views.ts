import { z } from 'zod'
import { category, contactSort } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, requiredLine, uuid } from './text.ts'

const view = z.object({
  id: z.string(),
  name: z.string(),
  search: z.string().nullable(),
  signal: category.nullable(),
  sort: contactSort,
  /** Only those who must not be contacted (true), or only the others (false). */
  doNotContact: z.boolean().nullable(),
  createdAt: isoDateTime,
})
export type View = z.infer<typeof view>

export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  summary: 'Your saved views of the contacts list, by name; at most 50',
  access: 'subscriber',
  rate: 'read',
  answers: { 200: z.array(view) },
})

export const createView = endpoint({
  method: 'POST',
  path: '/api/views',
  summary: 'Keep a search, filter and order under a name; a name you use already answers 409',
  access: 'subscriber',
  rate: 'write',
  body: z.strictObject({
    name: requiredLine(60, 'Give the view a name'),
    search: optionalLine(100),
    signal: category.nullish(),
    sort: contactSort,
    doNotContact: z.boolean().nullish(),
  }),
  answers: { 201: view },
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/views/{id}',
  summary: 'Delete one of your saved views',
  access: 'subscriber',
  rate: 'write',
  params: z.object({ id: uuid }),
  answers: { 204: z.undefined() },
})
