import { z } from 'zod'
import type { Member } from '#contract/organizations.ts'
import { decodeCursor, encodeCursor } from '#server/platform/cursor.ts'
import type { MemberCursorKey } from '../store.ts'

// What the database cannot hold was never in a name of ours.
const name = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))
const cursorShape = z.tuple([z.boolean(), name, name, z.uuid()])

/** Where the page after a member begins. */
export function encodeMemberCursor({ firstName, lastName, id }: Member): string {
  return encodeCursor([firstName === null, firstName ?? '', lastName ?? '', id])
}

/** @throws {AppError} invalid for a cursor that was never ours */
export function decodeMemberCursor(cursor: string | undefined): MemberCursorKey | null {
  const found = decodeCursor(cursorShape, cursor, 'Use the one from the page before')
  return found && { nameless: found[0], firstName: found[1], lastName: found[2], id: found[3] }
}
