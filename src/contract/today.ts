import { z } from 'zod'
import { contactSummary } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { task } from './tasks.ts'
import { isoDateTime } from './text.ts'

/** Default and maximum number of people on the ranked list. */
const DEFAULT_TODAY_LIMIT = 5
const MAX_TODAY_LIMIT = 25

const evidence = z.object({
  kind: z.enum(['task', 'closing', 'tenure', 'conversation', 'relationship', 'record', 'chance']),
  label: z.string(),
  /** `YYYY-MM-DD` or `YYYY`. */
  on: z.string().nullable(),
})

const todayItem = z.object({
  contact: contactSummary,
  /** One plain sentence that names no life event. */
  reason: z.string(),
  evidence: z.array(evidence),
  /** `personal`: in person only; the signal behind it asks for tact. */
  channel: z.enum(['call', 'text', 'email', 'letter', 'personal']),
  /** E.164, unless a registry lists it and no exemption is on record. */
  phone: z.string().nullable(),
  /** `unchecked`: not checked against the do-not-call registries. */
  callCheck: z.enum(['free', 'exempt', 'listed', 'unchecked']),
  /** Calling hours where the contact lives; null without a phone. */
  callingHours: z.object({ allowed: z.boolean(), why: z.string() }).nullable(),
  /** The first due task. */
  task: task.nullable(),
  /** Words to say or send; null if only personal contact is appropriate. */
  script: z
    .object({
      id: z.string(),
      channel: z.enum(['call', 'text', 'email', 'letter']),
      /** Null for a message that must show a license which isn't on file. */
      text: z.string().nullable(),
      /** Parts of your license that this text lacks, as a sentence; null if none. */
      missingLicense: z.string().nullable(),
    })
    .nullable(),
  /** Always false: people whose home is listed with another broker are not on this list. */
  listedForSale: z.literal(false),
  /** An agreement with your organization is in effect. */
  isClient: z.boolean(),
  lastContactAt: isoDateTime.nullable(),
})
export type TodayItem = z.infer<typeof todayItem>

const promisedItem = z.object({
  kind: z.enum(['inquiry', 'task', 'appointment']),
  contact: contactSummary,
  /** Null for inquiries. */
  task: task.nullable(),
  /** A signal asks for personal contact, so no call is suggested. */
  needsTact: z.boolean(),
  /** Due time; for an inquiry, the time it arrived. */
  dueAt: isoDateTime,
})
export type PromisedItem = z.infer<typeof promisedItem>

const todayList = z.object({
  /** Unanswered inquiries, appointments of today and due tasks, most urgent first. */
  promised: z.array(promisedItem),
  /** People to contact, best first, one per household. */
  items: z.array(todayItem),
  generatedAt: isoDateTime,
})
export type TodayList = z.infer<typeof todayList>

export const getToday = subscriberEndpoint('GET /api/today', {
  summary: 'List what you promised for today, and whom to contact next with reason, phone and script',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(MAX_TODAY_LIMIT).default(DEFAULT_TODAY_LIMIT),
    /** Lists only people added by this import, without `promised` items. */
    importId: z.uuid().optional(),
  }),
  responses: { 200: todayList },
})
