import { z } from 'zod'
import { cursorAt, exactMoment, placeAt } from '#server/platform/cursor.ts'
import type { Place } from '../store.ts'

/** Where the next page begins, as the client hands it back. */
export function cursorOf(place: Place): string {
  return cursorAt(place)
}

/** @throws {AppError} invalid for a cursor that we never gave */
export function placeOf(cursor: string | undefined): Place | null {
  return placeAt(z.tuple([exactMoment, z.uuid()]), cursor, 'Use the one from the Link header')
}
