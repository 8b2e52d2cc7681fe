import { z } from 'zod'
import { logPage, operatorPage as page } from './admin.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { member, subscriptionStatus } from './organizations.ts'
import { isoDateTime, requiredLine, uuid } from './text.ts'

const params = z.object({ id: uuid })
const count = z.number().int()

/** Why the operator does something; it stands in both audit logs. */
const REASON_MAX = 300
const reason = requiredLine(REASON_MAX, 'Say why')
/** Names one wish of the operator: sent twice, it is carried out once. */
const requestId = uuid

const listedOrganization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** One of the owners. */
  ownerEmail: z.string().nullable(),
  status: subscriptionStatus,
  plan: z.string().nullable(),
  suspendedAt: isoDateTime.nullable(),
  members: count,
  contacts: count,
  credits: count,
  createdAt: isoDateTime,
})
export type ListedOrganization = z.infer<typeof listedOrganization>

export const ORGANIZATION_FILTERS = [...subscriptionStatus.options, 'suspended'] as const
export type OrganizationFilter = (typeof ORGANIZATION_FILTERS)[number]

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/admin/organizations',
  summary: 'Every organization, newest first, found by name, slug or the address of an owner',
  access: 'platform-admin',
  rate: 'read',
  query: z.strictObject({
    ...page,
    search: z.string().max(200).optional(),
    status: z.enum(ORGANIZATION_FILTERS).optional(),
  }),
  answers: { 200: z.object({ organizations: z.array(listedOrganization), next: z.string().nullable() }) },
})

const managedOrganization = listedOrganization.extend({
  periodEnd: isoDateTime.nullable(),
  suspendedReason: z.string().nullable(),
  /** The plan that was agreed with the operator and is running, if any. */
  agreement: z.object({ plan: z.string(), until: isoDateTime }).nullable(),
  /** Of the running calendar month in UTC. */
  creditsGranted: count,
  creditsUsed: count,
  /** When a member was last seen; null when none is signed in. */
  lastSeenAt: isoDateTime.nullable(),
})
export type ManagedOrganization = z.infer<typeof managedOrganization>

export const newOrganization = z.strictObject({
  name: requiredLine(200, 'Company name is required', 'Company name is too long'),
  ownerEmail: emailAddress,
})

export const addOrganization = endpoint({
  method: 'POST',
  path: '/api/admin/organizations',
  summary: 'Create an organization with an owner, who is mailed a sign-in link',
  access: 'platform-admin',
  rate: 'write',
  body: newOrganization,
  answers: { 201: managedOrganization },
})

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{id}',
  summary: 'Plan, status, credits and usage of an organization; nothing of its contacts but their number',
  access: 'platform-admin',
  rate: 'read',
  params,
  answers: { 200: managedOrganization },
})

export const listOrganizationMembers = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{id}/members',
  summary: 'The people of an organization, by name',
  access: 'platform-admin',
  rate: 'read',
  params,
  query: z.strictObject({ ...page, cursor: z.string().max(2000).optional() }),
  answers: { 200: z.object({ members: z.array(member), next: z.string().nullable() }) },
})

export const listOperatorActions = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{id}/actions',
  summary: 'What operators did with an organization, and why, newest first',
  access: 'platform-admin',
  rate: 'read',
  params,
  query: z.strictObject(page),
  answers: { 200: logPage },
})

const CREDITS_MAX = 100_000

export const creditsAdjustment = z.strictObject({
  /** Added, or taken where it is below zero. */
  amount: z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(-CREDITS_MAX, `At most ${CREDITS_MAX} at once`)
    .max(CREDITS_MAX, `At most ${CREDITS_MAX} at once`)
    .refine((amount) => amount !== 0, 'Enter how many'),
  reason,
  requestId,
})

export const adjustCredits = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/credits',
  summary: 'Give an organization credits or take some, never below zero',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: creditsAdjustment,
  answers: { 200: managedOrganization },
})

export const AGREED_PLANS = ['professional', 'enterprise'] as const

export const planAgreement = z.strictObject({
  plan: z.enum(AGREED_PLANS),
  /** The last day, in UTC. */
  until: z.iso.date('Choose the last day'),
  reason,
  requestId,
})

export const agreePlan = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/plan',
  summary: 'Let an organization have a plan without card until a day',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: planAgreement,
  answers: { 200: managedOrganization },
})

export const operatorReason = z.strictObject({ reason })

export const endAgreement = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/plan/end',
  summary: 'End the plan that was agreed with an organization, now',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: operatorReason,
  answers: { 200: managedOrganization },
})

export const suspendOrganization = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/suspend',
  summary: 'Keep the members of an organization from its contacts, from their next request on',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: operatorReason,
  answers: { 200: managedOrganization },
})

export const liftSuspension = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/lift',
  summary: 'End the suspension of an organization',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: operatorReason,
  answers: { 200: managedOrganization },
})

export const eraseByOperator = z.strictObject({
  /** The organization's name, typed. */
  name: requiredLine(200, 'Type the name of the organization'),
  reason,
})

export const eraseOrganizationAsOperator = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/erase',
  summary: 'Erase an organization for good, confirmed by its name; its subscription is canceled first',
  access: 'platform-admin',
  rate: 'heavy',
  params,
  body: eraseByOperator,
  answers: { 202: z.object({ erasing: z.literal(true) }) },
})
