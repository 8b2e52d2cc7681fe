import { z } from 'zod'
import { memberEndpoint, subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery, uuid } from './text.ts'

/** The side that brought a contact: an agent, or the team. */
export const ORIGINS = ['agent', 'team'] as const
export type Origin = (typeof ORIGINS)[number]
export const origin = z.enum(ORIGINS, 'Choose agent or team')

/** Days until an unanswered request ends. */
export const ORIGIN_REQUEST_DAYS = 30
/** Requests per answer. */
export const MAX_ANSWERED_REQUESTS = 200

const originRequest = z.object({
  id: z.string(),
  contactId: z.string(),
  contactName: z.string(),
  /** The origin that the contact gets if the other side accepts. */
  to: origin,
  /** The agent's side. */
  memberId: z.string(),
  memberName: z.string(),
  askedByName: z.string(),
  askedSide: z.enum(ORIGINS),
  createdAt: isoDateTime,
  expiresAt: isoDateTime,
  /** Whether the caller answers for the other side, or can take back their own side's request. */
  canAnswer: z.boolean(),
  canWithdraw: z.boolean(),
})
export type OriginRequest = z.infer<typeof originRequest>

const contactOrigin = z.object({
  origin,
  /** The agent who brought the contact; null if the team supplied it or the account was deleted. */
  memberName: z.string().nullable(),
  /** Whether the caller's side can ask for the other origin. */
  canAsk: z.boolean(),
  request: originRequest.nullable(),
})
export type ContactOrigin = z.infer<typeof contactOrigin>

export const getContactOrigin = subscriberEndpoint('GET /api/contacts/{id}/origin', {
  summary: 'Get who brought a contact, and the open request to change that',
  responses: { 200: contactOrigin },
})

export const askForOrigin = subscriberEndpoint('POST /api/contacts/{id}/origin', {
  summary:
    'Ask the other side to change the origin of a contact: the agent asks the team, an administrator asks the agent; 409 if a request is open',
  body: z.strictObject({ to: origin }),
  responses: { 201: contactOrigin },
})

export const listOriginRequests = memberEndpoint('GET /api/origin-requests', {
  summary:
    'List open requests to change the origin of contacts, newest first: your own, and with ADMIN those of all members',
  query: z.object(pageQuery(50)),
  responses: { 200: pageOf(originRequest) },
})

export const answerOriginRequests = memberEndpoint('POST /api/origin-requests/answer', {
  summary:
    'Accept or decline requests of the other side; requests that ended meanwhile are left out, and 404 if all did',
  body: z.strictObject({
    ids: z
      .array(uuid)
      .min(1)
      .max(MAX_ANSWERED_REQUESTS, `Answer at most ${MAX_ANSWERED_REQUESTS} requests at once`),
    accept: z.boolean(),
  }),
  responses: { 200: z.object({ answered: z.number().int() }) },
})

export const withdrawOriginRequest = memberEndpoint('DELETE /api/origin-requests/{id}', {
  summary: "Withdraw your side's request to change the origin of a contact",
})
