import { z } from 'zod'
import * as cursors from '#server/platform/page.ts'
import { ORDERS, type Order } from '../store/orders.ts'

/**
 * Encodes the order and the key of the page's last contact; without a key the order starts over after that page.
 */
export function encodeContactCursor(order: Order, place: readonly string[]): string {
  return cursors.encodeCursor([order, ...place])
}

/** @throws {AppError} invalid for a malformed cursor, and for the cursor of another order */
export function cursorKeyOf(cursor: string | undefined, order: Order): string[] | null {
  const found = cursors.decodeCursor(z.array(z.string()).min(1), cursor)
  if (!found) return null
  const [of, ...place] = found
  requireOrder(of, order)
  if (place.length > 0) requirePlace(place, order)
  return place
}

/** Cursor key among search results; lower tiers fit better and come first. */
export type TieredPlace = { tier: 0 | 1 | 2; place: string[] }

export function tieredCursorAt(order: Order, { tier, place }: TieredPlace): string {
  return cursors.encodeCursor([order, tier, ...place])
}

/** @throws {AppError} invalid as `cursorKeyOf` */
export function tieredPlaceOf(cursor: string | undefined, order: Order): TieredPlace | null {
  const found = cursors.decodeCursor(TIERED, cursor)
  if (!found) return null
  const [of, tier, ...place] = found
  requireOrder(of, order)
  requirePlace(place, order)
  return { tier, place }
}

const TIERED = z.tuple([z.string(), z.literal([0, 1, 2])], z.string())

function requireOrder(of: string | undefined, order: Order): void {
  if (of !== order) throw cursors.invalidCursor('This cursor belongs to another order')
}

function requirePlace(place: readonly string[], order: Order): void {
  if (place.length !== ORDERS[order].columns.length || !z.uuid().safeParse(place.at(-1)).success) {
    throw cursors.invalidCursor()
  }
}
