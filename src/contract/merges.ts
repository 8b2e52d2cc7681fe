import { z } from 'zod'
import { CONTACT_FIELDS } from '#domain/identity/contact-draft.ts'
import { contactDetail, contactSummary } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { uuid } from './text.ts'

export const suspectedDuplicate = z.object({ contact: contactSummary, reason: z.string() })
export type SuspectedDuplicate = z.infer<typeof suspectedDuplicate>

export const listDuplicates = subscriberEndpoint('GET /api/contacts/{id}/duplicates', {
  summary: 'List up to 10 contacts that may be the same person, with the reason',
  responses: { 200: z.array(suspectedDuplicate) },
})

export const mergeContacts = subscriberEndpoint('POST /api/contacts/{id}/merge', {
  summary: 'Merge another contact into this one; `fields` lists the fields to take from the other',
  body: z.strictObject({
    otherId: uuid,
    fields: z.array(z.enum(CONTACT_FIELDS)).max(CONTACT_FIELDS.length).default([]),
  }),
  responses: { 200: z.object({ mergeId: z.string(), contact: contactDetail }) },
})

export const undoMerge = subscriberEndpoint('POST /api/merges/{id}/undo', {
  summary: 'Undo a merge within 30 days',
  responses: { 200: z.object({ contact: contactDetail, otherId: z.string() }) },
})
