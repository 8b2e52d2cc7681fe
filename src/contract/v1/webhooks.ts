import { z } from 'zod'
import { apiEndpoint } from '../endpoint.ts'
import { isoDateTime, optionalLine, requiredLine, timeSince, uuid } from '../text.ts'
import { CHOSEN_EVENT_TYPES, EVENT_TYPES } from './event-types.ts'
import { named, pageOf, pageQuery } from './schemas.ts'

const eventTypes = z
  .array(z.enum(CHOSEN_EVENT_TYPES))
  .max(CHOSEN_EVENT_TYPES.length)
  .transform((types) => [...new Set(types)])

export const webhookEndpoint = named(
  'WebhookEndpoint',
  z.object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    eventTypes: z.array(z.enum(EVENT_TYPES)).describe('Types that it receives; all if empty'),
    isEnabled: z.boolean(),
    disabledReason: z
      .enum(['member', 'gone', 'failing'])
      .nullable()
      .describe('Turned off by a member, after an answer of 410, or after 5 days of failures'),
    disabledAt: isoDateTime.nullable(),
    failingSince: isoDateTime.nullable().describe('The first failure since the last success'),
    previousSecretUntil: isoDateTime
      .nullable()
      .describe('Until then deliveries also carry a signature of the secret from before the rotation'),
    createdAt: isoDateTime,
  }),
)
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

const shownEndpoint = named(
  'WebhookEndpointWithSecret',
  webhookEndpoint.extend({ secret: z.string().describe('Verifies signatures; shown only once') }),
)
export type ShownWebhookEndpoint = z.infer<typeof shownEndpoint>

const WEBHOOK_FAILURES = [
  ...['bad_url', 'unknown_host', 'refused_address', 'redirected', 'unreachable', 'timed_out', 'too_large'],
  ...['status', 'disabled', 'secret'],
] as const

const delivery = named(
  'WebhookDelivery',
  z.object({
    id: z.string(),
    eventId: z.string(),
    eventType: z.enum(EVENT_TYPES),
    state: z.enum(['waiting', 'arrived', 'failed']),
    attempt: z.number().int().describe('Attempts so far'),
    status: z.number().int().nullable().describe('HTTP status of the last answer'),
    failure: z.enum(WEBHOOK_FAILURES).nullable().describe('Why the last attempt failed'),
    milliseconds: z.number().int().nullable().describe('Duration of the last attempt'),
    attemptedAt: isoDateTime.nullable(),
    nextAttemptAt: isoDateTime.nullable(),
    createdAt: isoDateTime,
  }),
)
export type WebhookDelivery = z.infer<typeof delivery>

const url = requiredLine(2000, 'Enter a URL')
  .refine((text) => ['https:', 'http:'].includes(URL.parse(text)?.protocol ?? ''), {
    error: 'Enter a URL that begins with https://',
    abort: true,
  })
  .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, {
    error: 'Remove the user name and password from the URL',
  })

export const webhookEndpointInput = named(
  'WebhookEndpointInput',
  z.strictObject({
    url,
    description: optionalLine(100),
    eventTypes: eventTypes.default([]).describe('Types that it receives; all if empty'),
  }),
)
export type WebhookEndpointInput = z.output<typeof webhookEndpointInput>

const webhookEndpointChanges = named(
  'WebhookEndpointChanges',
  z.strictObject({
    url: url.optional(),
    description: optionalLine(100).optional(),
    eventTypes: eventTypes.optional(),
    isEnabled: z.boolean().optional(),
  }),
)
export type WebhookEndpointChanges = z.output<typeof webhookEndpointChanges>

const access = { scope: 'webhooks:manage', role: 'ADMIN' } as const
const path = '/api/v1/webhook-endpoints' as const
const queued = z.object({ queued: z.number().int().describe('Deliveries that will be sent') })

export const listWebhookEndpoints = apiEndpoint(`GET ${path}`, {
  ...access,
  summary: 'List webhook endpoints, oldest first',
  operationId: 'listWebhookEndpoints',
  query: z.strictObject(pageQuery),
  responses: { 200: pageOf(webhookEndpoint) },
})

export const createWebhookEndpoint = apiEndpoint(`POST ${path}`, {
  ...access,
  summary: 'Add a webhook endpoint; the answer shows its secret once',
  operationId: 'createWebhookEndpoint',
  body: webhookEndpointInput,
  responses: { 201: shownEndpoint },
})

export const getWebhookEndpoint = apiEndpoint(`GET ${path}/{id}`, {
  ...access,
  summary: 'Get a webhook endpoint',
  operationId: 'getWebhookEndpoint',
  responses: { 200: webhookEndpoint },
})

export const updateWebhookEndpoint = apiEndpoint(`PATCH ${path}/{id}`, {
  ...access,
  summary: 'Change a webhook endpoint, or turn it on or off',
  operationId: 'updateWebhookEndpoint',
  body: webhookEndpointChanges,
  responses: { 200: webhookEndpoint },
})

export const deleteWebhookEndpoint = apiEndpoint(`DELETE ${path}/{id}`, {
  ...access,
  summary: 'Delete a webhook endpoint with its log',
  operationId: 'deleteWebhookEndpoint',
})

export const rotateWebhookSecret = apiEndpoint(`POST ${path}/{id}/rotate-secret`, {
  ...access,
  summary: 'Replace the secret; for 24 hours deliveries carry signatures of both',
  operationId: 'rotateWebhookSecret',
  responses: { 200: shownEndpoint },
})

export const testWebhookEndpoint = apiEndpoint(`POST ${path}/{id}/test`, {
  ...access,
  summary: 'Send a `ping` event to a webhook endpoint',
  operationId: 'testWebhookEndpoint',
  responses: { 202: queued },
})

export const listWebhookDeliveries = apiEndpoint(`GET ${path}/{id}/deliveries`, {
  ...access,
  summary: 'List deliveries of the last 30 days, newest first',
  operationId: 'listWebhookDeliveries',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(['waiting', 'arrived', 'failed']).optional(),
  }),
  responses: { 200: pageOf(delivery) },
})

export const resendWebhookDeliveries = apiEndpoint(`POST ${path}/{id}/resend`, {
  ...access,
  summary:
    'Send deliveries again: some of them, or up to 10,000 of a time, the oldest first. Repeat it until `queued` is 0.',
  operationId: 'resendWebhookDeliveries',
  rate: 'heavy',
  body: z.union([
    z.strictObject({ deliveryIds: z.array(uuid).min(1).max(200) }),
    z.strictObject({ from: timeSince(2026), to: timeSince(2026), onlyFailed: z.boolean().default(true) }),
  ]),
  responses: { 202: queued },
})

export const replayWebhookEvents = apiEndpoint(`POST ${path}/{id}/replay`, {
  ...access,
  summary: 'Send the events after one again, in up to 10,000 deliveries',
  operationId: 'replayWebhookEvents',
  rate: 'heavy',
  body: z.strictObject({ after: uuid.describe('Id of an event of the last 30 days') }),
  responses: {
    202: queued.extend({
      lastEventId: z.string().nullable().describe('The last event queued; replay after it to go on'),
    }),
  },
})
