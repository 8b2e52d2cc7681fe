import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageQuery, requiredLine, uuid } from './text.ts'

export const PRIVACY_NAME_MAX = 200
export const PRIVACY_PHONE_MAX = 32
export const PRIVACY_COMPANY_MAX = 200
export const PRIVACY_DETAILS_MAX = 5000

export const PRIVACY_KINDS = ['access', 'correction', 'erasure', 'objection', 'portability'] as const
export type PrivacyKind = (typeof PRIVACY_KINDS)[number]

const privacyForm = z.strictObject({
  kind: z.enum(PRIVACY_KINDS, 'Choose a request type'),
  name: requiredLine(PRIVACY_NAME_MAX),
  email: emailAddress,
  phone: optionalLine(PRIVACY_PHONE_MAX),
  company: optionalLine(PRIVACY_COMPANY_MAX),
  details: optionalText(PRIVACY_DETAILS_MAX),
  /** Honeypot, hidden from people. A form with this field filled in is not stored. */
  website: z.string().optional(),
})
export type PrivacyForm = z.output<typeof privacyForm>

const ok = z.object({ ok: z.literal(true) })

export const submitPrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/privacy/requests',
  summary: 'Make a privacy request about your own data. You confirm it by an emailed link.',
  access: 'public',
  rate: 'public-form', // the feature has stricter limits per network and address
  body: privacyForm,
  answers: { 201: ok },
})

export const confirmPrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/privacy/confirm',
  summary: 'Confirm a request with the token of the emailed link, within 7 days',
  access: 'public',
  rate: 'public-form',
  body: z.strictObject({
    token: z.string('This link is incomplete').min(1, 'This link is incomplete').max(200),
  }),
  answers: { 200: ok },
})

const privacyRequest = z.object({
  id: z.string(),
  kind: z.enum(PRIVACY_KINDS),
  status: z.enum(['open', 'working', 'answered', 'erased', 'objected', 'rejected']),
  /** Null, like the fields below, after an erasure, which only leaves the request and its outcome. */
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

export const listPrivacyRequests = endpoint({
  method: 'GET',
  path: '/api/admin/privacy-requests',
  summary: 'List confirmed requests: open ones by due date, or closed ones, newest first',
  access: 'platform-admin',
  rate: 'read',
  query: z.strictObject({
    state: z.enum(['open', 'closed']).default('open'),
    ...pageQuery(50),
  }),
  answers: { 200: z.object({ requests: z.array(privacyRequest), next: z.string().nullable() }) },
})

const requestParams = z.object({ id: uuid })

const count = z.number().int()
/** Matching contacts, stored skipped rows of imports, and invitations. */
const matchCounts = z.object({ contacts: count, importRows: count, invitations: count })
const matches = z.object({
  organizations: z.array(matchCounts.extend({ id: z.string(), name: z.string() })),
  next: z.string().nullable(),
  /** Over all organizations, not only those on the page. */
  totals: matchCounts.extend({ organizations: count }),
  /** Data of the instance itself: contact-form messages, newsletter, other privacy requests, an account. */
  elsewhere: z.object({ messages: count, newsletter: count, requests: count, account: z.boolean() }),
})
export type PrivacyMatches = z.infer<typeof matches>

export const findPrivacyMatches = endpoint({
  method: 'GET',
  path: '/api/admin/privacy-requests/{id}/matches',
  summary:
    'Count the data with the email address of a request, and optionally its phone number, per organization and for the instance',
  access: 'platform-admin',
  rate: 'read',
  params: requestParams,
  query: z.strictObject({
    byPhone: z.enum(['0', '1']).default('0'),
    ...pageQuery(100),
  }),
  answers: { 200: matches },
})

/** Includes the phone number. Only the email address is confirmed, so the operator decides about the number. */
const matchOptions = { byPhone: z.boolean() }
const words = optionalText(PRIVACY_DETAILS_MAX).pipe(z.string('Required'))

export const closePrivacyRequest = endpoint({
  method: 'POST',
  path: '/api/admin/privacy-requests/{id}/close',
  summary: 'Answer a request by email, erase or object to all matching contacts, or reject it with a reason',
  access: 'platform-admin',
  rate: 'write',
  params: requestParams,
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('answer'), text: words }),
    z.strictObject({ action: z.literal('erase'), ...matchOptions }),
    z.strictObject({ action: z.literal('object'), ...matchOptions }),
    z.strictObject({ action: z.literal('reject'), reason: words }),
  ]),
  answers: { 200: privacyRequest },
})
export type ClosePrivacyRequest = z.output<(typeof closePrivacyRequest)['body']>

const REASON_MAX = 500
const PHONE_MAX = 32
const byEmail = { email: emailAddress }
const byNumber = { phone: requiredLine(PHONE_MAX) }
const CONTACT_POINT_MESSAGE = 'Send {email} or {phone}'

const keptOut = z.object({
  kind: z.enum(['person', 'email', 'phone']),
  /** Id of the privacy request behind the entry. */
  requestId: z.string().nullable(),
  createdAt: isoDateTime,
})
export type InstanceSuppression = z.infer<typeof keptOut>

export const checkInstanceSuppression = endpoint({
  method: 'POST',
  path: '/api/admin/suppressions/check',
  summary: 'Check if an address or number is on the global suppression list',
  access: 'platform-admin',
  rate: 'read',
  body: z.union([z.strictObject(byEmail), z.strictObject(byNumber)], CONTACT_POINT_MESSAGE),
  answers: { 200: z.object({ keptOut: keptOut.nullable() }) },
})

const reason = { reason: requiredLine(REASON_MAX, 'Enter a reason') }

export const liftInstanceSuppression = endpoint({
  method: 'POST',
  path: '/api/admin/suppressions/lift',
  summary: 'Remove an address or number from the global suppression list, with a reason',
  access: 'platform-admin',
  rate: 'write',
  body: z.union(
    [z.strictObject({ ...byEmail, ...reason }), z.strictObject({ ...byNumber, ...reason })],
    CONTACT_POINT_MESSAGE,
  ),
  answers: { 200: z.object({ organizations: count }) },
})
