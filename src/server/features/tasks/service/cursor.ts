import { z } from 'zod'
import * as cursors from '#server/platform/cursor.ts'
import type { TaskCursorKey } from '../store/read-tasks.ts'

/** Microseconds of every possible task date are exact as a number. */
const cursorShape = z.tuple([z.number().int().nullable(), z.uuid()])

export function encodeTaskCursor({ sortedBy, id }: TaskCursorKey): string {
  return cursors.encodeCursor([sortedBy, id])
}

/** @throws {AppError} invalid for an unknown cursor */
export function cursorKeyOf(cursor: string | undefined): TaskCursorKey | null {
  const found = cursors.decodeCursor(cursorShape, cursor, 'Use the cursor from the Link header')
  return found && { sortedBy: found[0], id: found[1] }
}
