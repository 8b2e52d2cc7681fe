import { z } from 'zod'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, optionalText, pageOf, pageQuery } from './text.ts'

const MAX_NOTE_LENGTH = 20_000

export const contactNote = z.object({
  id: z.string(),
  text: z.string(),
  isPinned: z.boolean(),
  /** Id and name of the member; null for imported notes and former members. */
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The note came with a file. */
  isImported: z.boolean(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
})
export type ContactNote = z.infer<typeof contactNote>

const text = optionalText(MAX_NOTE_LENGTH).pipe(z.string('Write a note'))

export const listNotes = subscriberEndpoint('GET /api/contacts/{id}/notes', {
  summary: 'List the notes about a contact, newest first',
  query: z.strictObject(pageQuery(20)),
  responses: { 200: pageOf(contactNote) },
})

export const addNote = subscriberEndpoint('POST /api/contacts/{id}/notes', {
  summary: 'Add a note to a contact; a pinned one replaces the pinned note',
  body: z.strictObject({ text, isPinned: z.boolean().default(false) }),
  responses: { 201: contactNote },
})

export const updateNote = subscriberEndpoint('PATCH /api/contacts/{id}/notes/{noteId}', {
  summary: 'Change the text of your own or an imported note, or pin or unpin any note',
  body: z
    .strictObject({ text, isPinned: z.boolean() })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Send a text, or isPinned'),
  responses: { 200: contactNote },
})

export const deleteNote = subscriberEndpoint('DELETE /api/contacts/{id}/notes/{noteId}', {
  summary: 'Delete your own or an imported note',
})
