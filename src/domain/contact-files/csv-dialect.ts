import { parse } from 'csv-parse/sync'
import { countKnownFields, mapCsvColumns } from './csv-columns.ts'

export type CsvDialect = {
  delimiter: string
  /** Characters before the first record: the `sep=` line with which Excel names the delimiter. */
  preambleLength: number
}

const DELIMITERS = [',', ';', '\t', '|']

/**
 * Finds the delimiter from the beginning of a file: the one its `sep=` line names, else the one by which the first
 * row reads as the most known column names, else (no known name) the one that makes the most cells.
 */
export function detectCsvDialect(start: string): CsvDialect {
  const preamble = start.match(/^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i)
  if (preamble?.[1]) return { delimiter: preamble[1], preambleLength: preamble[0].length }
  const firstLines = start.replace(/^\s+/, '')
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, score: headerScore(firstLines, delimiter) }))
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left))
  return { delimiter: best.delimiter, preambleLength: 0 }
}

function headerScore(text: string, delimiter: string): number {
  const cells = firstRecord(text, delimiter)
  return countKnownFields(mapCsvColumns(cells)) * 1000 + Math.min(cells.length, 999)
}

function firstRecord(text: string, delimiter: string): string[] {
  try {
    const options = {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      trim: true,
      to: 1,
    }
    return parse(text.slice(0, 64 * 1024), options)[0] ?? []
  } catch {
    return []
  }
}
