import { z } from 'zod'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { apiEndpoint } from '../endpoint.ts'
import { isoDateTime, optionalLine, optionalText } from '../text.ts'
import { named, pageOf, pageQuery } from './schemas.ts'

const channel = z.enum(['all', ...CHANNELS])

const consent = named(
  'Consent',
  z.object({
    id: z.string(),
    channel,
    allowed: z.boolean().describe('True if the person allows contact on the channel'),
    reason: z.string().nullable(),
    source: z.enum(['member', 'contact', 'form', 'import']),
    shown: z.string().nullable().describe('Wording that the person agreed to'),
    recordedBy: z.string().nullable().describe('Name of the member; null for automatic entries'),
    createdAt: isoDateTime,
    revokedAt: isoDateTime
      .nullable()
      .describe('Time of the next entry for the channel; null while in effect'),
  }),
)

const contactPreferences = named(
  'ContactPreferences',
  z.object({
    contactId: z.string(),
    doNotContact: z.boolean().describe('True if the person must not be contacted on any channel'),
    optedOutChannels: z.array(z.enum(CHANNELS)),
  }),
)
export type ContactPreferences = z.infer<typeof contactPreferences>

export const listConsents = apiEndpoint('GET /api/v1/contacts/{id}/consents', {
  summary: 'List the consent history of a contact, newest first',
  scope: 'contacts:read',
  operationId: 'listConsents',
  query: z.strictObject(pageQuery),
  responses: { 200: pageOf(consent) },
})

const consentInput = named(
  'ConsentInput',
  z.strictObject({
    channel: channel.default('all'),
    allowed: z.boolean().describe('False opts the person out'),
    reason: optionalLine(200).describe('Required to lift an opt-out'),
    source: z.enum(['member', 'contact', 'form']).default('member'),
    shown: optionalText(1000).describe('Wording that the person agreed to'),
  }),
)
export type ConsentInput = z.output<typeof consentInput>

export const recordConsent = apiEndpoint('POST /api/v1/contacts/{id}/consents', {
  summary: 'Opt a contact out of a channel or all, or lift an opt-out with a reason',
  scope: 'contacts:write',
  operationId: 'recordConsent',
  body: consentInput,
  responses: { 200: contactPreferences },
})
