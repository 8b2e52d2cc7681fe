import { z } from 'zod'
import { MAX_COMPANY_LENGTH } from './auth.ts'
import { signedInEndpoint } from './endpoint.ts'
import { isoDateTime, requiredLine, uuid } from './text.ts'

/** Days in which a former member can still take the contacts they brought. */
export const TRANSFER_OFFER_DAYS = 30

const contactTransfer = z.object({
  id: z.string(),
  fromName: z.string(),
  toOrganizationId: z.string(),
  toName: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  /** Contacts to transfer, and how many are in the other organization. */
  contacts: z.number().int(),
  transferred: z.number().int(),
  /** Contacts that stayed because the other organization may not add these people again. */
  skipped: z.number().int(),
  failure: z.string().nullable(),
  createdAt: isoDateTime,
  finishedAt: isoDateTime.nullable(),
})
export type ContactTransfer = z.infer<typeof contactTransfer>

const transferSource = z.object({
  organizationId: z.string(),
  name: z.string(),
  /** Contacts that the caller brought. */
  contacts: z.number().int(),
  /** For a former member: the end of the time to take them. */
  until: isoDateTime.nullable(),
})
export type TransferSource = z.infer<typeof transferSource>

export const listContactTransfers = signedInEndpoint('GET /api/profile/contact-transfers', {
  summary:
    'List the organizations with contacts that you brought and can take to another organization, and your latest transfers',
  responses: { 200: z.object({ sources: z.array(transferSource), transfers: z.array(contactTransfer) }) },
})

export const startContactTransfer = signedInEndpoint('POST /api/profile/contact-transfers', {
  summary:
    'Take the contacts that you brought to another organization of yours, or to a new one; 409 if they are more than it can hold',
  rate: 'heavy',
  body: z
    .strictObject({
      from: uuid,
      to: uuid.optional(),
      /** Name of the new organization. */
      newOrganization: requiredLine(MAX_COMPANY_LENGTH, 'Enter a name for the organization').optional(),
    })
    .refine(({ to, newOrganization }) => (to === undefined) !== (newOrganization === undefined), {
      message: 'Send to or newOrganization',
      path: ['to'],
    }),
  responses: { 201: contactTransfer },
})
