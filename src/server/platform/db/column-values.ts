import pg from 'pg'

const { builtins } = pg.types

const PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.NUMERIC]: Number,
  [builtins.INT8]: Number,
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: isoTime,
}

/** Parsers of column values: all numbers as numbers, times as ISO 8601 in UTC, days as `YYYY-MM-DD`. */
export const columnTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format)) as never, // pg types overloads by literal oid
}

/** Length of `2026-11-20 08:05:09`, PostgreSQL's format up to the seconds. */
const SECONDS_LENGTH = 19
const ZERO_MS = '000'

/**
 * Converts PostgreSQL's UTC time to ISO 8601 in milliseconds. Slices the text, since a page of contacts has hundreds of
 * times; unusual values (other zones, five-digit years, BC) use Date.
 *
 * @throws {RangeError} for an invalid time, such as infinity
 */
export function isoTime(text: string): string {
  const { length } = text
  const isUsual = text[4] === '-' && text[10] === ' ' && text.endsWith('+00')
  // No fraction, or a point with one to six digits.
  const fraction = length - SECONDS_LENGTH - 4
  if (!isUsual || (fraction >= 0 && text[SECONDS_LENGTH] !== '.') || fraction > 6)
    return new Date(text).toISOString()
  const ms = fraction > 0 ? (text.slice(SECONDS_LENGTH + 1, -3) + ZERO_MS).slice(0, 3) : ZERO_MS
  return `${text.slice(0, 10)}T${text.slice(11, SECONDS_LENGTH)}.${ms}Z`
}
