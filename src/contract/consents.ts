import { z } from 'zod'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { contactDetail } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageQuery, uuid } from './text.ts'

const REASON_MAX = 200
const CONSENT_TEXT_MAX = 1000

/** What a wish is about: one way of reaching somebody, or all of them. */
const consentChannel = z.enum(['all', ...CHANNELS])
export type ConsentChannel = z.infer<typeof consentChannel>

/** Who said so. Opt-outs that come with a file are kept by the import. */
const consentSource = z.enum(['member', 'contact', 'form'])

export const setDoNotContact = endpoint({
  method: 'PATCH',
  path: '/api/contacts/{id}/do-not-contact',
  summary:
    'Say that a person must not be contacted, or may be again (which takes a reason), on one channel or on all; with all, open automatic tasks go',
  access: 'subscriber',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: z.strictObject({
    doNotContact: z.boolean(),
    reason: optionalLine(REASON_MAX),
    channel: consentChannel.default('all'),
    source: consentSource.default('member'),
    /** The words the person agreed to. */
    shown: optionalText(CONSENT_TEXT_MAX),
  }),
  answers: { 200: contactDetail },
})

const consentEntry = z.object({
  id: z.string(),
  channel: consentChannel,
  /** The person may be reached there. */
  allowed: z.boolean(),
  reason: z.string().nullable(),
  source: z.enum([...consentSource.options, 'import']),
  shown: z.string().nullable(),
  /** A member's name; null where nobody did it by hand, or nobody is left who did. */
  recordedBy: z.string().nullable(),
  createdAt: isoDateTime,
  /** When a later entry about the same channel took its place; null: it holds. */
  revokedAt: isoDateTime.nullable(),
})
export type ConsentEntry = z.infer<typeof consentEntry>

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/contacts/{id}/consents',
  summary: 'What a person is said to want, channel by channel, newest first',
  access: 'subscriber',
  rate: 'read',
  params: z.object({ id: uuid }),
  query: z.strictObject(pageQuery(20)),
  answers: { 200: z.object({ entries: z.array(consentEntry), next: z.string().nullable() }) },
})

const optOutItem = z.object({
  id: z.string(),
  contactId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  channel: consentChannel,
  /** The words of the file that say so. */
  reason: z.string().nullable(),
  importId: z.string().nullable(),
  /** What the imported file was called; null for contacts of a device and where the name is not known. */
  fileName: z.string().nullable(),
  createdAt: isoDateTime,
  /** When a member confirmed or lifted it; null while it waits for review. */
  reviewedAt: isoDateTime.nullable(),
  reviewedBy: z.string().nullable(),
  /** Whether the channel is blocked now. */
  isBlocked: z.boolean(),
})
export type OptOutItem = z.infer<typeof optOutItem>

export const listOptOuts = endpoint({
  method: 'GET',
  path: '/api/opt-outs',
  summary: 'Opt-outs that came with imported files, newest first: those that wait for review, or all',
  access: 'subscriber',
  rate: 'read',
  query: z.strictObject({
    state: z.enum(['open', 'all']).default('open'),
    import: uuid.optional(),
    ...pageQuery(50),
  }),
  answers: {
    200: z.object({
      items: z.array(optOutItem),
      /** How many wait for review, up to 1,000. */
      open: z.number().int(),
      next: z.string().nullable(),
    }),
  },
})

export const confirmOptOut = endpoint({
  method: 'POST',
  path: '/api/opt-outs/{id}/keep',
  summary: 'Confirm an opt-out that came with an imported file',
  access: 'subscriber',
  rate: 'write',
  params: z.object({ id: uuid }),
  answers: { 200: optOutItem },
})
