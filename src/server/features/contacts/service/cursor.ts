import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import type { Place } from '../store/read-contacts.ts'

const place = z.tuple([z.number().int(), z.string(), z.uuid()])

/** A cursor is the place of the last contact of the page before. */
export function cursorAt({ sortRank, lastNameKey, id }: Place): string {
  return Buffer.from(JSON.stringify([sortRank, lastNameKey, id])).toString('base64url')
}

/** @throws {AppError} invalid for what was never a cursor of ours */
export function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  try {
    const [sortRank, lastNameKey, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { sortRank, lastNameKey, id }
  } catch {
    throw new AppError('invalid', 'This cursor is not valid', {
      fields: { cursor: 'Use the one from the Link header' },
    })
  }
}
