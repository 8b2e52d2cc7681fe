import { z } from 'zod'
import { decodeCursor, encodeCursor, exactTimestamp } from '#server/platform/cursor.ts'
import { AppError } from '#server/platform/errors.ts'

const cursorShape = z.tuple([exactTimestamp, z.uuid()])
type CursorKey = { at: string; id: string }

/** @throws {AppError} invalid for a cursor that was never ours */
export function cursorKeyOf(cursor: string | undefined): CursorKey | null {
  const found = decodeCursor(cursorShape, cursor, 'Use the one from the page before')
  return found && { at: found[0], id: found[1] }
}

/** Cuts one row too many off; `next` is null on the last page. */
export function pageOf<T extends { exactAt: string; id: string }>(found: readonly T[], limit: number) {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(({ exactAt: _, ...row }) => row),
    next: last ? encodeCursor([last.exactAt, last.id]) : null,
  }
}

const MONTHS = 12

/** The first moments of the last twelve months in UTC, the running one last. ISO 8601. */
export function monthStarts(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + at, 1)).toISOString(),
  )
}

const MAX_AGREEMENT_YEARS = 5

/**
 * The end of the last day of an agreement. ISO 8601 in UTC.
 *
 * @throws {AppError} invalid for a day that is over, or more than five years ahead
 */
export function endOfAgreement(day: string, now: Date): string {
  const end = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000)
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + MAX_AGREEMENT_YEARS)
  if (end > now && end <= latest) return end.toISOString()
  const message = end > now ? `Choose a day within ${MAX_AGREEMENT_YEARS} years` : 'Choose a day to come'
  throw new AppError('invalid', message, { fields: { until: message } })
}
