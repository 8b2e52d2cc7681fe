import type { IsoDate } from '../enrichment/person-record.ts'
import type { Category } from '../signals/categories.ts'
import type { TaskSignal } from '../signals/tasks.ts'

/** A live signal as the score explains it. */
export type LiveSignal = TaskSignal & {
  id: string
  /** Its part of the score. */
  points: number
  precision: 'day' | 'month' | 'year' | null
  /** The day on which it was found. */
  foundOn: IsoDate
}

/** The live signals of one category that somebody can plan with, the one that counts most first. */
export type CategoryEvidence = {
  category: Category
  points: number
  signals: readonly [LiveSignal, ...LiveSignal[]]
}
