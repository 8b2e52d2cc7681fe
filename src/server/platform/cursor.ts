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
