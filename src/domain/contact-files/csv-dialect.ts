import { countHeaderCells } from './csv-columns.ts'
import { parseCsvWindow, type QuoteEscape } from './csv-window.ts'

export type CsvDialect = {
  delimiter: string
  quoteEscape: QuoteEscape
  /** Length of the `sep=` line with which Excel names the delimiter. */
  preambleLength: number
}

const DELIMITERS = [',', ';', '\t', '|']

/** Delimiters of some old systems. Names and notes may contain them, so every row must have the same number. */
const RARE_DELIMITERS = ['^', '~']

const SAMPLE_RECORDS = 20
const SAMPLE_LENGTH = 12 * 1024

/**
 * Detects the delimiter from the beginning of a file: the one in its `sep=` line, else the one with the most known
 * column names, else the one that makes the most cells, evenly.
 */
export function detectCsvDialect(start: string): CsvDialect {
  const preamble = start.match(/^"?sep=([,;\t|^~])"?(?:\r\n|\r|\n|$)/i)
  const text = start.slice(preamble?.[0].length ?? 0).slice(0, SAMPLE_LENGTH)
  const delimiter = preamble?.[1] ?? bestDelimiter(text.replace(/^\s+/, ''))
  return { delimiter, quoteEscape: escapeOf(text, delimiter), preambleLength: preamble?.[0].length ?? 0 }
}

function bestDelimiter(text: string): string {
  const scored = [...DELIMITERS, ...RARE_DELIMITERS]
    .filter((delimiter) => text.includes(delimiter))
    .map((delimiter) => ({
      delimiter,
      score: headerScore(text, delimiter, RARE_DELIMITERS.includes(delimiter)),
    }))
  return scored.reduce((left, right) => (right.score > left.score ? right : left), {
    delimiter: ',',
    score: 0,
  }).delimiter
}

function headerScore(text: string, delimiter: string, mustBeEven: boolean): number {
  const rows = firstRecords(text, delimiter)
  const widths = rows.map((cells) => cells.length)
  const usual = Math.max(0, ...widths)
  const isEven = widths.length > 1 && usual > 1 && widths.every((width) => width === usual)
  if (mustBeEven && !isEven) return -1
  const known = rows.map((cells) => {
    const { sure, weak } = countHeaderCells(cells)
    return sure * 2 + weak
  })
  return Math.max(0, ...known) * 1000 + (isEven ? 100 : 0) + Math.min(usual, 99)
}

/**
 * Splits the first records leniently to try a delimiter. The CSV parser would dominate the time for small files, and
 * a record cut by a lost quotation mark tells nothing.
 */
function firstRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let start = 0
  let isCellQuoted: boolean | null = null
  let isInQuotes = false
  for (let index = 0; index <= text.length && records.length < SAMPLE_RECORDS; index++) {
    const char = text[index] ?? '\n'
    if (char !== ' ') isCellQuoted ??= char === '"'
    if (isCellQuoted && char === '"') isInQuotes = !isInQuotes
    const endsRecord = char === '\n' || char === '\r'
    if (isInQuotes || !(endsRecord || char === delimiter)) continue
    cells.push(plainCell(text.slice(start, index)))
    start = index + 1
    isCellQuoted = null
    if (!endsRecord) continue
    if (cells.length > 1 || cells[0] !== '') records.push(cells)
    cells = []
  }
  return records
}

function plainCell(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim()
}

/** Databases escape quotation marks with a backslash; spreadsheets double them. */
function escapeOf(text: string, delimiter: string): QuoteEscape {
  if (!text.includes('\\"')) return '"'
  const bytes = new TextEncoder().encode(text)
  const doubled = parseCsvWindow(bytes, delimiter)
  if (doubled.failure === null) return '"'
  const escaped = parseCsvWindow(bytes, delimiter, '\\')
  return escaped.records.length > doubled.records.length ? '\\' : '"'
}
