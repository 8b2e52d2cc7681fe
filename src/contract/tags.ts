import { z } from 'zod'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, requiredLine, uuid } from './text.ts'

export const TAG_COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const
export type TagColor = (typeof TAG_COLORS)[number]

const MAX_TAG_NAME_LENGTH = 100

const color = z.enum(TAG_COLORS)

/** A tag as contacts show it. */
export const contactTag = z.object({ id: z.string(), name: z.string(), color })
export type ContactTag = z.infer<typeof contactTag>

const tag = contactTag.extend({
  /** Contacts that have it. */
  contacts: z.number().int(),
  createdAt: isoDateTime,
})
export type Tag = z.infer<typeof tag>

const name = requiredLine(MAX_TAG_NAME_LENGTH, 'Enter a name for the tag')

export const listTags = subscriberEndpoint('GET /api/tags', {
  summary: 'List all tags of your organization by name, with the number of contacts',
  responses: { 200: z.array(tag) },
})

export const createTag = subscriberEndpoint('POST /api/tags', {
  summary: 'Add a tag; 409 if a tag has this name in any letter case',
  body: z.strictObject({ name, color: color.default('gray') }),
  responses: { 201: tag },
})

export const updateTag = subscriberEndpoint('PATCH /api/tags/{id}', {
  summary: 'Rename a tag or change its color, on every contact; 409 if another tag has the name',
  body: z
    .strictObject({ name, color })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Send a name or a color'),
  responses: { 200: tag },
})

export const mergeTags = subscriberEndpoint('POST /api/tags/{id}/merge', {
  summary: 'Give every contact with this tag the tag `into` instead, and delete this one',
  body: z.strictObject({ into: uuid }),
  responses: { 200: tag },
})

export const deleteTag = subscriberEndpoint('DELETE /api/tags/{id}', {
  summary: 'Delete a tag and take it off every contact',
})

/** Tags of one contact. */
export const MAX_CONTACT_TAGS = 50

export const setContactTags = subscriberEndpoint('PATCH /api/contacts/{id}/tags', {
  summary: 'Add tags to a contact and take tags off it, by id; `create` adds tags by name',
  body: z.strictObject({
    add: z.array(uuid).max(MAX_CONTACT_TAGS).default([]),
    create: z.array(name).max(MAX_CONTACT_TAGS).default([]),
    remove: z.array(uuid).max(MAX_CONTACT_TAGS).default([]),
  }),
  responses: { 200: z.array(contactTag) },
})
