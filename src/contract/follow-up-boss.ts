import { z } from 'zod'
import { publicEndpoint, subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery } from './text.ts'

export const SYNC_KINDS = ['people', 'notes', 'tasks', 'activities'] as const
export type SyncKind = (typeof SYNC_KINDS)[number]
const direction = z.enum(['both', 'in', 'out', 'off'])
const directions = z.strictObject({
  people: direction,
  notes: direction,
  tasks: direction,
  activities: direction,
})
export type SyncDirections = z.infer<typeof directions>

/** Stages of the first import in order; `new` before the owner starts it. */
export const SYNC_STAGES = ['new', 'people', 'notes', 'tasks', 'events', 'contacts', 'done'] as const
export type SyncStage = (typeof SYNC_STAGES)[number]

const connection = z.object({
  accountName: z.string(),
  status: z.enum(['active', 'paused', 'failed']),
  /** Why it failed, or what it waits for. */
  problem: z.enum(['key', 'access', 'unreadable', 'down', 'busy']).nullable(),
  waitUntil: isoDateTime.nullable(),
  directions,
  /** Signals, scores and reasons leave too. */
  sharesInsights: z.boolean(),
  /** Follow Up Boss tells us of changes at once; otherwise we ask every ten minutes. */
  hasHooks: z.boolean(),
  stage: z.enum(SYNC_STAGES),
  /** Objects that the import has read, and those that it should read; null if it was started again for a part of them. */
  received: z.number().int(),
  total: z.number().int().nullable(),
  /** People without a first and last name. */
  skipped: z.number().int(),
  linkedPeople: z.number().int(),
  /** Linked people whose contact was deleted here. They stay in Follow Up Boss. */
  deletedHere: z.number().int(),
  waiting: z.number().int(),
  /** Changes that were given up, by problem. */
  failures: z.array(z.object({ problem: z.string(), count: z.number().int() })),
  lastSyncAt: isoDateTime.nullable(),
})
export type FollowUpBossConnection = z.infer<typeof connection>

const status = z.object({
  /** The operator registered this product as a system of Follow Up Boss. */
  isAvailable: z.boolean(),
  connection: connection.nullable(),
})
export type FollowUpBossStatus = z.infer<typeof status>

export const getFollowUpBoss = subscriberEndpoint('GET /api/follow-up-boss', {
  summary: 'Show the connection to Follow Up Boss and its state',
  role: 'OWNER',
  responses: { 200: status },
})

export const connectFollowUpBoss = subscriberEndpoint('POST /api/follow-up-boss', {
  summary: 'Connect Follow Up Boss with an API key, or replace the key',
  role: 'OWNER',
  rate: 'heavy',
  duration: 'long',
  body: z.strictObject({
    apiKey: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{8,200}$/, 'Paste the API key from Follow Up Boss'),
  }),
  responses: { 200: status },
})

export const changeFollowUpBoss = subscriberEndpoint('PATCH /api/follow-up-boss', {
  summary: 'Change what syncs with Follow Up Boss, pause the sync, or resume it',
  role: 'OWNER',
  body: z.strictObject({ directions, isPaused: z.boolean(), sharesInsights: z.boolean() }).partial(),
  responses: { 200: status },
})

export const disconnectFollowUpBoss = subscriberEndpoint('DELETE /api/follow-up-boss', {
  summary: 'Disconnect Follow Up Boss; nothing is deleted on either side',
  role: 'OWNER',
  rate: 'heavy',
  duration: 'long',
})

const preview = z.object({
  people: z.number().int(),
  notes: z.number().int(),
  tasks: z.number().int(),
  events: z.number().int(),
  /** Of the newest people: how many were compared, are contacts already, lack a name, and can't be added. */
  sample: z.object({
    compared: z.number().int(),
    known: z.number().int(),
    unnamed: z.number().int(),
    suppressed: z.number().int(),
  }),
  /** Contacts with an email address or phone number, which can be added there. */
  contacts: z.number().int(),
})
export type FollowUpBossPreview = z.infer<typeof preview>

export const previewFollowUpBoss = subscriberEndpoint('GET /api/follow-up-boss/preview', {
  summary: 'Count what the first import would bring, without changing anything',
  role: 'OWNER',
  rate: 'heavy',
  duration: 'long',
  responses: { 200: preview },
})

export const importFollowUpBoss = subscriberEndpoint('POST /api/follow-up-boss/import', {
  summary: 'Start the first import and the sync',
  role: 'OWNER',
  responses: { 200: status },
})

const conflict = z.object({
  id: z.string(),
  contactId: z.string(),
  contactName: z.string(),
  kind: z.enum(['person', 'note', 'task']),
  field: z.string(),
  /** The side whose value won: this product or Follow Up Boss. */
  kept: z.enum(['here', 'there']),
  keptValue: z.string().nullable(),
  lostValue: z.string().nullable(),
  createdAt: isoDateTime,
  undoneAt: isoDateTime.nullable(),
})
export type FollowUpBossConflict = z.infer<typeof conflict>

export const listFollowUpBossConflicts = subscriberEndpoint('GET /api/follow-up-boss/conflicts', {
  summary: 'List values that a later change on the other side overwrote, newest first',
  role: 'OWNER',
  query: z.strictObject(pageQuery(25)),
  responses: { 200: pageOf(conflict) },
})

export const undoFollowUpBossConflict = subscriberEndpoint('POST /api/follow-up-boss/conflicts/{id}/undo', {
  summary: 'Bring back an overwritten value on both sides',
  role: 'OWNER',
  responses: { 200: conflict },
})

export const followUpBossWebhook = publicEndpoint('POST /api/follow-up-boss/hooks/{id}', {
  summary: 'Receive signed webhooks of Follow Up Boss',
  rate: 'none', // protected by the signature; a throttled sender would only retry
  streamedTypes: ['application/json'],
  isBodyBuffered: true,
  maxBodyBytes: 256 * 1024,
})
