import type { IsoDate } from '../enrichment/person-record.ts'
import type { Subtype } from '../score/parameters.ts'
import type { Category } from './categories.ts'
import type { RuleId } from './rules.ts'

export type DetectedSignal = {
  ruleId: RuleId
  category: Category
  subtype: Subtype
  /** Above 0, at most 1, two decimals. */
  confidence: number
  eventDate: IsoDate
  source: string
  /** Unique within `source` and stable across enrichments. */
  documentId: string | null
  /** Internal, and neutral for sensitive categories: it names no life event. */
  description: string
  inputs: Record<string, string | number | boolean | null>
}
