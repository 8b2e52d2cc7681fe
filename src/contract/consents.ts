import { z } from 'zod'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { contactDetail } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, uuid } from './text.ts'

const REASON_MAX = 200
const SHOWN_MAX = 1000

/** What a wish is about: one way of reaching somebody, or all of them. */
const consentChannel = z.enum(['all', ...CHANNELS])
export type ConsentChannel = z.infer<typeof consentChannel>

/** Who said so. Wishes that come with a file are noted by the import. */
const consentSource = z.enum(['member', 'contact', 'form'])

export const setDoNotContact = endpoint({
  method: 'PATCH',
  path: '/api/contacts/{id}/do-not-contact',
  summary:
    'Say that a person must not be contacted, or may be again, on one channel or on all; with all, open automatic tasks go',
  access: 'subscriber',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: z.strictObject({
    doNotContact: z.boolean(),
    reason: optionalLine(REASON_MAX),
    channel: consentChannel.default('all'),
    source: consentSource.default('member'),
    /** The words the person agreed to. */
    shown: optionalText(SHOWN_MAX),
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
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(300).optional(),
  }),
  answers: { 200: z.object({ entries: z.array(consentEntry), next: z.string().nullable() }) },
})
