import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '#domain/identity/email.ts'
import { contactPointWith, emailAddress } from './email-address.ts'
import { operatorEndpoint, publicEndpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageOf, pageQuery, requiredLine } from './text.ts'
import { linkToken } from './unsubscribe.ts'

/** Maximum lengths of the form's fields. */
export const PRIVACY_LIMITS = {
  name: 200,
  email: MAX_EMAIL_LENGTH,
  phone: 32,
  company: 200,
  details: 5000,
} as const

export const PRIVACY_KINDS = ['access', 'correction', 'erasure', 'objection', 'portability'] as const
export type PrivacyKind = (typeof PRIVACY_KINDS)[number]

const privacyForm = z.strictObject({
  kind: z.enum(PRIVACY_KINDS, 'Choose a request type'),
  name: requiredLine(PRIVACY_LIMITS.name),
  email: emailAddress,
  phone: optionalLine(PRIVACY_LIMITS.phone),
  company: optionalLine(PRIVACY_LIMITS.company),
  details: optionalText(PRIVACY_LIMITS.details),
  /** Honeypot, hidden from people. A form with this field filled in is not stored. */
  website: z.string().optional(),
})
export type PrivacyForm = z.output<typeof privacyForm>

const ok = z.object({ ok: z.literal(true) })

export const submitPrivacyRequest = publicEndpoint('POST /api/privacy/requests', {
  summary: 'Make a privacy request about your own data. You confirm it by an emailed link.',
  rate: 'public-form', // the feature has stricter limits per network and address
  body: privacyForm,
  responses: { 201: ok },
})

export const confirmPrivacyRequest = publicEndpoint('POST /api/privacy/confirm', {
  summary: 'Confirm a request with the token of the emailed link, within 7 days',
  rate: 'public-form',
  body: linkToken,
  responses: { 200: ok },
})

const privacyRequest = z.object({
  id: z.string(),
  kind: z.enum(PRIVACY_KINDS),
  status: z.enum(['open', 'working', 'answered', 'erased', 'objected', 'rejected']),
  /** Null, like the fields below, after an erasure, which leaves only the request and its outcome. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  details: z.string().nullable(),
  confirmedAt: isoDateTime,
  dueAt: isoDateTime,
  /** Past its due date and still open. */
  overdue: z.boolean(),
  closedAt: isoDateTime.nullable(),
  /** Contacts erased or marked. */
  contactsTouched: z.number().int(),
})
export type PrivacyRequest = z.infer<typeof privacyRequest>

export const listPrivacyRequests = operatorEndpoint('GET /api/admin/privacy-requests', {
  summary: 'List confirmed requests: open ones by due date, or closed ones, newest first',
  query: z.strictObject({
    state: z.enum(['open', 'closed']).default('open'),
    ...pageQuery(50),
  }),
  responses: { 200: pageOf(privacyRequest) },
})

const count = z.number().int()
/** Matching contacts, stored skipped rows of imports, and invitations. */
const matchCounts = z.object({ contacts: count, importRows: count, invitations: count })
const matches = pageOf(matchCounts.extend({ id: z.string(), name: z.string() })).extend({
  /** Over all organizations, not only those on the page. */
  totals: matchCounts.extend({ organizations: count }),
  /** Data of the instance itself: contact-form messages, newsletter, other privacy requests, an account. */
  elsewhere: z.object({ messages: count, newsletter: count, requests: count, account: z.boolean() }),
})
export type PrivacyMatches = z.infer<typeof matches>

export const findPrivacyMatches = operatorEndpoint('GET /api/admin/privacy-requests/{id}/matches', {
  summary:
    'Count the data with the email address of a request, and optionally its phone number, per organization and for the instance',
  query: z.strictObject({
    byPhone: z.enum(['0', '1']).default('0'),
    ...pageQuery(100),
  }),
  responses: { 200: matches },
})

/** Includes the phone number. Only the email address is confirmed, so the operator decides about the number. */
const matchOptions = { byPhone: z.boolean() }
const words = optionalText(PRIVACY_LIMITS.details).pipe(z.string('Required'))

export const closePrivacyRequest = operatorEndpoint('POST /api/admin/privacy-requests/{id}/close', {
  summary: 'Answer a request by email, erase or object to all matching contacts, or reject it with a reason',
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('answer'), text: words }),
    z.strictObject({ action: z.literal('erase'), ...matchOptions }),
    z.strictObject({ action: z.literal('object'), ...matchOptions }),
    z.strictObject({ action: z.literal('reject'), reason: words }),
  ]),
  responses: { 200: privacyRequest },
})
export type ClosePrivacyRequest = z.output<(typeof closePrivacyRequest)['body']>

const MAX_REASON_LENGTH = 500

const instanceSuppression = z.object({
  kind: z.enum(['person', 'email', 'phone']),
  /** Id of the privacy request behind the entry. */
  requestId: z.string().nullable(),
  createdAt: isoDateTime,
})
export type InstanceSuppression = z.infer<typeof instanceSuppression>

export const checkInstanceSuppression = operatorEndpoint('POST /api/admin/suppressions/check', {
  summary: 'Check if an address or number is on the global suppression list',
  rate: 'read',
  body: contactPointWith({}),
  responses: { 200: z.object({ keptOut: instanceSuppression.nullable() }) },
})

export const liftInstanceSuppression = operatorEndpoint('POST /api/admin/suppressions/lift', {
  summary: 'Remove an address or number from the global suppression list, with a reason',
  body: contactPointWith({ reason: requiredLine(MAX_REASON_LENGTH, 'Enter a reason') }),
  responses: { 200: z.object({ organizations: count }) },
})
