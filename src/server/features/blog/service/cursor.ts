import { z } from 'zod'
import { decodeCursor, encodeCursor, exactTimestamp } from '#server/platform/cursor.ts'
import type { CursorKey } from '../store.ts'

/** Where the next page begins, as the client hands it back. */
export function cursorOf(place: CursorKey): string {
  return encodeCursor(place)
}

/** @throws {AppError} invalid for a cursor that we never gave */
export function cursorKeyOf(cursor: string | undefined): CursorKey | null {
  return decodeCursor(z.tuple([exactTimestamp, z.uuid()]), cursor, 'Use the one from the Link header')
}
