import { z } from 'zod'
import * as cursors from '#server/platform/page.ts'
import { ORDERS, type Order } from '../store/orders.ts'

/** Tier of a search result; lower ones fit better and come first. */
export type SearchTier = 0 | 1 | 2

/** The last contact of a page by its tier and the values of the order. */
export type ContactCursorKey = { tier: SearchTier; key: string[] }

const SHAPE = z.tuple([z.string(), z.literal([0, 1, 2])], z.string())

/** Encodes the order and the last contact; without a key the order starts over after that page. */
export function encodeContactCursor(order: Order, { tier, key }: ContactCursorKey): string {
  return cursors.encodeCursor([order, tier, ...key])
}

/** @throws {AppError} invalid for a malformed cursor, and for the cursor of another order */
export function decodeContactCursor(cursor: string | undefined, order: Order): ContactCursorKey | null {
  const found = cursors.decodeCursor(SHAPE, cursor)
  if (!found) return null
  const [of, tier, ...key] = found
  if (of !== order) throw cursors.invalidCursor('This cursor belongs to another order')
  const isWhole = key.length === ORDERS[order].columns.length && z.uuid().safeParse(key.at(-1)).success
  if (key.length > 0 && !isWhole) throw cursors.invalidCursor()
  return { tier, key }
}

/** The key after which the page starts; null at the beginning of the order. */
export function keyOf(after: ContactCursorKey | null): string[] | null {
  return after?.key.length ? after.key : null
}
