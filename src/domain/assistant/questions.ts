import { z } from 'zod'
import { RELATIONSHIPS } from '../activities/relationship.ts'
import { CHANNELS, type Channel } from '../compliance/outreach.ts'
import { CATEGORIES } from '../signals/categories.ts'

/** Contacts named in one answer. */
export const LIST_LIMIT = 10

const score = z.number().int().min(0).max(100)

/** Which of the caller's contacts a question is about; an omitted field sets no condition. */
export const questionFilter = z.strictObject({
  scoreFrom: score.optional(),
  scoreTo: score.optional(),
  /** Has an active signal of this category. */
  signal: z.enum(CATEGORIES).optional(),
  /** A city, a state by name or abbreviation, or a ZIP code. */
  place: z.string().trim().toLowerCase().min(2).max(60).optional(),
  verified: z.enum(['email', 'phone', 'any']).optional(),
  scored: z.boolean().optional(),
  /** The home is listed for sale. */
  listed: z.boolean().optional(),
})
export type QuestionFilter = z.infer<typeof questionFilter>

export const TASK_QUESTIONS = ['overdue', 'today', 'week', 'mine', 'open'] as const

/** Single facts that a question about one contact can ask for. */
export const FACT_NAMES = {
  phone: 'phone number',
  email: 'email address',
  address: 'address',
  value: 'home value',
  tenure: 'purchase of a home',
  age: 'age',
  work: 'employer',
  birthday: 'birthday',
  stage: 'stage',
  source: 'lead source',
  lastContact: 'date of the last contact',
  listed: 'listing',
} as const
export type ContactFact = keyof typeof FACT_NAMES
export const CONTACT_FACTS = Object.keys(FACT_NAMES) as ContactFact[]

export const MISSING_KINDS = ['phone', 'email', 'address', 'enrichment'] as const
export type MissingKind = (typeof MISSING_KINDS)[number]

/** Homes by estimated value in dollars or by years owned, highest first unless `lowest`; bounds are inclusive. */
export const homesCriteria = z.strictObject({
  by: z.enum(['value', 'tenure']),
  lowest: z.boolean().optional(),
  from: z.number().min(0).max(1e9).optional(),
  to: z.number().min(0).max(1e9).optional(),
})
export type HomesCriteria = z.infer<typeof homesCriteria>

/**
 * A condition on details beyond the basic fields. `lastContact` is of people last contacted before a day, or never;
 * `contacted` of people contacted since.
 */
export const recordQuestion = z.discriminatedUnion('by', [
  z.strictObject({ by: z.enum(['birthday', 'closing']), month: z.number().int().min(1).max(12) }),
  z.strictObject({ by: z.enum(['lastContact', 'contacted']), day: z.iso.date() }),
  z.strictObject({ by: z.literal('relationship'), relationship: z.enum(RELATIONSHIPS) }),
  z.strictObject({ by: z.enum(['label', 'stage', 'source']), text: z.string().trim().min(1).max(100) }),
])
export type RecordQuestion = z.infer<typeof recordQuestion>

const name = z.string().trim().min(1).max(100)

/** A message to draft for a contact, found by name. */
export const draftRequest = z.strictObject({ name, channel: z.enum(CHANNELS) })
export type DraftAsked = z.infer<typeof draftRequest>
/** Words for a message and the channel they mean; the first match counts. */
export const LETTER_KINDS: readonly [RegExp, Channel][] = [
  [/\b(?:text|sms)/, 'text'],
  [/e-?mail/, 'email'],
  [/letter|note|card/, 'letter'],
  [/call|voicemail|script/, 'call'],
]

/** A question about the caller's own data; answering one only ever reads. */
export type DataQuestion =
  /** The channel is a call unless given. */
  | { tool: 'whom_to_call'; narrowing: QuestionFilter; limit: number; channel?: Channel }
  /** `since` is a day, `YYYY-MM-DD`, or the caller's last visit. */
  | { tool: 'changes'; since: string | 'last_visit' }
  | { tool: 'count_contacts'; narrowing: QuestionFilter }
  /** `isForOutreach` leaves out do-not-contact people and owners of listed homes. */
  | { tool: 'top_contacts'; narrowing: QuestionFilter; limit: number; isForOutreach?: boolean }
  | { tool: 'tasks'; which: (typeof TASK_QUESTIONS)[number] }
  | { tool: 'contact'; name: string; about?: ContactFact | undefined }
  /** The owner of an email address or phone number. */
  | { tool: 'reach'; text: string }
  | { tool: 'missing'; what: MissingKind; limit: number }
  | ({ tool: 'homes'; limit: number } & HomesCriteria)
  | { tool: 'do_not_contact'; limit: number }
  | { tool: 'records'; criterion: RecordQuestion; limit: number }
  | ({ tool: 'draft' } & DraftAsked)
  | { tool: 'credits_used' }
  | { tool: 'billing' }
  | { tool: 'credits' }
