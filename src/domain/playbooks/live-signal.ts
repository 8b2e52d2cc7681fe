import type { IsoDate } from '../enrichment/person-record.ts'
import type { Category } from '../signals/categories.ts'
import type { TaskSignal } from '../signals/tasks.ts'

/** An active signal with its share of the score. */
export type LiveSignal = TaskSignal & {
  id: string
  points: number
  precision: 'day' | 'month' | 'year' | null
  /** Day on which the signal was found. */
  foundOn: IsoDate
}

/** The active signals of one category to plan for, most points first. */
export type CategoryEvidence = {
  category: Category
  points: number
  signals: readonly [LiveSignal, ...LiveSignal[]]
}
