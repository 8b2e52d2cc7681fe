import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import type { Place } from '../store/read-tasks.ts'

/** No date that a task can have lies further from 1970 than what a number holds exactly. */
const place = z.tuple([z.number().int().nullable(), z.uuid()])

/** A cursor is the place of the last task of the page before. */
export function cursorAt({ sortedBy, id }: Place): string {
  return Buffer.from(JSON.stringify([sortedBy, id])).toString('base64url')
}

/** @throws {AppError} invalid for what was never a cursor of ours */
export function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  try {
    const [sortedBy, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { sortedBy, id }
  } catch {
    throw new AppError('invalid', 'This cursor is not valid', {
      fields: { cursor: 'Use the one from the Link header' },
    })
  }
}
