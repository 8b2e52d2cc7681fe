import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { memberEndpoint, signedInEndpoint } from './endpoint.ts'
import { isoDate, isoDateTime, pageOf, pageQuery, requiredLine, uuid } from './text.ts'

const count = z.number().int()
/** Null is unlimited. */
const limit = count.nullable()
const officeName = requiredLine(200, 'Company name is required', 'Company name is too long')
/** Idempotency key: a repeated request moves once. */
const requestId = uuid

const successManager = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

const brokerageRole = z.enum(['owner', 'supervisor'])

const listedBrokerage = z.object({ id: z.string(), name: z.string(), role: brokerageRole })
export type ListedBrokerage = z.infer<typeof listedBrokerage>

export const listBrokerages = signedInEndpoint('GET /api/brokerages', {
  summary: 'List the brokerages that you own or supervise, by name',
  responses: { 200: z.array(listedBrokerage) },
})

/** Sums over contacts, of the last 30 days where they count what happened; null for groups of fewer than five contacts. */
const sums = z.object({
  contacts: count,
  withEmail: count,
  withPhone: count,
  enriched: count,
  activities: count,
  conversations: count,
  appointments: count,
  moves: count,
  agreements: count,
})
export type BrokerageSums = z.infer<typeof sums>

const team = z.object({ id: z.string(), name: z.string(), members: count, sums: sums.nullable() })

const office = z.object({
  id: z.string(),
  name: z.string(),
  isSuspended: z.boolean(),
  joinedAt: isoDateTime,
  /** True while its plan is the brokerage's. */
  hasPlan: z.boolean(),
  members: count,
  /** Members and open invitations. */
  seats: count,
  seatLimit: limit,
  credits: count,
  creditsUsed: count,
  sums: sums.nullable(),
  teams: z.array(team),
})
export type Office = z.infer<typeof office>

const supervisor = z.object({ userId: z.string(), name: z.string(), email: z.string() })

const brokerage = listedBrokerage.extend({
  sharesDoNotContact: z.boolean(),
  planUntil: isoDateTime.nullable(),
  hasUnlimitedCredits: z.boolean(),
  seats: limit,
  /** Seats that no office has; null is unlimited. */
  freeSeats: limit,
  maxOffices: limit,
  slaNotes: z.string().nullable(),
  successManager: successManager.nullable(),
  offices: z.array(office),
  supervisors: z.array(supervisor),
})
export type Brokerage = z.infer<typeof brokerage>

export const getBrokerage = signedInEndpoint('GET /api/brokerages/{id}', {
  summary: 'Get terms, and sums of each office and team, of a brokerage that you own or supervise',
  rate: 'heavy',
  responses: { 200: brokerage },
})

export const changeBrokerage = signedInEndpoint('PATCH /api/brokerages/{id}', {
  summary: 'Change the name of your brokerage, or whether a do-not-contact request applies to all offices',
  body: z.strictObject({ name: officeName.optional(), sharesDoNotContact: z.boolean().optional() }),
})

const registry = z.object({
  /** Date of the oldest list in use. */
  asOf: isoDate,
  ageDays: count,
  isCurrent: z.boolean(),
  areaCodes: count,
})

const memberCompliance = z.object({
  userId: z.string(),
  name: z.string(),
  /** Day of the last do-not-call list that this member uploaded. */
  lastUpload: isoDate.nullable(),
  optOuts: count,
  /** Hours from the request, as the member logged it, to the block; null without such requests. */
  medianHours: z.number().nullable(),
  slowestHours: z.number().nullable(),
  overrides: count,
  personalMessages: count,
})

const OVERRIDE_KINDS = ['opt-out-lifted', 'call-exemption', 'area-selected'] as const

const compliance = z.object({
  /** Start of the period. */
  since: isoDateTime,
  offices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Null without a do-not-call list. */
      registry: registry.nullable(),
      /** Opt-outs from files that wait for a review. */
      openReviews: count,
      members: z.array(memberCompliance),
    }),
  ),
  /** Newest first, at most 100. Names, addresses and numbers in reasons are replaced by […]. */
  overrides: z.array(
    z.object({
      officeId: z.string(),
      memberName: z.string().nullable(),
      kind: z.enum(OVERRIDE_KINDS),
      on: isoDate,
      reason: z.string(),
    }),
  ),
})
export type BrokerageCompliance = z.infer<typeof compliance>

export const getBrokerageCompliance = signedInEndpoint('GET /api/brokerages/{id}/compliance', {
  summary:
    'Get, for each member of the last 90 days, opt-outs, time to honor them and overrides with reasons, without contacts',
  rate: 'heavy',
  responses: { 200: compliance },
})

const MAX_MOVE = 1_000_000
const amount = z
  .number('Enter a whole number')
  .int('Enter a whole number')
  .min(1, 'Enter at least 1')
  .max(MAX_MOVE, `At most ${MAX_MOVE} at once`)

