import { z } from 'zod'
import { logPage, operatorPage as page } from './admin.ts'
import { emailAddress } from './email-address.ts'
import { operatorEndpoint } from './endpoint.ts'
import { member, subscriptionStatus } from './organizations.ts'
import { isoDateTime, pageOf, pageQuery, requiredLine, uuid } from './text.ts'

const count = z.number().int()

/** Reason for an operator action, recorded in both audit logs. */
const MAX_REASON_LENGTH = 300
const reason = requiredLine(MAX_REASON_LENGTH, 'Enter a reason')
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

export const listOrganizations = operatorEndpoint('GET /api/admin/organizations', {
  summary: 'List organizations, newest first, or search by name, slug or owner email',
  query: z.strictObject({
    ...page,
    search: z.string().max(200).optional(),
    status: z.enum(ORGANIZATION_FILTERS).optional(),
  }),
  responses: { 200: pageOf(listedOrganization) },
})

const managedOrganization = listedOrganization.extend({
  periodEnd: isoDateTime.nullable(),
  suspendedReason: z.string().nullable(),
  /** The running custom plan, if any. */
  agreement: z.object({ plan: z.string(), until: isoDateTime }).nullable(),
  /** For the current calendar month in UTC. */
  creditsGranted: count,
  creditsUsed: count,
  /** Last activity of a member; null if no member is signed in. */
  lastSeenAt: isoDateTime.nullable(),
})
export type ManagedOrganization = z.infer<typeof managedOrganization>

export const newOrganization = z.strictObject({
  name: requiredLine(200, 'Company name is required', 'Company name is too long'),
  ownerEmail: emailAddress,
})

export const addOrganization = operatorEndpoint('POST /api/admin/organizations', {
  summary: 'Create an organization with an owner, who gets a sign-in link by email',
  body: newOrganization,
  responses: { 201: managedOrganization },
})

export const getOrganization = operatorEndpoint('GET /api/admin/organizations/{id}', {
  summary: 'Get plan, status, credits, usage and number of contacts of an organization',
  responses: { 200: managedOrganization },
})

export const listOrganizationMembers = operatorEndpoint('GET /api/admin/organizations/{id}/members', {
  summary: 'List the members of an organization by name',
  query: z.strictObject(pageQuery(50, 100, 2000)),
  responses: { 200: pageOf(member) },
})

export const listOperatorActions = operatorEndpoint('GET /api/admin/organizations/{id}/actions', {
  summary: 'List operator actions on an organization with their reasons, newest first',
  query: z.strictObject(page),
  responses: { 200: logPage },
})

const MAX_CREDITS = 100_000

export const creditsAdjustment = z.strictObject({
  /** Credits to add, or to remove if negative. */
  amount: z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(-MAX_CREDITS, `At most ${MAX_CREDITS} at once`)
    .max(MAX_CREDITS, `At most ${MAX_CREDITS} at once`)
    .refine((amount) => amount !== 0, 'Enter a number other than 0'),
  reason,
  requestId,
})

export const adjustCredits = operatorEndpoint('POST /api/admin/organizations/{id}/credits', {
  summary: 'Add or remove credits of an organization, never below zero',
  body: creditsAdjustment,
  responses: { 200: managedOrganization },
})

export const CUSTOM_PLANS = ['professional', 'enterprise'] as const

export const customPlan = z.strictObject({
  plan: z.enum(CUSTOM_PLANS),
  /** Last day, in UTC. */
  until: z.iso.date('Choose the last day'),
  reason,
  requestId,
})

export const setCustomPlan = operatorEndpoint('POST /api/admin/organizations/{id}/plan', {
  summary: 'Set a custom plan without a card until a given day',
  body: customPlan,
  responses: { 200: managedOrganization },
})

export const operatorReason = z.strictObject({ reason })

export const endCustomPlan = operatorEndpoint('POST /api/admin/organizations/{id}/plan/end', {
  summary: 'End the custom plan of an organization now',
  body: operatorReason,
  responses: { 200: managedOrganization },
})

export const suspendOrganization = operatorEndpoint('POST /api/admin/organizations/{id}/suspend', {
  summary: 'Suspend an organization: members lose access to its contacts with their next request',
  body: operatorReason,
  responses: { 200: managedOrganization },
})

export const liftSuspension = operatorEndpoint('POST /api/admin/organizations/{id}/lift', {
  summary: 'End the suspension of an organization',
  body: operatorReason,
  responses: { 200: managedOrganization },
})

export const eraseByOperator = z.strictObject({
  /** Name of the organization, to confirm. */
  name: requiredLine(200, 'Type the name of the organization'),
  reason,
})

export const eraseOrganizationAsOperator = operatorEndpoint('POST /api/admin/organizations/{id}/erase', {
  summary: 'Permanently erase an organization, confirmed by its name; cancels its subscription first',
  rate: 'heavy',
  body: eraseByOperator,
  responses: { 202: z.object({ erasing: z.literal(true) }) },
})
