import { z } from 'zod'
import * as cursors from '#server/platform/page.ts'
import { ORDERS, type Order } from '../store/orders.ts'

/** Tier of a search result. Lower tiers match better and come first. */
export type SearchTier = 0 | 1 | 2

/** Position of a page's last contact: its tier and its values in the order. */
export type ContactCursorKey = { tier: SearchTier; key: string[] }

const CURSOR_SCHEMA = z.tuple([z.string(), z.literal([0, 1, 2])], z.string())

/** Encodes the order and the last contact's position. With an empty key, the next page starts at the beginning of the tier. */
export function encodeContactCursor(order: Order, { tier, key }: ContactCursorKey): string {
  return cursors.encodeCursor([order, tier, ...key])
}

/** @throws {AppError} invalid for a malformed cursor, and for the cursor of another order */
export function decodeContactCursor(cursor: string | undefined, order: Order): ContactCursorKey | null {
  const values = cursors.decodeCursor(CURSOR_SCHEMA, cursor)
  if (!values) return null
  const [cursorOrder, tier, ...key] = values
  if (cursorOrder !== order) throw cursors.invalidCursor('This cursor belongs to another order')
  const isComplete = key.length === ORDERS[order].columns.length && z.uuid().safeParse(key.at(-1)).success
  if (key.length > 0 && !isComplete) throw cursors.invalidCursor()
  return { tier, key }
}

/** The key after which the page starts; null at the beginning of the order. */
export function keyOf(cursorKey: ContactCursorKey | null): string[] | null {
  return cursorKey?.key.length ? cursorKey.key : null
}
