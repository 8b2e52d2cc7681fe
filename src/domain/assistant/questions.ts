import type { Channel } from '../compliance/outreach.ts'
import type { Category } from '../signals/categories.ts'

/** Contacts of one list or count at most that are named in an answer. */
export const LIST_LIMIT = 10

/** Which of the caller's contacts a question is about; what is left out narrows nothing. */
export type QuestionFilter = {
  scoreFrom?: number | undefined
  scoreTo?: number | undefined
  /** Has a signal of this category that counts now. */
  signal?: Category | undefined
  /** A city, a state by name or abbreviation, or a ZIP code. */
  place?: string | undefined
  verified?: 'email' | 'phone' | 'any' | undefined
  scored?: boolean | undefined
  /** Whose home is listed for sale. */
  listed?: boolean | undefined
}

export const TASK_QUESTIONS = ['overdue', 'today', 'week', 'mine', 'open'] as const

/** What may be asked of one contact by name; nothing in particular means all of it. */
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

/** What a contact may lack. */
export const MISSING_KINDS = ['phone', 'email', 'address', 'enrichment'] as const
export type MissingKind = (typeof MISSING_KINDS)[number]

/** Homes by estimated value in dollars, or by years owned; bounds are included. */
export type HomesCriteria = { by: 'value' | 'tenure'; from?: number | undefined; to?: number | undefined }

/** What a record beside the typed fields says; `before` is a day `YYYY-MM-DD`. */
export type RecordsAsked =
  | { by: 'birthday'; month: number }
  | { by: 'lastContact'; before: string }
  | { by: 'label' | 'stage' | 'source'; text: string }

/** A text to be written to a contact by name. */
export type DraftAsked = { name: string; channel: Channel }
/** What people call a text, and the channel it goes by; the first that fits. */
export const LETTER_KINDS: readonly [RegExp, Channel][] = [
  [/\b(?:text|sms)/, 'text'],
  [/e-?mail/, 'email'],
  [/letter|note|card/, 'letter'],
  [/call|voicemail|script/, 'call'],
]

/** A question about the caller's own workspace; each is answered by reading, and by nothing else. */
export type DataQuestion =
  | { tool: 'whom_to_call'; narrowing: QuestionFilter; limit: number }
  /** A day `YYYY-MM-DD`, or since the caller was here last. */
  | { tool: 'changes'; since: string | 'last_visit' }
  | { tool: 'count_contacts'; narrowing: QuestionFilter }
  /** `isForOutreach` leaves out do-not-contact people and owners of listed homes: the answer is used to reach people. */
  | { tool: 'top_contacts'; narrowing: QuestionFilter; limit: number; isForOutreach?: boolean }
  | { tool: 'tasks'; which: (typeof TASK_QUESTIONS)[number] }
  | { tool: 'contact'; name: string; about?: ContactFact | undefined }
  /** Whose e-mail address or phone number something is. */
  | { tool: 'reach'; text: string }
  | { tool: 'missing'; what: MissingKind; limit: number }
  | ({ tool: 'homes'; limit: number } & HomesCriteria)
  | { tool: 'do_not_contact'; limit: number }
  | { tool: 'records'; asked: RecordsAsked; limit: number }
  | ({ tool: 'draft' } & DraftAsked)
  | { tool: 'credits_used' }
  | { tool: 'billing' }
  | { tool: 'credits' }
