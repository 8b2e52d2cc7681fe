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
  summary: 'Get plan, status and credits of your organization',
  access: 'member',
  whileSuspended: true,
  rate: 'read',
  params: z.object({ id: uuid }),
  answers: { 200: organizationSubscription },
})

/** Reasons for ledger entries; more may be added. */
export const CREDIT_OPERATIONS = ['enrich', 'refund', 'grant', 'expire', 'revoke', 'adjustment'] as const

const creditEntry = z.object({
  id: z.string(),
  amount: z.number().int(),
  operation: z.string(),
  description: z.string().nullable(),
  contactId: z.string().nullable(),
  /** Null without a contact or after it was deleted. */
  contactName: z.string().nullable(),
  /** The member who started the enrichment; null for automatic ones. */
  memberName: z.string().nullable(),
  createdAt: isoDateTime,
})

const day = z.iso.date('Enter a date like 2026-11-22')

const creditFilter = z.object({
  operation: z.enum(CREDIT_OPERATIONS).optional(),
  /** UTC days, inclusive. */
  from: day.optional(),
  to: day.optional(),
  contactId: uuid.optional(),
})
export type CreditFilter = z.infer<typeof creditFilter>

export const getCredits = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/credits',
  summary: 'Get the credit balance and ledger, newest first',
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
  summary: 'Download the credit ledger as CSV, newest first; needs no active subscription',
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
  /** Last activity, accurate to five minutes; null without a session. */
  lastSeenAt: isoDateTime.nullable(),
  /** True if sign-in requires a second factor; only for owners and admins. */
  hasSecondFactor: z.boolean().optional(),
})
export type Member = z.infer<typeof member>

export const getMembers = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/members',
  summary: 'List the members of your organization by name; the Link header has the next page',
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
  summary: 'Change the role of a member; only an OWNER may add or change an OWNER',
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
  summary: 'Remove a member, sign them out everywhere and unassign their tasks',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: memberParams,
  answers: { 204: z.undefined() },
})

export const leaveOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/leave',
  summary: 'Leave your organization; not possible for its last OWNER',
  access: 'member',
  whileSuspended: true,
  rate: 'write',
  params: z.object({ id: uuid }),
  answers: { 204: z.undefined() },
})

export const transferOwnership = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/transfer',
  summary: 'Transfer ownership: another member becomes OWNER and you become ADMIN',
  access: 'member',
  role: 'OWNER',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: z.strictObject({ userId: uuid }),
  answers: { 200: member },
})
