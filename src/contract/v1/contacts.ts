import { z } from 'zod'
import { RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { VERIFICATION_STATUSES } from '#domain/identity/verification.ts'
import { contactInput as basicInput } from '../contacts.ts'
import { apiEndpoint } from '../endpoint.ts'
import { isoDateTime, requiredLine, uuid } from '../text.ts'
import { named, pageOf, pageQuery, problem } from './schemas.ts'

const verification = z.enum(VERIFICATION_STATUSES)

export const externalId = named(
  'ExternalId',
  z.object({
    source: z.string().describe('The other program, such as `my-crm`'),
    externalId: z.string().describe('The id of the person there'),
  }),
)
export type ExternalId = z.infer<typeof externalId>

export const contact = named(
  'Contact',
  z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    emailVerified: verification,
    phoneVerified: verification,
    relationship: z.enum(RELATIONSHIPS).nullable(),
    leadSource: z.string().nullable(),
    ownerId: z.string().nullable().describe('The member who works with the contact'),
    teamId: z.string().nullable(),
    tags: z.array(z.object({ id: z.string(), name: z.string() })),
    doNotContact: z.boolean().describe('True if the person must not be contacted on any channel'),
    optedOutChannels: z.array(z.enum(CHANNELS)),
    lastConversationAt: isoDateTime.nullable(),
    externalIds: z.array(externalId),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  }),
)
export type ApiContact = z.infer<typeof contact>

const { organizationId: _, ...basicFields } = basicInput.shape

export const contactInput = named('ContactInput', z.strictObject(basicFields))
export type ContactInput = z.output<typeof contactInput>

/** Fields left out stay as they are; null removes one. */
const contactChanges = named('ContactChanges', contactInput.partial())
export type ContactChanges = z.output<typeof contactChanges>

const externalIdParams = {
  source: requiredLine(40).pipe(z.string().regex(/^[a-z0-9][a-z0-9._-]*$/, 'Use a-z, 0-9, dot, _ and -')),
  externalId: requiredLine(200),
}

const MAX_BATCH = 100

export const listContacts = apiEndpoint('GET /api/v1/contacts', {
  summary: 'List contacts in order of their ids, oldest first',
  scope: 'contacts:read',
  operationId: 'listContacts',
  query: z.strictObject({
    ...pageQuery,
    updatedSince: z.iso
      .datetime({ offset: true, error: 'This is not a valid date' })
      .optional()
      .describe('Only contacts changed at this time or later'),
    email: requiredLine(254).optional().describe('Only contacts with this email address'),
    phone: requiredLine(32).optional().describe('Only contacts with this phone number'),
  }),
  responses: { 200: pageOf(contact) },
})

export const getContact = apiEndpoint('GET /api/v1/contacts/{id}', {
  summary: 'Get a contact',
  scope: 'contacts:read',
  operationId: 'getContact',
  responses: { 200: contact },
})

export const createContact = apiEndpoint('POST /api/v1/contacts', {
  summary: 'Add a contact; 409 with `contactId` if the person is already there',
  scope: 'contacts:write',
  operationId: 'createContact',
  body: contactInput,
  responses: { 201: contact },
})

export const updateContact = apiEndpoint('PATCH /api/v1/contacts/{id}', {
  summary: 'Change some fields of a contact',
  scope: 'contacts:write',
  operationId: 'updateContact',
  body: contactChanges,
  responses: { 200: contact },
})

export const deleteContact = apiEndpoint('DELETE /api/v1/contacts/{id}', {
  summary: 'Delete a contact with all its data, for good',
  scope: 'contacts:delete',
  operationId: 'deleteContact',
})

export const getExternalContact = apiEndpoint('GET /api/v1/contacts/external/{source}/{externalId}', {
  summary: "Get a contact by another program's id",
  scope: 'contacts:read',
  operationId: 'getContactByExternalId',
  params: z.object(externalIdParams),
  responses: { 200: contact },
})

export const upsertContact = apiEndpoint('PUT /api/v1/contacts/external/{source}/{externalId}', {
  summary:
    "Add or change a contact by another program's id. A person who is already there gets the id. Adding needs both names.",
  scope: 'contacts:write',
  operationId: 'upsertContact',
  params: z.object(externalIdParams),
  body: contactChanges,
  responses: { 200: contact, 201: contact },
})

const batchItem = named(
  'BatchItem',
  contactChanges.extend({
    id: uuid.optional().describe('Changes this contact'),
    source: externalIdParams.source.optional(),
    externalId: externalIdParams.externalId.optional(),
  }),
)
export type BatchItem = z.output<typeof batchItem>

const batchResult = named(
  'BatchResult',
  z.object({
    status: z.number().int().describe('200 changed, 201 added, or the status of the error'),
    id: z.string().nullable().describe('Id of the contact'),
    error: problem.pick({ code: true, detail: true, errors: true }).nullable(),
  }),
)
export type BatchResult = z.infer<typeof batchResult>

export const batchContacts = apiEndpoint('POST /api/v1/contacts/batch', {
  summary: `Add or change up to ${MAX_BATCH} contacts, each on its own; results come in the order of the items`,
  scope: 'contacts:write',
  operationId: 'batchContacts',
  rate: 'heavy',
  maxBodyBytes: 512 * 1024,
  body: z.strictObject({ items: z.array(batchItem).min(1).max(MAX_BATCH) }),
  responses: { 200: z.object({ results: z.array(batchResult) }) },
})
