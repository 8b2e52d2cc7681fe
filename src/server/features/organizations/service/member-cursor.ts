import { z } from 'zod'
import type { Member } from '#contract/organizations.ts'
import { decodeCursor, encodeCursor } from '#server/platform/cursor.ts'
import type { MemberCursorKey } from '../store.ts'

// PostgreSQL can't store these characters, so no cursor of ours contains them.
const name = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))
const cursorShape = z.tuple([z.boolean(), name, name, z.uuid()])

export function encodeMemberCursor({ firstName, lastName, id }: Member): string {
  return encodeCursor([firstName === null, firstName ?? '', lastName ?? '', id])
}

/** @throws {AppError} invalid for an unknown cursor */
export function decodeMemberCursor(cursor: string | undefined): MemberCursorKey | null {
  const found = decodeCursor(cursorShape, cursor, 'Use the cursor from the previous page')
  return found && { nameless: found[0], firstName: found[1], lastName: found[2], id: found[3] }
}
