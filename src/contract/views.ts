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
  /** True for only do-not-contact people, false for only the others. */
  doNotContact: z.boolean().nullable(),
  createdAt: isoDateTime,
})
export type View = z.infer<typeof view>

export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  summary: 'List your saved views of the contacts list by name, at most 50',
  access: 'subscriber',
  rate: 'read',
  answers: { 200: z.array(view) },
})

export const createView = endpoint({
  method: 'POST',
  path: '/api/views',
  summary: 'Save a search, filter and sort order as a view; 409 if you already use the name',
  access: 'subscriber',
  rate: 'write',
  body: z.strictObject({
    name: requiredLine(60, 'Enter a name for the view'),
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
