import type { Channel } from '../compliance/outreach.ts'
import type { Category } from '../signals/categories.ts'

/** Contacts named in one answer. */
export const LIST_LIMIT = 10

/** Which of the caller's contacts a question is about; an omitted field sets no condition. */
export type QuestionFilter = {
  scoreFrom?: number | undefined
  scoreTo?: number | undefined
  /** Has an active signal of this category. */
  signal?: Category | undefined
  /** A city, a state by name or abbreviation, or a ZIP code. */
  place?: string | undefined
  verified?: 'email' | 'phone' | 'any' | undefined
  scored?: boolean | undefined
  /** The home is listed for sale. */
  listed?: boolean | undefined
}

export const TASK_QUESTIONS = ['overdue', 'today', 'week', 'mine', 'open'] as const

/** Single facts that a question about one contact can ask for. */
export const CONTACT_FACTS = [
  'phone',
  'email',
  'address',
  'value',
  'tenure',
  'age',
  'work',
  'birthday',
  'stage',
  'source',
  'lastContact',
] as const
export type ContactFact = (typeof CONTACT_FACTS)[number]

export const MISSING_KINDS = ['phone', 'email', 'address', 'enrichment'] as const
export type MissingKind = (typeof MISSING_KINDS)[number]

/** Homes by estimated value in dollars or by years owned; bounds are inclusive. */
export type HomesCriteria = { by: 'value' | 'tenure'; from?: number | undefined; to?: number | undefined }

/** A condition on details beyond the basic fields; `before` is a day, `YYYY-MM-DD`. */
export type RecordQuestion =
  | { by: 'birthday'; month: number }
  | { by: 'lastContact'; before: string }
  | { by: 'label' | 'stage' | 'source'; text: string }

/** A message to draft for a contact, found by name. */
export type DraftAsked = { name: string; channel: Channel }
/** Words for a message and the channel they mean; the first match counts. */
export const LETTER_KINDS: readonly [RegExp, Channel][] = [
  [/\b(?:text|sms)/, 'text'],
  [/e-?mail/, 'email'],
  [/letter|note|card/, 'letter'],
  [/call|voicemail|script/, 'call'],
]

/** A question about the caller's own data; answering one only ever reads. */
export type DataQuestion =
  | { tool: 'whom_to_call'; narrowing: QuestionFilter; limit: number }
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
  | { tool: 'records'; asked: RecordQuestion; limit: number }
  | ({ tool: 'draft' } & DraftAsked)
  | { tool: 'credits_used' }
  | { tool: 'billing' }
  | { tool: 'credits' }
