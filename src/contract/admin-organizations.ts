import { z } from 'zod'
import { logPage, operatorPage as page } from './admin.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { member, subscriptionStatus } from './organizations.ts'
import { isoDateTime, requiredLine, uuid } from './text.ts'

const params = z.object({ id: uuid })
const count = z.number().int()

/** Reason for an operator action, recorded in both audit logs. */
const REASON_MAX = 300
const reason = requiredLine(REASON_MAX, 'Enter a reason')
/** Idempotency key: a repeated request runs once. */
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
  summary: 'List organizations, newest first, or search by name, slug or owner email',
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
  /** The running custom plan, if any. */
  agreement: z.object({ plan: z.string(), until: isoDateTime }).nullable(),
  /** For the current calendar month in UTC. */
  creditsGranted: count,
  creditsUsed: count,
  /** Last activity of a member; null if none is signed in. */
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
  summary: 'Create an organization with an owner, who gets a sign-in link by email',
  access: 'platform-admin',
  rate: 'write',
  body: newOrganization,
  answers: { 201: managedOrganization },
})

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{id}',
  summary: 'Get plan, status, credits, usage and number of contacts of an organization',
  access: 'platform-admin',
  rate: 'read',
  params,
  answers: { 200: managedOrganization },
})

export const listOrganizationMembers = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{id}/members',
  summary: 'List the members of an organization by name',
  access: 'platform-admin',
  rate: 'read',
  params,
  query: z.strictObject({ ...page, cursor: z.string().max(2000).optional() }),
  answers: { 200: z.object({ members: z.array(member), next: z.string().nullable() }) },
})

export const listOperatorActions = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{id}/actions',
  summary: 'List operator actions on an organization with their reasons, newest first',
  access: 'platform-admin',
  rate: 'read',
  params,
  query: z.strictObject(page),
  answers: { 200: logPage },
})

const CREDITS_MAX = 100_000

export const creditsAdjustment = z.strictObject({
  /** Credits to add, or to remove if negative. */
  amount: z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(-CREDITS_MAX, `At most ${CREDITS_MAX} at once`)
    .max(CREDITS_MAX, `At most ${CREDITS_MAX} at once`)
    .refine((amount) => amount !== 0, 'Enter a number other than 0'),
  reason,
  requestId,
})

export const adjustCredits = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/credits',
  summary: 'Add or remove credits of an organization, never below zero',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: creditsAdjustment,
  answers: { 200: managedOrganization },
})

export const AGREED_PLANS = ['professional', 'enterprise'] as const

export const planAgreement = z.strictObject({
  plan: z.enum(AGREED_PLANS),
  /** Last day, in UTC. */
  until: z.iso.date('Choose the last day'),
  reason,
  requestId,
})

export const agreePlan = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/plan',
  summary: 'Set a custom plan without a card until a given day',
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
  summary: 'End the custom plan of an organization now',
  access: 'platform-admin',
  rate: 'write',
  params,
  body: operatorReason,
  answers: { 200: managedOrganization },
})

export const suspendOrganization = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/suspend',
  summary: 'Suspend an organization: members lose access to its contacts with their next request',
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
  /** Name of the organization, to confirm. */
  name: requiredLine(200, 'Type the name of the organization'),
  reason,
})

export const eraseOrganizationAsOperator = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{id}/erase',
  summary: 'Permanently erase an organization, confirmed by its name; cancels its subscription first',
  access: 'platform-admin',
  rate: 'heavy',
  params,
  body: eraseByOperator,
  answers: { 202: z.object({ erasing: z.literal(true) }) },
})
