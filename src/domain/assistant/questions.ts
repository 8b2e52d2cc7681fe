import type { Category } from '../signals/categories.ts'

/** Contacts of one list or count at most that are named in an answer. */
export const LISTED_MAX = 10

/** Which of the caller's contacts a question is about; what is left out narrows nothing. */
export type Narrowing = {
  scoreFrom?: number | undefined
  scoreTo?: number | undefined
  /** Has a signal of this category that counts now. */
  signal?: Category | undefined
  /** A city, a state by name or abbreviation, or a ZIP code. */
  place?: string | undefined
  verified?: 'email' | 'phone' | 'any' | undefined
  scored?: boolean | undefined
}

export const TASK_QUESTIONS = ['overdue', 'today', 'week', 'mine', 'open'] as const

/** A question about the caller's own workspace; each is answered by reading, and by nothing else. */
export type OwnQuestion =
  | { tool: 'whom_to_call'; narrowing: Narrowing; limit: number }
  /** A day `YYYY-MM-DD`, or since the caller was here last. */
  | { tool: 'changes'; since: string | 'last_visit' }
  | { tool: 'count_contacts'; narrowing: Narrowing }
  | { tool: 'top_contacts'; narrowing: Narrowing; limit: number }
  | { tool: 'tasks'; which: (typeof TASK_QUESTIONS)[number] }
  | { tool: 'contact'; name: string }
  | { tool: 'credits' }
