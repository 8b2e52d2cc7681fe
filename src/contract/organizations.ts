import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDateTime, pageQuery, uuid } from './text.ts'

export const subscriptionStatus = z.enum(['active', 'canceled', 'past_due', 'trialing', 'incomplete'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

const organizationSubscription = z.object({
  organization: z.object({
    id: z.string(),
    name: z.string(),
    subscriptionStatus,
    subscriptionPlan: z.string().nullable(),
    subscriptionPeriodEnd: isoDateTime.nullable(),
    credits: z.number().int(),
    seats: z.number().int(),
  }),
})

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/subscription',
  summary: 'Plan, status and credits of your organization',
  access: 'member',
  whileSuspended: true,
  rate: 'read',
  params: z.object({ id: uuid }),
  answers: { 200: organizationSubscription },
})

/** What moves credits; further ones may come. */
export const CREDIT_OPERATIONS = ['enrich', 'refund', 'grant', 'expire', 'revoke', 'adjustment'] as const

const creditEntry = z.object({
  id: z.string(),
  amount: z.number().int(),
  operation: z.string(),
  description: z.string().nullable(),
  contactId: z.string().nullable(),
  /** Null for an entry without a contact, and once the contact is deleted. */
  contactName: z.string().nullable(),
  /** The member who asked for the enrichment; null for automatic ones. */
  memberName: z.string().nullable(),
  createdAt: isoDateTime,
})

const day = z.iso.date('Write the day as YYYY-MM-DD')

const creditFilter = z.object({
  operation: z.enum(CREDIT_OPERATIONS).optional(),
  /** Days in UTC, both included. */
  from: day.optional(),
  to: day.optional(),
  contactId: uuid.optional(),
})
export type CreditFilter = z.infer<typeof creditFilter>

export const getCredits = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/credits',
  summary: 'Credit balance and ledger, newest first',
  access: 'member',
  rate: 'read',
  params: z.object({ id: uuid }),
  query: creditFilter.extend({
    ...pageQuery(100, 200),
  }),
  answers: { 200: z.object({ balance: z.number().int(), entries: z.array(creditEntry) }) },
})

export const exportCredits = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/credits.csv',
  summary: 'The credit ledger as CSV, newest first, also without an active subscription',
  access: 'member',
  role: 'ADMIN',
  rate: 'heavy',
  duration: 'long',
  params: z.object({ id: uuid }),
  query: creditFilter,
  answers: { 200: z.string() },
})

const memberRole = z.enum(['OWNER', 'ADMIN', 'MEMBER'])

export const member = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  role: memberRole,
  joinedAt: isoDateTime,
  /** When one of the person's sessions was last used, within five minutes; null while they have none. */
  lastSeenAt: isoDateTime.nullable(),
  /** Whether signing in takes a code after the link; said to owners and administrators. */
  hasSecondFactor: z.boolean().optional(),
})
export type Member = z.infer<typeof member>

export const getMembers = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/members',
  summary: 'The people of your organization, by name; the header Link leads to the next page',
  access: 'member',
  rate: 'read',
  params: z.object({ id: uuid }),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(200),
    cursor: z.string().max(2000).optional(),
  }),
  answers: { 200: z.array(member) },
})

const memberParams = z.object({ id: uuid, userId: uuid })

export const changeMember = endpoint({
  method: 'PATCH',
  path: '/api/organizations/{id}/members/{userId}',
  summary: 'Give a member another role; only an OWNER may make or change an OWNER',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: memberParams,
  body: z.strictObject({ role: memberRole }),
  answers: { 200: member },
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/organizations/{id}/members/{userId}',
  summary: 'Remove a member: signs them out everywhere and takes their tasks from them',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: memberParams,
  answers: { 204: z.undefined() },
})

export const leaveOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/leave',
  summary: 'Leave your organization; its last OWNER cannot',
  access: 'member',
  whileSuspended: true,
  rate: 'write',
  params: z.object({ id: uuid }),
  answers: { 204: z.undefined() },
})

export const transferOwnership = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/transfer',
  summary: 'Make another member OWNER and yourself ADMIN, at once',
  access: 'member',
  role: 'OWNER',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: z.strictObject({ userId: uuid }),
  answers: { 200: member },
})
