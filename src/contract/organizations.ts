import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDateTime, uuid } from './text.ts'

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
  rate: 'read',
  params: z.object({ id: uuid }),
  answers: { 200: organizationSubscription },
})

const creditEntry = z.object({
  id: z.string(),
  amount: z.number().int(),
  operation: z.string(),
  description: z.string().nullable(),
  contactId: z.string().nullable(),
  createdAt: isoDateTime,
})

export const getCredits = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/credits',
  summary: 'Credit balance and ledger, newest first',
  access: 'member',
  rate: 'read',
  params: z.object({ id: uuid }),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(100),
    cursor: z.string().max(300).optional(),
  }),
  answers: { 200: z.object({ balance: z.number().int(), entries: z.array(creditEntry) }) },
})

export const member = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  role: z.enum(['OWNER', 'ADMIN', 'MEMBER']),
})
export type Member = z.infer<typeof member>

export const getMembers = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/members',
  summary: 'The people of your organization, by name',
  access: 'member',
  rate: 'read',
  params: z.object({ id: uuid }),
  answers: { 200: z.array(member) },
})