export const creditsMove = z.strictObject({ from: uuid, to: uuid, amount, requestId })
export const moveCredits = signedInEndpoint('POST /api/brokerages/{id}/credits', {
  summary: 'Move credits from one office of your brokerage to another',
  body: creditsMove,
})

export const seatsMove = z.strictObject({
  /** Null for seats that no office has. */
  from: uuid.nullable(),
  to: uuid.nullable(),
  amount,
  requestId,
})
export const moveSeats = signedInEndpoint('POST /api/brokerages/{id}/seats', {
  summary: 'Move seats between offices of your brokerage and its free seats',
  body: seatsMove,
})

const move = z.object({
  id: z.string(),
  kind: z.enum(['credits', 'seats', 'expired_credits']),
  /** Null for free seats and deleted offices. */
  fromName: z.string().nullable(),
  toName: z.string().nullable(),
  amount: count,
  createdAt: isoDateTime,
})
export type BrokerageMove = z.infer<typeof move>

export const listBrokerageMoves = signedInEndpoint('GET /api/brokerages/{id}/moves', {
  summary: 'List moved credits and seats of your brokerage, and credits deleted with an office, newest first',
  query: z.strictObject(pageQuery(20)),
  responses: { 200: pageOf(move) },
})

const invitationKind = z.enum(['office', 'new_office', 'supervisor'])
const invitation = z.object({
  id: z.string(),
  kind: invitationKind,
  email: z.string(),
  officeName: z.string().nullable(),
  createdAt: isoDateTime,
  expiresAt: isoDateTime,
  isExpired: z.boolean(),
})
export type BrokerageInvitation = z.infer<typeof invitation>

export const listBrokerageInvitations = signedInEndpoint('GET /api/brokerages/{id}/invitations', {
  summary: 'List open invitations to your brokerage, newest first',
  responses: { 200: z.array(invitation) },
})

export const brokerageInvitationInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['office', 'supervisor']), email: emailAddress }),
  z.strictObject({ kind: z.literal('new_office'), email: emailAddress, officeName }),
])
export type BrokerageInvitationInput = z.infer<typeof brokerageInvitationInput>

export const createBrokerageInvitation = signedInEndpoint('POST /api/brokerages/{id}/invitations', {
  summary:
    'Invite an organization by its owner, the owner of a new office, or a supervising broker; again to send a new email',
  body: brokerageInvitationInput,
  responses: { 201: invitation },
})

export const revokeBrokerageInvitation = signedInEndpoint(
  'DELETE /api/brokerages/{id}/invitations/{invitationId}',
  { summary: 'Revoke an invitation to your brokerage' },
)

export const removeOffice = signedInEndpoint('DELETE /api/brokerages/{id}/offices/{officeId}', {
  summary: 'Remove an office from your brokerage; it keeps its data, members and credits',
})

export const removeSupervisor = signedInEndpoint('DELETE /api/brokerages/{id}/supervisors/{userId}', {
  summary: 'Remove a supervising broker, or yourself as one',
})

export const transferBrokerage = signedInEndpoint('POST /api/brokerages/{id}/transfer', {
  summary: 'Make a supervising broker the owner of your brokerage; you become a supervising broker',
  body: z.strictObject({ userId: uuid }),
})

const receivedInvitation = z.object({
  id: z.string(),
  kind: invitationKind,
  brokerageName: z.string(),
  officeName: z.string().nullable(),
  expiresAt: isoDateTime,
})
export type ReceivedBrokerageInvitation = z.infer<typeof receivedInvitation>

export const listReceivedBrokerageInvitations = signedInEndpoint('GET /api/brokerage-invitations', {
  summary: 'List invitations of brokerages to your own address',
  responses: { 200: z.array(receivedInvitation) },
})

export const acceptBrokerageInvitation = signedInEndpoint('POST /api/brokerage-invitations/{id}/accept', {
  summary:
    'Accept an invitation of a brokerage. An invitation to join applies to the organization that you work in and own.',
})

export const declineBrokerageInvitation = signedInEndpoint('DELETE /api/brokerage-invitations/{id}', {
  summary: 'Decline an invitation of a brokerage',
})

const membership = z.object({
  /** Null for an organization without a brokerage. */
  brokerage: z
    .object({
      name: z.string(),
      sharesDoNotContact: z.boolean(),
      hasUnlimitedCredits: z.boolean(),
      slaNotes: z.string().nullable(),
      successManager: successManager.nullable(),
      seats: count,
      seatLimit: limit,
    })
    .nullable(),
})
export type BrokerageMembership = z.infer<typeof membership>

export const getOwnBrokerage = memberEndpoint('GET /api/organizations/{id}/brokerage', {
  summary: "Get your organization's brokerage with its success manager and terms",
  responses: { 200: membership },
})

export const leaveBrokerage = memberEndpoint('POST /api/organizations/{id}/brokerage/leave', {
  summary: 'Leave the brokerage: its plan for your organization ends',
  role: 'OWNER',
})
