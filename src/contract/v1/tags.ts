import { z } from 'zod'
import { apiEndpoint } from '../endpoint.ts'
import {
  contactTag,
  createTag as createOwnTag,
  setContactTags as setOwnContactTags,
  TAG_COLORS,
  updateTag as updateOwnTag,
} from '../tags.ts'
import { isoDateTime } from '../text.ts'
import { named, pageOf } from './schemas.ts'

const tag = named(
  'Tag',
  z.object({
    id: z.string(),
    name: z.string(),
    color: z.enum(TAG_COLORS),
    contacts: z.number().int().describe('Contacts that have it'),
    createdAt: isoDateTime,
  }),
)
export type ApiTag = z.infer<typeof tag>

export const listTags = apiEndpoint('GET /api/v1/tags', {
  summary: 'List all tags by name, on one page',
  scope: 'contacts:read',
  operationId: 'listTags',
  responses: { 200: pageOf(tag) },
})

export const getTag = apiEndpoint('GET /api/v1/tags/{id}', {
  summary: 'Get a tag',
  scope: 'contacts:read',
  operationId: 'getTag',
  responses: { 200: tag },
})

export const createTag = apiEndpoint('POST /api/v1/tags', {
  summary: 'Add a tag; 409 if a tag has this name in any letter case',
  scope: 'contacts:write',
  operationId: 'createTag',
  body: named('TagInput', createOwnTag.body),
  responses: { 201: tag },
})

export const updateTag = apiEndpoint('PATCH /api/v1/tags/{id}', {
  summary: 'Rename a tag or change its color, on every contact',
  scope: 'contacts:write',
  operationId: 'updateTag',
  body: named('TagChanges', updateOwnTag.body),
  responses: { 200: tag },
})

export const deleteTag = apiEndpoint('DELETE /api/v1/tags/{id}', {
  summary: 'Delete a tag and take it off every contact',
  scope: 'contacts:write',
  operationId: 'deleteTag',
})

const contactTags = named('ContactTags', z.object({ data: z.array(contactTag) }))
export type ApiContactTags = z.infer<typeof contactTags>

export const setContactTags = apiEndpoint('PATCH /api/v1/contacts/{id}/tags', {
  summary: 'Add tags to a contact and take tags off it, by id; `create` adds tags by name',
  scope: 'contacts:write',
  operationId: 'setContactTags',
  body: named('ContactTagChanges', setOwnContactTags.body),
  responses: { 200: contactTags },
})
