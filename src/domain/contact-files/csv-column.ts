import type { ColumnShapes } from './cell-shapes.ts'
import type { Confidence, CsvField } from './csv-fields.ts'
import type { HeaderMeaning } from './header-reading.ts'

/** Recognized meaning of one column. */
export type CsvColumn = {
  /** Header as written; empty without a header. */
  title: string
  field: CsvField | null
  confidence: Confidence | null
  /** Number in the header: "Phone 2", "Address 2 City"; 0 if there is none. */
  number: number
  /** Place word of an address, to separate billing from mailing address. */
  place: string
  /** Priority among columns of one field; lower comes first. */
  rank: number
}

export type Candidate = CsvColumn & { meaning: HeaderMeaning | null; shapes: ColumnShapes; cells: string[] }

/** Rank of columns that the header excludes regardless of their cells. */
export const NOT_DETECTED_BY_CELLS = 999

/** Added to the rank of columns that repeat a header. */
export const REPEATED_RANK = 500

/** Minimum share of non-empty cells with a format. */
export const MIN_SHAPE_SHARE = 0.8
export const HALF = 0.5
