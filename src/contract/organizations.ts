import { z } from 'zod'
import { memberAccess } from './auth.ts'
import { memberEndpoint } from './endpoint.ts'
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

export const getSubscription = memberEndpoint('GET /api/organizations/{id}/subscription', {
  summary: 'Get plan, status and credits of your organization',
  isOpenWhileSuspended: true,
  responses: { 200: organizationSubscription },
})

/** Reasons for ledger entries; more may be added. */
export const CREDIT_OPERATIONS = [
  'enrich',
  'refund',
  'grant',
  'expire',
  'revoke',
  'adjustment',
  'transfer',
] as const

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

export const getCredits = memberEndpoint('GET /api/organizations/{id}/credits', {
  summary: 'Get the credit balance and ledger, newest first',
  query: creditFilter.extend(pageQuery(100, 200)),
  responses: { 200: z.object({ balance: z.number().int(), entries: z.array(creditEntry) }) },
})

export const exportCredits = memberEndpoint('GET /api/organizations/{id}/credits.csv', {
  summary: 'Download the credit ledger as CSV, newest first; needs no active subscription',
  role: 'ADMIN',
  rate: 'heavy',
  duration: 'long',
  query: creditFilter,
  responses: { 200: z.string() },
})

const memberRole = z.enum(['OWNER', 'ADMIN', 'MEMBER'])

export const member = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  role: memberRole,
  access: memberAccess,
  joinedAt: isoDateTime,
  /** Last activity, accurate to five minutes; null without a session. */
  lastSeenAt: isoDateTime.nullable(),
  /** True if sign-in requires a second factor; only for owners and admins. */
  hasSecondFactor: z.boolean().optional(),
  /** States of the member's real-estate licenses, none if empty; only for owners and admins. */
  licenseStates: z.array(z.string()).optional(),
})
export type Member = z.infer<typeof member>

export const getMembers = memberEndpoint('GET /api/organizations/{id}/members', {
  summary: 'List the members of your organization by name; the Link header has the next page',
  query: z.object(pageQuery(200, 200, 2000)),
  responses: { 200: z.array(member) },
})

export const changeMember = memberEndpoint('PATCH /api/organizations/{id}/members/{userId}', {
  summary: 'Change the role of a member; only an OWNER may add or change an OWNER',
  role: 'ADMIN',
  body: z.strictObject({ role: memberRole }),
  responses: { 200: member },
})

export const removeMember = memberEndpoint('DELETE /api/organizations/{id}/members/{userId}', {
  summary:
    'Remove a member and unassign their contacts and tasks; they are signed out unless they have another organization',
  role: 'ADMIN',
})

export const leaveOrganization = memberEndpoint('POST /api/organizations/{id}/leave', {
  summary: 'Leave your organization; not possible for its last OWNER',
  isOpenWhileSuspended: true,
})

export const transferOwnership = memberEndpoint('POST /api/organizations/{id}/transfer', {
  summary: 'Transfer ownership: another member becomes OWNER and you become ADMIN',
  role: 'OWNER',
  body: z.strictObject({ userId: uuid }),
  responses: { 200: member },
})
