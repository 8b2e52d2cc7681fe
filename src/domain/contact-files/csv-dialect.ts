import { countHeaderCells } from './csv-columns.ts'
import { type QuoteEscape, splitRecord } from './csv-records.ts'

export type CsvDialect = {
  delimiter: string
  quoteEscape: QuoteEscape
  /** Length of the `sep=` line with which Excel names the delimiter. */
  preambleLength: number
}

const DELIMITERS = [',', ';', '\t', '|']

/** Delimiters of some old systems. Names and notes can contain them, so every row must have the same number. */
const RARE_DELIMITERS = ['^', '~']

const SAMPLE_RECORDS = 20
const SAMPLE_LENGTH = 12 * 1024

/**
 * Detects the delimiter from the beginning of a file: the one in its `sep=` line, or else the one that gives the most
 * known column names, or else the most cells, evenly.
 */
export function detectCsvDialect(start: string): CsvDialect {
  const preamble = start.match(/^"?sep=([,;\t|^~])"?(?:\r\n|\r|\n|$)/i)
  const text = start.slice(preamble?.[0].length ?? 0).slice(0, SAMPLE_LENGTH)
  const delimiter = preamble?.[1] ?? bestDelimiter(text.replace(/^\s+/, ''))
  return { delimiter, quoteEscape: escapeOf(text, delimiter), preambleLength: preamble?.[0].length ?? 0 }
}

function bestDelimiter(text: string): string {
  const scores = [...DELIMITERS, ...RARE_DELIMITERS]
    .filter((delimiter) => text.includes(delimiter))
    .map((delimiter) => ({
      delimiter,
      score: headerScore(text, delimiter, RARE_DELIMITERS.includes(delimiter)),
    }))
  return scores.reduce((best, candidate) => (candidate.score > best.score ? candidate : best), {
    delimiter: ',',
    score: 0,
  }).delimiter
}

function headerScore(text: string, delimiter: string, requiresEvenRows: boolean): number {
  const rows = recordsOf(text, delimiter).slice(0, SAMPLE_RECORDS)
  const widths = rows.map((cells) => cells.length)
  const maxWidth = Math.max(0, ...widths)
  const hasEvenRows = widths.length > 1 && maxWidth > 1 && widths.every((width) => width === maxWidth)
  if (requiresEvenRows && !hasEvenRows) return -1
  const headerScores = rows.map((cells) => {
    const { sure, weak } = countHeaderCells(cells)
    return sure * 2 + weak
  })
  return Math.max(0, ...headerScores) * 1000 + (hasEvenRows ? 100 : 0) + Math.min(maxWidth, 99)
}

/** Readable records of a sample, without ones that are cut or lack a quotation mark. */
function recordsOf(text: string, delimiter: string, quoteEscape: QuoteEscape = '"'): string[][] {
  const records: string[][] = []
  for (let position = 0; position < text.length; ) {
    const record = splitRecord(text, position, delimiter, quoteEscape)
    if ('cells' in record && (record.cells.length > 1 || record.cells[0] !== '')) records.push(record.cells)
    position = record.end
  }
  return records
}

/** Databases escape quotation marks with a backslash; spreadsheets double them. */
function escapeOf(text: string, delimiter: string): QuoteEscape {
  if (!text.includes('\\"')) return '"'
  const doubledRecords = recordsOf(text, delimiter)
  const escapedRecords = recordsOf(text, delimiter, '\\')
  return escapedRecords.length > doubledRecords.length ? '\\' : '"'
}
