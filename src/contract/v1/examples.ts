import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

/** Stands for the id of an object in examples. */
export const SAMPLE_ID = '01a1fcd1-6e33-7c87-930e-fbf20f8c1eb2'

/** Bodies of examples by the name of the call. */
const BODIES: Readonly<Record<string, unknown>> = {
  createContact: { firstName: 'Ines', lastName: 'Quigley', email: 'ines@example.com', city: 'Austin' },
  updateContact: { phone: '(512) 555-0142', city: null },
  upsertContact: { firstName: 'Ines', lastName: 'Quigley', email: 'ines@example.com' },
  batchContacts: {
    items: [
      { firstName: 'Ines', lastName: 'Quigley' },
      { id: SAMPLE_ID, city: 'Reno' },
    ],
  },
  logActivity: { type: 'call', outcome: 'reached', note: 'Wants a call in spring' },
  updateActivity: { note: 'Wants a call in May' },
  createTag: { name: 'Farm', color: 'green' },
  updateTag: { name: 'Elm Street farm' },
  setContactTags: { create: ['Past client'] },
  recordConsent: { channel: 'text', allowed: false, reason: 'Replied STOP', source: 'contact' },
  createTask: { contactId: SAMPLE_ID, title: 'Send the market report', dueDate: '2030-03-01T17:00:00Z' },
  updateTask: { priority: 'high' },
  applyPlaybook: { contactIds: [SAMPLE_ID] },
  startImport: { csv: 'First Name,Last Name,Email\nIda,Vance,ida@example.com\n', fileName: 'leads.csv' },
  draftOutreach: { channel: 'letter', tone: 'friendly', length: 'short' },
  createWebhookEndpoint: { url: 'https://hooks.example.com/in', eventTypes: ['contact.created'] },
  updateWebhookEndpoint: { eventTypes: ['contact.created', 'contact.updated'] },
  resendWebhookDeliveries: { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' },
  replayWebhookEvents: { after: SAMPLE_ID },
  checkOutreach: { text: 'Hi Ines, how is the new kitchen?', channel: 'letter' },
}

/** Values of examples by the name of their field. */
const VALUES: readonly [RegExp, unknown][] = [
  [/^next$/, null],
  [/(^id|Id)$/, SAMPLE_ID],
  [/At$|^(at|dueDate)$/, '2026-11-22T15:04:05.000Z'],
  [/On$|Date$|^(from|to|asOf|month|observedThrough|peakFrom|peakTo)$/, '2026-11-22'],
  [/^firstName$/, 'Ines'],
  [/^lastName$/, 'Quigley'],
  [/^email$/, 'ines@example.com'],
  [/^phone$/, '+15125550142'],
  [/^city$/, 'Austin'],
  [/^state$/, 'TX'],
  [/^zipCode$/, '78704'],
]

/** An example of a call: a shell command, in which `{origin}` stands for the server, and an answer. */
export type CallExample = { command: string; answer: unknown }

export function exampleOf({ method, path, operationId = '', responses }: Endpoint): CallExample {
  const body = BODIES[operationId]
  const [schema] = Object.values(responses)
  const url = path
    .replace('{source}', 'my-crm')
    .replace('{externalId}', '4711')
    .replaceAll(/\{\w+\}/g, SAMPLE_ID)
  const lines = [
    `curl '{origin}${url}'`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    `-H "Authorization: Bearer $API_KEY"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]),
  ]
  const hasAnswer = schema !== undefined && !(schema instanceof z.ZodUndefined)
  return { command: lines.join(' \\\n  '), answer: hasAnswer ? sampleOf(jsonSchemaOf(schema)) : null }
}

type JsonSchema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Readonly<Record<string, JsonSchema>>
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema
}

/** Lists within lists of an answer are empty, so that it stays short. */
const MAX_LISTS = 2

function sampleOf(schema: JsonSchema, name = '', lists = 0): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  const known = VALUES.find(([pattern]) => pattern.test(name))
  if (known && (variant ?? schema).type === 'string') return known[1]
  if (variant) return sampleOf(variant, name, lists)
  if (schema.type === 'array')
    return schema.items && lists < MAX_LISTS ? [sampleOf(schema.items, '', lists + 1)] : []
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, key, lists)]),
    )
  if (schema.type === 'integer' || schema.type === 'number') return 1
  return schema.type === 'boolean' ? false : 'text'
}
