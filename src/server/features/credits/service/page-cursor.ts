import { AppError } from '#server/platform/errors.ts'

type CursorKey = { exactTime: string; id: string }

const CURSOR_PATTERN =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Where the next page of the ledger begins, as the client hands it back. */
export function encodePageCursor({ exactTime, id }: CursorKey): string {
  return Buffer.from(`${exactTime} ${id}`).toString('base64url')
}

/** @throws {AppError} invalid for a cursor that we never gave */
export function decodePageCursor(cursor: string | undefined): CursorKey | null {
  if (cursor === undefined) return null
  const [, exactTime, id] = CURSOR_PATTERN.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!exactTime || !id || Number.isNaN(Date.parse(exactTime))) {
    throw new AppError('invalid', 'This cursor is not valid', {
      fields: { cursor: 'This cursor is not valid' },
    })
  }
  return { exactTime, id }
}
