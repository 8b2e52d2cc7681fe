import { z } from 'zod'
import { CONTACT_FIELDS } from '#domain/identity/contact-draft.ts'
import { contactDetail, contactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './text.ts'

const byId = z.object({ id: uuid })

export const suspectedDuplicate = z.object({ contact: contactSummary, reason: z.string() })
export type SuspectedDuplicate = z.infer<typeof suspectedDuplicate>

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/contacts/{id}/duplicates',
  summary: 'List up to 10 contacts that may be the same person, with the reason',
  access: 'subscriber',
  rate: 'read',
  params: byId,
  answers: { 200: z.array(suspectedDuplicate) },
})

export const mergeContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/merge',
  summary: 'Merge another contact into this one; `fields` lists the fields to take from the other',
  access: 'subscriber',
  rate: 'write',
  params: byId,
  body: z.strictObject({
    otherId: uuid,
    fields: z.array(z.enum(CONTACT_FIELDS)).max(CONTACT_FIELDS.length).default([]),
  }),
  answers: { 200: z.object({ mergeId: z.string(), contact: contactDetail }) },
})

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/merges/{id}/undo',
  summary: 'Undo a merge within 30 days',
  access: 'subscriber',
  rate: 'write',
  params: byId,
  answers: { 200: z.object({ contact: contactDetail, otherId: z.string() }) },
})
