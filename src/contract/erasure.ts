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
  summary: 'Erase your organization for good, confirmed by its name; the subscription is canceled first',
  access: 'member',
  role: 'OWNER',
  whileSuspended: true,
  rate: 'heavy',
  params: organization,
  body: z.strictObject({ name: requiredLine(ORGANIZATION_NAME_MAX, 'Type the name of your organization') }),
  answers: { 202: z.object({ erasing: z.literal(true) }) },
})

/** Why somebody must not come back. */
export const SUPPRESSION_REASONS = ['do-not-contact', 'deleted', 'added-by-hand', 'privacy-request'] as const
/** Why an entry is taken off the list. */
export const REMOVAL_REASONS = ['mistake', 'consented', 'other'] as const

const suppression = z.object({
  id: z.string(),
  reason: z.string(),
  /** What of the person is known here, as a hash alone. */
  kinds: z.array(z.enum(['person', 'email', 'phone'])),
  createdAt: isoDateTime,
})
export type Suppression = z.infer<typeof suppression>

export const listSuppressions = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/suppressions',
  summary: 'Who must not come back through an import, newest first; only hashes are kept',
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
  summary: 'Keep whoever has an address or number from being added or imported',
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
  summary: 'Whether an address or number is on the list by itself, and in which entry',
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
  summary: 'Take an entry off the list, with the reason',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: organization.extend({ suppressionId: uuid }),
  query: z.object({ reason: z.enum(REMOVAL_REASONS) }),
  answers: { 204: z.undefined() },
})
