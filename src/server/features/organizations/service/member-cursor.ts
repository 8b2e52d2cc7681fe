import { z } from 'zod'
import type { Member } from '#contract/organizations.ts'
import { cursorAt, placeAt } from '#server/platform/cursor.ts'
import type { MemberPlace } from '../store.ts'

// What the database cannot hold was never in a name of ours.
const name = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))
const place = z.tuple([z.boolean(), name, name, z.uuid()])

/** Where the page after a member begins. */
export function memberCursorAt({ firstName, lastName, id }: Member): string {
  return cursorAt([firstName === null, firstName ?? '', lastName ?? '', id])
}

/** @throws {AppError} invalid for a cursor that was never ours */
export function memberPlaceOf(cursor: string | undefined): MemberPlace | null {
  const found = placeAt(place, cursor, 'Use the one from the page before')
  return found && { nameless: found[0], firstName: found[1], lastName: found[2], id: found[3] }
}
