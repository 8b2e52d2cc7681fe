import { z } from 'zod'
import { operatorPage as page } from './admin.ts'
import { newOrganization, operatorReason } from './admin-organizations.ts'
import { emailAddress } from './email-address.ts'
import { operatorEndpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageOf, requiredLine, uuid } from './text.ts'

const count = z.number().int()
const { reason } = operatorReason.shape
const name = requiredLine(200, 'Name is required', 'Name is too long')
/** Null is unlimited. */
const limit = (max: number) =>
  z.number('Enter a whole number').int('Enter a whole number').min(1).max(max).nullable()

const listedBrokerage = z.object({
  id: z.string(),
  name: z.string(),
  /** Null after the owner deleted their account. */
  ownerEmail: z.string().nullable(),
  offices: count,
  planUntil: isoDateTime.nullable(),
  hasUnlimitedCredits: z.boolean(),
  createdAt: isoDateTime,
})
export type ManagedBrokerageItem = z.infer<typeof listedBrokerage>

export const listManagedBrokerages = operatorEndpoint('GET /api/admin/brokerages', {
  summary: 'List brokerages, newest first',
  query: z.strictObject(page),
  responses: { 200: pageOf(listedBrokerage) },
})

const managedBrokerage = listedBrokerage.extend({
  sharesDoNotContact: z.boolean(),
  seats: count.nullable(),
  maxOffices: count.nullable(),
  slaNotes: z.string().nullable(),
  managerName: z.string().nullable(),
  managerEmail: z.string().nullable(),
  managerPhone: z.string().nullable(),
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      plan: z.string().nullable(),
      credits: count,
      creditsUsed: count,
      seats: count,
      seatLimit: count.nullable(),
    }),
  ),
})
export type ManagedBrokerage = z.infer<typeof managedBrokerage>

export const newBrokerage = z.strictObject({ name, ownerEmail: emailAddress, reason })

export const addBrokerage = operatorEndpoint('POST /api/admin/brokerages', {
  summary: 'Create a brokerage with an owner, who gets a sign-in link by email',
  body: newBrokerage,
  responses: { 201: managedBrokerage },
})

export const getManagedBrokerage = operatorEndpoint('GET /api/admin/brokerages/{id}', {
  summary: 'Get terms and organizations of a brokerage',
  responses: { 200: managedBrokerage },
})

export const brokerageTerms = z.strictObject({
  hasUnlimitedCredits: z.boolean(),
  seats: limit(100_000),
  maxOffices: limit(10_000),
  slaNotes: optionalText(2000),
  managerName: optionalLine(100),
  managerEmail: emailAddress.nullable(),
  managerPhone: optionalLine(40),
  reason,
})
export type BrokerageTerms = z.output<typeof brokerageTerms>

export const setBrokerageTerms = operatorEndpoint('PATCH /api/admin/brokerages/{id}', {
  summary: 'Set credits, seats, offices, SLA notes and success manager of a brokerage',
  body: brokerageTerms,
  responses: { 200: managedBrokerage },
})

export const brokeragePlan = z.strictObject({
  /** Last day, in UTC. */
  until: z.iso.date('Choose the last day'),
  reason,
  requestId: uuid,
})

export const setBrokeragePlan = operatorEndpoint('POST /api/admin/brokerages/{id}/plan', {
  summary: 'Set the Enterprise plan for all organizations of a brokerage until a given day',
  rate: 'heavy',
  body: brokeragePlan,
  responses: { 200: managedBrokerage },
})

export const endBrokeragePlan = operatorEndpoint('POST /api/admin/brokerages/{id}/plan/end', {
  summary: 'End the plan of a brokerage and of all its organizations now',
  rate: 'heavy',
  body: operatorReason,
  responses: { 200: managedBrokerage },
})

export const newOffice = newOrganization.extend({ reason })

export const addOffice = operatorEndpoint('POST /api/admin/brokerages/{id}/organizations', {
  summary: 'Create an organization of a brokerage with its owner, who gets a sign-in link by email',
  body: newOffice,
  responses: { 201: managedBrokerage },
})

export const brokerageOwner = z.strictObject({ ownerEmail: emailAddress, reason })

export const setBrokerageOwner = operatorEndpoint('POST /api/admin/brokerages/{id}/owner', {
  summary: 'Name another owner of a brokerage',
  body: brokerageOwner,
  responses: { 200: managedBrokerage },
})
