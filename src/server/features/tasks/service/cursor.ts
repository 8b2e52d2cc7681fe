import { z } from 'zod'
import * as cursors from '#server/platform/cursor.ts'
import type { Place } from '../store/read-tasks.ts'

/** No date that a task can have lies further from 1970 than what a number holds exactly. */
const place = z.tuple([z.number().int().nullable(), z.uuid()])

/** A cursor is the place of the last task of the page before. */
export function cursorAt({ sortedBy, id }: Place): string {
  return cursors.cursorAt([sortedBy, id])
}

/** @throws {AppError} invalid for what was never a cursor of ours */
export function placeOf(cursor: string | undefined): Place | null {
  const found = cursors.placeAt(place, cursor, 'Use the one from the Link header')
  return found && { sortedBy: found[0], id: found[1] }
}
