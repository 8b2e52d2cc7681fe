import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, pageQuery, requiredLine, uuid } from './text.ts'

const ORGANIZATION_NAME_MAX = 200
const PHONE_MAX = 32

const organization = z.object({ id: uuid })

export const eraseOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/erase',
  summary: 'Permanently erase your organization, confirmed by its name; cancels the subscription first',
  access: 'member',
  role: 'OWNER',
  whileSuspended: true,
  rate: 'heavy',
  params: organization,
  body: z.strictObject({ name: requiredLine(ORGANIZATION_NAME_MAX, 'Type the name of your organization') }),
  answers: { 202: z.object({ erasing: z.literal(true) }) },
})

/** Reason for an entry on the suppression list. */
export const SUPPRESSION_REASONS = ['do-not-contact', 'deleted', 'added-by-hand', 'privacy-request'] as const
/** Reason for removing an entry. */
export const REMOVAL_REASONS = ['mistake', 'consented', 'other'] as const

const suppression = z.object({
  id: z.string(),
  reason: z.string(),
  /** The hashed identifiers of the person. */
  kinds: z.array(z.enum(['person', 'email', 'phone'])),
  createdAt: isoDateTime,
})
export type Suppression = z.infer<typeof suppression>

export const listSuppressions = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/suppressions',
  summary: 'List the suppression list, newest first; it stores only hashes',
  access: 'member',
  role: 'ADMIN',
  rate: 'read',
  params: organization,
  query: z.object(pageQuery(20)),
  answers: {
    200: z.object({
      total: z.number().int(),
      suppressions: z.array(suppression),
      next: z.string().nullable(),
    }),
  },
})

const contactPoint = z.union(
  [z.strictObject({ email: emailAddress }), z.strictObject({ phone: requiredLine(PHONE_MAX) })],
  'Send {email} or {phone}',
)
export type ContactPointInput = z.output<typeof contactPoint>

export const addSuppression = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/suppressions',
  summary: 'Add an email address or phone number to the suppression list',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: organization,
  body: contactPoint,
  answers: { 201: suppression },
})

export const checkSuppression = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/suppressions/check',
  summary: 'Check if an email address or phone number is on the suppression list, and in which entry',
  access: 'member',
  role: 'ADMIN',
  rate: 'read',
  params: organization,
  body: contactPoint,
  answers: { 200: z.object({ suppression: suppression.nullable() }) },
})

export const removeSuppression = endpoint({
  method: 'DELETE',
  path: '/api/organizations/{id}/suppressions/{suppressionId}',
  summary: 'Remove an entry from the suppression list, with a reason',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: organization.extend({ suppressionId: uuid }),
  query: z.object({ reason: z.enum(REMOVAL_REASONS) }),
  answers: { 204: z.undefined() },
})
