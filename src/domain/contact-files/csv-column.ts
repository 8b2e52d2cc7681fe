import type { ColumnShapes } from './cell-shapes.ts'
import type { Confidence, CsvField } from './csv-fields.ts'
import type { HeaderMeaning } from './header-reading.ts'

/** What one column of a file is taken for. */
export type CsvColumn = {
  /** As written in the header; empty where there is none. */
  title: string
  field: CsvField | null
  confidence: Confidence | null
  /** "Phone 2", "Address 2 City": which of several; 0 where nothing says so. */
  number: number
  /** The word for the place of an address: tells billing and mailing address apart. */
  place: string
  /** Of several columns for a field the one with the lower rank comes first. */
  rank: number
}

export type Candidate = CsvColumn & { meaning: HeaderMeaning | null; shapes: ColumnShapes; cells: string[] }

/** Rank of a column whose header says that it is nothing of the contact, whatever its cells look like. */
export const NEVER_BY_CELLS = 999

/** Rank from which on a column repeats the header of another. */
export const REPEATED_RANK = 500

/** How many of the filled cells must have a shape for it to count. */
export const MIN_SHAPE_SHARE = 0.8
export const HALF = 0.5
