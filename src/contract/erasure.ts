import { z } from 'zod'
import { contactPointWith } from './email-address.ts'
import { memberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery, requiredLine } from './text.ts'

const MAX_ORGANIZATION_NAME_LENGTH = 200

export const eraseOrganization = memberEndpoint('POST /api/organizations/{id}/erase', {
  summary: 'Permanently erase your organization, confirmed by its name; cancels the subscription first',
  role: 'OWNER',
  isOpenWhileSuspended: true,
  rate: 'heavy',
  body: z.strictObject({
    name: requiredLine(MAX_ORGANIZATION_NAME_LENGTH, 'Type the name of your organization'),
  }),
  responses: { 202: z.object({ erasing: z.literal(true) }) },
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

export const listSuppressions = memberEndpoint('GET /api/organizations/{id}/suppressions', {
  summary: 'List the suppression list, newest first; it stores only hashes',
  role: 'ADMIN',
  query: z.object(pageQuery(20)),
  responses: {
    200: pageOf(suppression).extend({ total: z.number().int() }),
  },
})

const contactPoint = contactPointWith({})
export type ContactPointInput = z.output<typeof contactPoint>

export const addSuppression = memberEndpoint('POST /api/organizations/{id}/suppressions', {
  summary: 'Add an email address or phone number to the suppression list',
  role: 'ADMIN',
  body: contactPoint,
  responses: { 201: suppression },
})

export const checkSuppression = memberEndpoint('POST /api/organizations/{id}/suppressions/check', {
  summary: 'Check if an email address or phone number is on the suppression list, and in which entry',
  role: 'ADMIN',
  rate: 'read',
  body: contactPoint,
  responses: { 200: z.object({ suppression: suppression.nullable() }) },
})

export const removeSuppression = memberEndpoint(
  'DELETE /api/organizations/{id}/suppressions/{suppressionId}',
  {
    summary: 'Remove an entry from the suppression list, with a reason',
    role: 'ADMIN',
    query: z.object({ reason: z.enum(REMOVAL_REASONS) }),
  },
)
