import { z } from 'zod'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { contactDetail } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageOf, pageQuery, uuid } from './text.ts'

const MAX_REASON_LENGTH = 200
const MAX_CONSENT_TEXT_LENGTH = 1000

/** A single channel, or all of them. */
const consentChannel = z.enum(['all', ...CHANNELS])
export type ConsentChannel = z.infer<typeof consentChannel>

/** Source of the entry. Imports record the opt-outs of a file themselves. */
const consentSource = z.enum(['member', 'contact', 'form'])

export const setDoNotContact = subscriberEndpoint('PATCH /api/contacts/{id}/do-not-contact', {
  summary:
    'Opt a contact out of one channel or all, or lift an opt-out with a reason; opting out of all deletes open automatic tasks',
  body: z.strictObject({
    doNotContact: z.boolean(),
    reason: optionalLine(MAX_REASON_LENGTH),
    channel: consentChannel.default('all'),
    source: consentSource.default('member'),
    /** Wording that the person agreed to. */
    shown: optionalText(MAX_CONSENT_TEXT_LENGTH),
  }),
  responses: { 200: contactDetail },
})

const consentEntry = z.object({
  id: z.string(),
  channel: consentChannel,
  /** True if the person allows contact on the channel. */
  allowed: z.boolean(),
  reason: z.string().nullable(),
  source: z.enum([...consentSource.options, 'import']),
  shown: z.string().nullable(),
  /** Name of the member; null for automatic entries and former members. */
  recordedBy: z.string().nullable(),
  createdAt: isoDateTime,
  /** Time of the next entry for the channel; null while in effect. */
  revokedAt: isoDateTime.nullable(),
})
export type ConsentEntry = z.infer<typeof consentEntry>

export const listConsents = subscriberEndpoint('GET /api/contacts/{id}/consents', {
  summary: 'List the consent history of a contact by channel, newest first',
  query: z.strictObject(pageQuery(20)),
  responses: { 200: pageOf(consentEntry) },
})

const optOutItem = z.object({
  id: z.string(),
  contactId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  channel: consentChannel,
  /** Wording in the file. */
  reason: z.string().nullable(),
  importId: z.string().nullable(),
  /** Name of the imported file; null for contacts from a device and files without a name. */
  fileName: z.string().nullable(),
  createdAt: isoDateTime,
  /** Time of review by a member; null until then. */
  reviewedAt: isoDateTime.nullable(),
  reviewedBy: z.string().nullable(),
  /** True if the channel is blocked now. */
  isBlocked: z.boolean(),
})
export type OptOutItem = z.infer<typeof optOutItem>

export const listOptOuts = subscriberEndpoint('GET /api/opt-outs', {
  summary: 'List opt-outs from imported files, newest first: those to review, or all',
  query: z.strictObject({
    state: z.enum(['open', 'all']).default('open'),
    import: uuid.optional(),
    ...pageQuery(50),
  }),
  responses: {
    200: pageOf(optOutItem).extend({
      /** Number to review, up to 1,000. */
      open: z.number().int(),
    }),
  },
})

export const confirmOptOut = subscriberEndpoint('POST /api/opt-outs/{id}/keep', {
  summary: 'Confirm an opt-out from an imported file',
  responses: { 200: optOutItem },
})
