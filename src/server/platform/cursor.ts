import { z } from 'zod'
import { AppError } from './errors.ts'

/** A time to the microsecond as PostgreSQL writes it in UTC, used as the key of a list ordered by time. */
export const exactTimestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
  .refine((at) => !Number.isNaN(Date.parse(at.replace(' ', 'T').replace('+00', 'Z'))))

/** Encodes the key of a page's last item; the client returns it to get the next page. */
export function encodeCursor(key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/**
 * Decodes the key of a cursor; null without a cursor.
 *
 * @throws {AppError} invalid when the cursor has another shape; `advice` becomes the message of the field
 */
export function decodeCursor<T>(shape: z.ZodType<T>, cursor: string | undefined, advice: string): T | null {
  if (cursor === undefined) return null
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidCursor(advice)
  }
}

export function invalidCursor(advice: string, message = 'This cursor is not valid'): AppError {
  return new AppError('invalid', message, { fields: { cursor: advice } })
}

/** Cursor key of a list ordered by time and id; `at` is exact to the microsecond. */
export type TimeCursorKey = { at: string; id: string }
const timeCursorShape = z.tuple([exactTimestamp, z.uuid()])

/** @throws {AppError} invalid for a malformed cursor */
export function decodeTimeCursor(
  cursor: string | undefined,
  advice = 'Use the cursor from the previous page',
): TimeCursorKey | null {
  const key = decodeCursor(timeCursorShape, cursor, advice)
  return key && { at: key[0], id: key[1] }
}

/** Makes a page of `limit` rows out of one row more, which tells that there is a next page. */
export function pageByTime<T extends { exactAt: string; id: string }>(found: readonly T[], limit: number) {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(({ exactAt: _, ...row }) => row),
    next: last ? encodeCursor([last.exactAt, last.id]) : null,
  }
}
