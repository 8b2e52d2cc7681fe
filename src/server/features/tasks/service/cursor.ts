import { z } from 'zod'
import * as cursors from '#server/platform/cursor.ts'
import type { TaskCursorKey } from '../store/read-tasks.ts'

/** No date that a task can have lies further from 1970 than what a number holds exactly. */
const cursorShape = z.tuple([z.number().int().nullable(), z.uuid()])

/** A cursor is the place of the last task of the page before. */
export function encodeTaskCursor({ sortedBy, id }: TaskCursorKey): string {
  return cursors.encodeCursor([sortedBy, id])
}

/** @throws {AppError} invalid for what was never a cursor of ours */
export function cursorKeyOf(cursor: string | undefined): TaskCursorKey | null {
  const found = cursors.decodeCursor(cursorShape, cursor, 'Use the one from the Link header')
  return found && { sortedBy: found[0], id: found[1] }
}
